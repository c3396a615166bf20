import BTCPriceCore
import BTCPricePersistence
import Foundation
import System
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct FileFetchLockTests {
    /// A deadline that is not reached.
    private static let late = Duration.seconds(20)

    private let directory = TemporaryDirectory()
    private let clock = MonotonicClock()
    private var file: File { directory.file("BTC-USD.binance.lock") }

    @Test func withLock_whenFree_isAcquiredAtOnceAndHeldDuringTheBody() throws {
        let path = "\(directory.path)/a/btcq"
        let other = fetchLock(path)
        let result = fetchLock(path).withLock(deadline: .zero) { lock in
            #expect(lock == .acquired(waited: .zero))
            #expect(other.isHeld)
            other.withLock(deadline: .zero) { expectHeld($0) }
            return "result"
        }
        #expect(result == "result")
        #expect(!other.isHeld)
        #expect(contents(of: path) == ["BTC-USD.binance.lock"])
        #expect(File("BTC-USD.binance.lock", in: path).mode == 0o600)
    }

    @Test func isHeld_whenNoRunHasFetchedYet_createsNothing() {
        #expect(!fetchLock().isHeld)
        #expect(!fetchLock("\(directory.path)/btcq").isHeld)
        #expect(directory.names == [])
    }

    @Test func withLock_whenHeld_waitsUntilTheDeadlineCountedFromTheBeginningOfTheRun() {
        fetchLock().withLock(deadline: .zero) { _ in
            usleep(30_000)
            let start = clock.elapsed
            let lock = fetchLock().withLock(deadline: start + .milliseconds(40)) { $0 }
            let elapsed = clock.elapsed - start
            #expect(elapsed >= .milliseconds(40))
            guard case .held(let waited) = lock else {
                Issue.record("\(lock)")
                return
            }
            #expect(waited > .zero && waited <= elapsed)
        }
    }

    @Test func withLock_whenTheDeadlineHasPassed_triesTwice() throws {
        // The time is read after each attempt that fails.
        let attempts = Locked(0)
        let lock = fetchLock {
            attempts.withLock { $0 += 1 }
            return WallClock.now()
        }
        // The deadline is counted from the beginning of the run.
        usleep(50_000)
        try file.whileLocked {
            lock.withLock(deadline: .milliseconds(50)) { expectHeld($0) }
        }
        #expect(attempts.withLock { $0 } == 2)
    }

    @Test func withLock_whenReleased_isAcquiredByOneWaitingRunAtATime() {
        let (held, most) = (Locked(0), Locked(0))
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            fetchLock().withLock(deadline: Self.late) { lock in
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

    @Test func withLock_whenReleasedMeanwhile_reportsHowLongItWaited() throws {
        let holder = Locked(open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
        try #require(holder.withLock { flock($0, LOCK_EX | LOCK_NB) } == 0)
        // The time is read after an attempt has failed.
        let lock = fetchLock {
            holder.withLock { descriptor in
                if descriptor >= 0 { close(descriptor) }
                descriptor = -1
            }
            return WallClock.now()
        }
        guard case .acquired(let waited) = lock.withLock(deadline: Self.late, { $0 }) else {
            Issue.record("not acquired")
            return
        }
        #expect(waited > .zero && waited <= clock.elapsed)
    }

    @Test func withLock_whenTheCurrencyOrThePrimaryDiffersOrTheCacheIsLocked_isAcquired() throws {
        try directory.file("BTC-USD.lock").whileLocked {
            fetchLock(currency: .eur).withLock(deadline: .zero) { _ in
                fetchLock(primary: "kraken").withLock(deadline: .zero) { _ in
                    #expect(!fetchLock().isHeld)
                    #expect(fetchLock().withLock(deadline: .zero) { $0 } == .acquired(waited: .zero))
                }
            }
        }
        let names = ["BTC-EUR.binance.lock", "BTC-USD.binance.lock", "BTC-USD.kraken.lock", "BTC-USD.lock"]
        #expect(directory.names == names)
    }

    // The holder's stamp.

    /// A file server's clock may differ from that of this machine, which is the one that the stamp is compared with.
    @Test func withLock_whenAcquired_stampsTheFileWithTheTimeOfTheRun() throws {
        let fetchLock = fetchLock { .now }
        fetchLock.withLock(deadline: .zero) { _ in
            #expect(file.modified == .now)
            #expect(fetchLock.isHeld)
        }
        file.setModified(.now + .seconds(-3600))
        #expect(!fetchLock.isHeld)
        // Seeing whether it is held does not stamp it, and an old stamp does not matter where no run holds the lock.
        #expect(file.modified == .now + .seconds(-3600))
        #expect(fetchLock.withLock(deadline: .zero) { $0 } == .acquired(waited: .zero))
    }

    @Test(arguments: [-10_001, -3_600_000, 1, 3_600_000])
    func withLock_whenTheStampIsExpiredOrInTheFuture_waitsOnly50MillisecondsForANewOne(_ offset: Int) throws {
        try file.whileLocked {
            file.setModified(.now + .milliseconds(offset))
            let lock = fetchLock { .now }
            #expect(!lock.isHeld)
            let start = clock.elapsed
            #expect(lock.withLock(deadline: Self.late) { $0 } == .unavailable(waited: .zero))
            #expect(clock.elapsed - start >= .milliseconds(50))
        }
    }

    @Test func withLock_whenTheStampExpiresMeanwhile_reportsHowLongItWaited() throws {
        let reads = Locked(0)
        try file.whileLocked {
            file.setModified(.now)
            // The time is read after each attempt that fails.
            let lock = fetchLock {
                reads.withLock { $0 += 1 }
                return .now + .seconds(reads.withLock { $0 } > 3 ? 11 : 0)
            }
            let start = clock.elapsed
            let attempt = lock.withLock(deadline: Self.late) { $0 }
            let elapsed = clock.elapsed - start
            let waited: Duration? = if case .unavailable(let waited) = attempt { waited } else { nil }
            #expect(waited.map { $0 >= .milliseconds(50) && $0 <= elapsed } == true, "\(attempt)")
        }
    }

    @Test(arguments: [0, -1, -10_000])
    func withLock_whenTheStampIsValid_isHeld(_ offset: Int) throws {
        try file.whileLocked {
            file.setModified(.now + .milliseconds(offset))
            let lock = fetchLock { .now }
            #expect(lock.isHeld)
            // Longer than a holder may take to stamp the file.
            let deadline = clock.elapsed + .milliseconds(70)
            lock.withLock(deadline: deadline) { expectHeld($0) }
            #expect(clock.elapsed >= deadline)
        }
    }

    /// A holder that has acquired the lock and not stamped the file yet.
    @Test func withLock_whenTheHolderStampsTheFileWithin50Milliseconds_waitsForIt() throws {
        let (file, reads) = (file, Locked(0))
        try file.whileLocked {
            file.setModified(.now + .seconds(-3600))
            // The time is read after the stamp, so that the first stamp is the old one.
            let lock = fetchLock {
                reads.withLock { $0 += 1 }
                file.setModified(.now)
                return .now
            }
            let deadline = clock.elapsed + .milliseconds(100)
            lock.withLock(deadline: deadline) { expectHeld($0) }
            #expect(clock.elapsed >= deadline)
            #expect(reads.withLock { $0 } > 2)
        }
    }

    /// Nested, as if two runs had the lock.
    @Test(arguments: ["directory in place of the file", "link", "no directory", "file in place of the directory"])
    func withLock_whenTheFileCannotBeOpened_isUnavailable(_ obstacle: String) throws {
        let target = directory.file("target")
        var lock = fetchLock()
        switch obstacle {
        case "directory in place of the file": try file.makeDirectory()
        case "link": try file.makeLink(to: target)
        default:
            try file.write("")
            lock = fetchLock(file.path + (obstacle == "no directory" ? "/btcq" : ""))
        }
        #expect(!lock.isHeld)
        lock.withLock(deadline: Self.late) { state in
            #expect(state == .unavailable(waited: .zero))
            #expect(lock.withLock(deadline: Self.late) { $0 } == .unavailable(waited: .zero))
        }
        #expect(!target.exists)
    }

    private func fetchLock(
        _ path: String? = nil, currency: Currency = .usd, primary: String = "binance",
        now: @escaping @Sendable () -> Timestamp = WallClock.now
    ) -> FileFetchLock {
        FileFetchLock(
            directory: CacheDirectory(path ?? directory.path), currency: currency, primary: primary, clock: clock,
            now: now)
    }

    private func expectHeld(_ lock: RunState.LockAttempt, sourceLocation: SourceLocation = #_sourceLocation) {
        if case .held = lock { return }
        Issue.record("\(lock)", sourceLocation: sourceLocation)
    }
}
