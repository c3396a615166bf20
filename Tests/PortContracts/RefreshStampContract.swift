package import BTCPriceCore
import Foundation
import Testing

package enum RefreshStampContract {
    package static let rules: [ContractRule<any RefreshStamp>] = [
        ContractRule("withLock passes no time if none is stored, and returns the result of its closure") { stamp in
            var calls: [Timestamp?] = []
            let result = stamp.withLock { last, _ in
                calls.append(last)
                return "result"
            }
            #expect(result == "result")
            #expect(calls == [nil])
        },
        ContractRule("withLock passes the time that was stored last, until another one or none is stored") { stamp in
            let times = [.received, Timestamp(milliseconds: 0), nil, Timestamp(milliseconds: .max)]
            var last: Timestamp?
            for time in times {
                let passed = try stamp.replace(with: time)
                #expect(passed == last)
                last = time
            }
            // As often as a run likes, or not at all.
            try stamp.whenFree { _, store in for time in times.reversed() { try? store(time) } }
            try stamp.whenFree { _, _ in }
            let stored = try stamp.replace(with: nil)
            #expect(stored == times[0])
        },
        ContractRule("withLock returns nil and calls no closure while another run looks at the stamp") { stamp in
            let inner = stamp.withLock { _, _ in
                stamp.withLock { _, _ in Issue.record("Another run looks at the stamp.") } != nil
            }
            #expect(inner == false)
            try stamp.replace(with: .received)
        },
    ]
}

extension RefreshStamp {
    /// Stores a time, or none, as a run does.
    ///
    /// - Returns: the time that was stored before.
    @discardableResult
    package func replace(with time: Timestamp?) throws -> Timestamp? {
        let result = try whenFree { last, store in
            Result { () throws(StoreError) in
                try store(time)
                return last
            }
        }
        return try result.get()
    }

    /// A program that another test starts has all descriptors, and so the lock, until execve(2).
    fileprivate func whenFree<Value>(
        _ body: (_ last: Timestamp?, _ store: (Timestamp?) throws(StoreError) -> Void) -> Value
    ) throws -> Value {
        var value: Value?
        for _ in 1...1000 where value == nil {
            value = withLock(body)
            if value == nil { usleep(5000) }
        }
        return try #require(value, "Another run looks at the stamp.")
    }
}
