import BTCPriceCore
import BTCPricePersistence
import Foundation
import System
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct FileFetchLockTests {
    private static let lockName = "BTC-USD.binance.lock"
    /// A deadline that is not reached.
    private static let late = Duration.seconds(20)

    @Test func withLock_whenFree_isAcquiredAtOnceAndHeldDuringTheBody() throws {
        try withTemporaryFolder { directory in
            let directory = "\(directory)/a/btcq"
            let other = fetchLock(directory)
            let result = fetchLock(directory).withLock(deadline: .zero) { lock in
                #expect(lock == .acquired(waited: .zero))
                #expect(other.isHeld)
                other.withLock(deadline: .zero) { expectHeld($0) }
                return "result"
            }
            #expect(result == "result")
            #expect(!other.isHeld)
            #expect(contents(of: directory) == [Self.lockName])
            #expect(File(Self.lockName, in: directory).mode == 0o600)
        }
    }

    @Test func isHeld_whenNoRunHasFetchedYet_createsNothing() throws {
        try withTemporaryFolder { directory in
            #expect(!fetchLock(directory).isHeld)
            #expect(!fetchLock("\(directory)/btcq").isHeld)
            #expect(contents(of: directory) == [])
        }
    }

    @Test func withLock_whenHeld_waitsUntilTheDeadlineCountedFromTheBeginningOfTheRun() throws {
        try withTemporaryFolder { directory in
            fetchLock(directory).withLock(deadline: .zero) { _ in
                let clock = MonotonicClock()
                usleep(30_000)
                let start = clock.elapsed
                let lock = fetchLock(directory, clock: clock).withLock(deadline: start + .milliseconds(40)) { $0 }
                #expect(clock.elapsed - start >= .milliseconds(40))
                guard case .held(let waited) = lock else {
                    Issue.record("\(lock)")
                    return
                }
                #expect(waited > .zero && waited <= clock.elapsed - start)
            }
        }
    }

    @Test func withLock_whenTheDeadlineHasPassed_triesTwice() throws {
        try withTemporaryFolder { directory in
            let clock = MonotonicClock()
            usleep(30_000)
            // The time is read after each attempt that fails.
            let attempts = Locked(0)
            let lock = FileFetchLock(
                directory: CacheDirectory(directory), currency: .usd, primary: "binance", clock: clock,
                now: {
                    attempts.withLock { $0 += 1 }
                    return WallClock.now()
                })
            try File(Self.lockName, in: directory).whileLocked {
                lock.withLock(deadline: .milliseconds(30)) { expectHeld($0) }
            }
            #expect(attempts.withLock { $0 } == 2)
        }
    }

    @Test func withLock_whenReleased_isAcquiredByOneWaitingRunAtATime() throws {
        try withTemporaryFolder { directory in
            let held = Locked(0)
            let most = Locked(0)
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                fetchLock(directory).withLock(deadline: Self.late) { lock in
                    guard case .acquired = lock else {
                        Issue.record("\(lock)")
                        return
                    }
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

    @Test func withLock_whenReleasedMeanwhile_reportsHowLongItWaited() throws {
        try withTemporaryFolder { directory in
            let path = File(Self.lockName, in: directory).path
            let descriptor = open(path, O_RDWR | O_CREAT, 0o600)
            try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
            let isOpen = Locked(true)
            let clock = MonotonicClock()
            // The time is read after an attempt has failed.
            let lock = FileFetchLock(
                directory: CacheDirectory(directory), currency: .usd, primary: "binance", clock: clock,
                now: {
                    isOpen.withLock { isOpen in
                        if isOpen { close(descriptor) }
                        isOpen = false
                    }
                    return WallClock.now()
                })
            guard case .acquired(let waited) = lock.withLock(deadline: Self.late, { $0 }) else {
                Issue.record("not acquired")
                return
            }
            #expect(waited > .zero && waited <= clock.elapsed)
        }
    }

    @Test func withLock_whenTheCurrencyOrThePrimaryDiffersOrTheCacheIsLocked_isAcquired() throws {
        try withTemporaryFolder { directory in
            try File("BTC-USD.lock", in: directory).whileLocked {
                fetchLock(directory, .eur).withLock(deadline: .zero) { _ in
                    fetchLock(directory, primary: "kraken").withLock(deadline: .zero) { _ in
                        #expect(!fetchLock(directory).isHeld)
                        fetchLock(directory).withLock(deadline: .zero) { lock in
                            #expect(lock == .acquired(waited: .zero))
                        }
                    }
                }
            }
            let names = ["BTC-EUR.binance.lock", Self.lockName, "BTC-USD.kraken.lock", "BTC-USD.lock"]
            #expect(contents(of: directory) == names.sorted())
        }
    }

    // The holder's stamp.

    @Test func withLock_whenAcquired_stampsTheFile() throws {
        try withTemporaryFolder { directory in
            let file = File(Self.lockName, in: directory)
            try file.write("")
            file.setModified(.now)
            let start = WallClock.now()
            fetchLock(directory).withLock(deadline: .zero) { lock in
                #expect(lock == .acquired(waited: .zero))
                // The file system's clock may be a tick slow.
                let times = (start + .milliseconds(-100))...(WallClock.now() + .milliseconds(1))
                #expect(file.modified.map(times.contains) == true)
            }
        }
    }

    @Test func isHeld_whenTheStampIsReadByTheFreeLock_doesNotChangeIt() throws {
        try withTemporaryFolder { directory in
            let file = File(Self.lockName, in: directory)
            try file.write("")
            file.setModified(.now)
            #expect(!fetchLock(directory).isHeld)
            #expect(file.modified == .now)
        }
    }

    @Test(arguments: [-10_001, -3_600_000, 1, 3_600_000])
    func withLock_whenTheStampIsExpiredOrInTheFuture_isUnavailableWithoutWaiting(_ milliseconds: Int) throws {
        try whileHeld(stamp: .now + .milliseconds(milliseconds)) { lock, _ in
            #expect(!lock.isHeld)
            #expect(lock.withLock(deadline: Self.late) { $0 } == .unavailable)
        }
    }

    @Test(arguments: [0, -1, -10_000])
    func withLock_whenTheStampIsValid_isHeld(_ milliseconds: Int) throws {
        try whileHeld(stamp: .now + .milliseconds(milliseconds)) { lock, clock in
            #expect(lock.isHeld)
            let start = ContinuousClock.now
            lock.withLock(deadline: clock.elapsed + .milliseconds(70)) { expectHeld($0) }
            // Longer than a holder may take to stamp the file.
            #expect(ContinuousClock.now - start >= .milliseconds(60))
        }
    }

    @Test func withLock_whenTheStampIsExpired_isAcquiredIfTheHolderIsGone() throws {
        try withTemporaryFolder { directory in
            let file = File(Self.lockName, in: directory)
            try file.write("")
            file.setModified(.now + .seconds(-3600))
            fetchLock(directory, now: .now).withLock(deadline: .zero) { lock in
                #expect(lock == .acquired(waited: .zero))
            }
        }
    }

    /// A holder that has acquired the lock and not stamped the file yet.
    @Test func withLock_whenTheHolderStampsTheFileWithin50Milliseconds_waitsForIt() throws {
        try withTemporaryFolder { directory in
            let file = File(Self.lockName, in: directory)
            let reads = Locked(0)
            try file.whileLocked {
                file.setModified(.now + .seconds(-3600))
                let clock = MonotonicClock()
                // The time is read after the stamp, so that the first stamp is the old one.
                let lock = FileFetchLock(
                    directory: CacheDirectory(directory), currency: .usd, primary: "binance", clock: clock,
                    now: {
                        let isFirst = reads.withLock { reads in
                            reads += 1
                            return reads == 1
                        }
                        if isFirst { file.setModified(.now) }
                        return .now
                    })
                lock.withLock(deadline: clock.elapsed + .milliseconds(100)) { expectHeld($0) }
                #expect(clock.elapsed >= .milliseconds(100))
                #expect(reads.withLock { $0 } > 2)
            }
        }
    }

    @Test func withLock_whenTheStampIsExpired_waits50MillisecondsForANewOne() throws {
        try whileHeld(stamp: .now + .seconds(-60)) { lock, _ in
            let start = ContinuousClock.now
            #expect(lock.withLock(deadline: Self.late) { $0 } == .unavailable)
            #expect(ContinuousClock.now - start >= .milliseconds(50))
        }
    }

    // Locks that do not work.

    @Test func withLock_whenADirectoryIsInPlaceOfTheFile_isUnavailable() throws {
        try withTemporaryFolder { directory in
            try File(Self.lockName, in: directory).makeDirectory()
            expectUnavailable(fetchLock(directory))
        }
    }

    @Test func withLock_whenTheDirectoryCannotBeCreated_isUnavailable() throws {
        try withTemporaryFolder { directory in
            try File("file", in: directory).write("")
            expectUnavailable(fetchLock("\(directory)/file"))
            expectUnavailable(fetchLock("\(directory)/file/btcq"))
        }
    }

    @Test func withLock_whenALinkIsInPlaceOfTheFile_isUnavailableAndDoesNotFollowIt() throws {
        try withTemporaryFolder { directory in
            let target = File("target", in: directory)
            let link = File(Self.lockName, in: directory)
            try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: target.path)
            expectUnavailable(fetchLock(directory))
            #expect(!target.exists)
        }
    }

    private func fetchLock(
        _ directory: String, _ currency: Currency = .usd, primary: String = "binance",
        clock: MonotonicClock = MonotonicClock(), now: Timestamp? = nil
    ) -> FileFetchLock {
        FileFetchLock(
            directory: CacheDirectory(directory), currency: currency, primary: primary, clock: clock,
            now: { now ?? WallClock.now() })
    }

    /// Calls `body` with a fetch lock that another run holds since `stamp`. The time is `Timestamp.now`.
    private func whileHeld(stamp: Timestamp, _ body: (FileFetchLock, MonotonicClock) -> Void) throws {
        try withTemporaryFolder { directory in
            let file = File(Self.lockName, in: directory)
            try file.whileLocked {
                file.setModified(stamp)
                let clock = MonotonicClock()
                body(fetchLock(directory, clock: clock, now: .now), clock)
            }
        }
    }

    /// Nested, as if two runs had the lock.
    private func expectUnavailable(_ lock: FileFetchLock, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(!lock.isHeld, sourceLocation: sourceLocation)
        lock.withLock(deadline: Self.late) { state in
            #expect(state == .unavailable, sourceLocation: sourceLocation)
            #expect(lock.withLock(deadline: Self.late) { $0 } == .unavailable, sourceLocation: sourceLocation)
        }
    }

    private func expectHeld(_ lock: RunState.Lock, sourceLocation: SourceLocation = #_sourceLocation) {
        if case .held = lock { return }
        Issue.record("\(lock)", sourceLocation: sourceLocation)
    }
}
