package import BTCPriceCore
import Foundation
import SampleValues
import Testing

package enum RefreshStampContract {
    /// Makes the stamp of another run of the same configuration.
    package typealias Stamps = () -> any RefreshStamp

    package static let rules: [ContractRule<Stamps>] = [
        ContractRule("time is nil if none is stored") { makeStamp in
            let stamp = makeStamp()
            try stamp.lockWhenFree()
            #expect(stamp.time == nil)
            stamp.unlock()
        },
        ContractRule("time is the one that was stored last, until another one or none is stored") { makeStamp in
            let times = [.now, Timestamp(milliseconds: 0), nil, Timestamp(milliseconds: .max)]
            var last: Timestamp?
            for time in times {
                let before = try makeStamp().replace(with: time)
                #expect(before == last)
                last = time
            }
            // As often as a run likes.
            let stamp = makeStamp()
            try stamp.lockWhenFree()
            for time in times.reversed() { try stamp.store(time) }
            stamp.unlock()
            let stored = try makeStamp().replace(with: nil)
            #expect(stored == times[0])
        },
        ContractRule("lock fails while another run has locked the stamp") { makeStamp in
            let (stamp, other) = (makeStamp(), makeStamp())
            try other.lockWhenFree()
            #expect(!stamp.lock())
            other.unlock()
            try stamp.replace(with: .now)
        },
    ]
}

extension RefreshStamp {
    /// Stores a time, or none, as a run does.
    ///
    /// - Returns: the time that was stored before.
    @discardableResult
    package func replace(with time: Timestamp?) throws -> Timestamp? {
        try lockWhenFree()
        defer { unlock() }
        let last = self.time
        try store(time)
        return last
    }

    /// A program that another test starts has all descriptors, and so the lock, until execve(2).
    package func lockWhenFree() throws {
        for _ in 1...1000 {
            if lock() { return }
            usleep(5000)
        }
        throw StampIsLocked()
    }
}

/// Another run has locked the stamp for five seconds.
private struct StampIsLocked: Error {}
