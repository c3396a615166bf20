import BTCPriceCore
import BTCPricePersistence
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct FileFetchLockTests {
    private static let lockName = "BTC-USD.turn.lock"

    @Test func withLock_whenFree_isAcquiredAndHeldDuringTheBody() throws {
        try withTemporaryFolder { directory in
            let directory = "\(directory)/a/btcq"
            let other = fetchLock(directory)
            let result = fetchLock(directory).withLock(deadline: .zero) { isAcquired in
                #expect(isAcquired)
                #expect(other.isHeld)
                other.withLock(deadline: .zero) { isAcquired in #expect(!isAcquired) }
                return "result"
            }
            #expect(result == "result")
            #expect(!other.isHeld)
            #expect(contents(of: directory) == [Self.lockName])
            #expect(File(Self.lockName, in: directory).mode == 0o600)
        }
    }

    @Test func isHeld_whenTheDirectoryIsMissing_doesNotCreateIt() throws {
        try withTemporaryFolder { directory in
            #expect(!fetchLock("\(directory)/btcq").isHeld)
            #expect(contents(of: directory) == [])
        }
    }

    @Test func withLock_whenHeld_waitsUntilTheDeadlineCountedFromTheBeginningOfTheRun() throws {
        try withTemporaryFolder { directory in
            try File(Self.lockName, in: directory).whileLocked {
                let start = ContinuousClock.now
                let elapsed = Duration.seconds(3600) - .milliseconds(30)
                fetchLock(directory, elapsed: elapsed).withLock(deadline: .seconds(3600)) { isAcquired in
                    #expect(!isAcquired)
                }
                #expect(ContinuousClock.now - start >= .milliseconds(30))
                fetchLock(directory, elapsed: .seconds(7200)).withLock(deadline: .seconds(3600)) { isAcquired in
                    #expect(!isAcquired)
                }
            }
        }
    }

    @Test func withLock_whenReleased_isAcquiredByOneWaitingRunAtATime() throws {
        try withTemporaryFolder { directory in
            let held = Locked(0)
            let most = Locked(0)
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                fetchLock(directory).withLock(deadline: .seconds(60)) { isAcquired in
                    #expect(isAcquired)
                    let count = held.withLock { held in
                        held += 1
                        return held
                    }
                    most.withLock { $0 = max($0, count) }
                    usleep(1000)
                    held.withLock { $0 -= 1 }
                }
            }
            #expect(most.withLock { $0 } == 1)
        }
    }

    @Test func withLock_whenTheCurrencyDiffersOrTheCacheIsLocked_isAcquired() throws {
        try withTemporaryFolder { directory in
            try File("BTC-USD.lock", in: directory).whileLocked {
                fetchLock(directory, .eur).withLock(deadline: .zero) { _ in
                    #expect(!fetchLock(directory).isHeld)
                    fetchLock(directory).withLock(deadline: .zero) { isAcquired in #expect(isAcquired) }
                }
            }
        }
    }

    @Test func withLock_whenLocksDoNotWork_isAcquired() throws {
        try withTemporaryFolder { directory in
            try File(Self.lockName, in: directory).makeDirectory()
            #expect(!fetchLock(directory).isHeld)
            fetchLock(directory).withLock(deadline: .zero) { isAcquired in
                #expect(isAcquired)
                fetchLock(directory).withLock(deadline: .zero) { isAcquired in #expect(isAcquired) }
            }
            fetchLock("\(directory)/\(Self.lockName)/a").withLock(deadline: .zero) { isAcquired in #expect(isAcquired) }
        }
    }

    private func fetchLock(_ directory: String, _ currency: Currency = .usd, elapsed: Duration = .zero) -> FileFetchLock
    {
        FileFetchLock(directory: CacheDirectory(directory), currency: currency) { elapsed }
    }
}
