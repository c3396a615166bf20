import BTCPriceCore
import BTCPricePersistence
import Foundation
import Platform
import PortContracts
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct FileFetchLockTests {
    /// A deadline that is not reached.
    private static let late = Duration.seconds(20)

    private let directory = TemporaryDirectory()
    private let clock = MonotonicClock()
    private var fetchLock: FileFetchLock { FileFetchLock(in: directory.path, clock: clock) }
    private var file: File { directory.file("BTC-USD.binance.lock") }

    @Test(arguments: FetchLockContract.rules)
    func fetchLock_keepsItsContract(_ rule: ContractRule<FetchLockContract.Locks>) throws {
        try rule.check { fetchLock }
    }

    @Test func acquire_whenFree_holdsTheLockUntilRelease() {
        let path = "\(directory.path)/a/btcq"
        let file = File("BTC-USD.binance.lock", in: path)
        let lock = FileFetchLock(in: path)
        // Also if the deadline has passed.
        _ = lock.acquire(deadline: .zero)
        #expect(file.isLocked)
        lock.release()
        #expect(file.isReleased)
        #expect(file.mode == 0o600)
        #expect(contents(of: path) == ["BTC-USD.binance.lock"])
    }

    @Test func acquire_whenHeld_returnsAtTheDeadlineCountedFromTheBeginningOfTheRun() throws {
        usleep(500_000)
        try file.whileLocked {
            let start = clock.elapsed
            let waited = fetchLock.acquire(deadline: start + .milliseconds(40))
            #expect(waited <= clock.elapsed - start)
            #expect(clock.elapsed >= start + .milliseconds(40))
            let again = fetchLock.acquire(deadline: start)
            #expect(again < start)
        }
    }

    @Test func acquire_whenReleased_isSuccessfulInOneRunAtATime() {
        let (held, most) = (Locked(0), Locked(0))
        let (path, clock) = (directory.path, clock)
        let errors = onThreads(8) { _ in
            let lock = FileFetchLock(in: path, clock: clock)
            _ = lock.acquire(deadline: Self.late)
            let count = held.withLock { held in
                held += 1
                return held
            }
            most.withLock { $0 = max($0, count) }
            usleep(1000)
            held.withLock { $0 -= 1 }
            lock.release()
        }
        #expect(errors.isEmpty && most.withLock { $0 } == 1)
        #expect(clock.elapsed < Self.late)
    }

    @Test func acquire_whenAnotherFileIsLocked_doesNotWait() throws {
        try file.whileLocked {
            for (currency, primary) in [(Currency.eur, "binance"), (.usd, "kraken")] {
                let fetchLock = FileFetchLock(in: directory.path, currency, primary: primary)
                #expect(fetchLock.acquire(deadline: Self.late) < .seconds(10))
            }
        }
        #expect(directory.names == ["BTC-EUR.binance.lock", "BTC-USD.binance.lock", "BTC-USD.kraken.lock"])
    }

    /// As if two runs had the lock.
    @Test(arguments: ["directory", "link", "no directory", "file in place of the directory"])
    func acquire_whenTheFileCannotBeOpened_doesNotWait(_ obstacle: String) throws {
        let target = directory.file("target")
        var path = directory.path
        switch obstacle {
        case "directory": try file.makeDirectory()
        case "link": try file.makeLink(to: target)
        default:
            try file.write("")
            path = file.path + (obstacle == "no directory" ? "/btcq" : "")
        }
        let (lock, other) = (FileFetchLock(in: path, clock: clock), FileFetchLock(in: path, clock: clock))
        _ = other.acquire(deadline: Self.late)
        #expect(lock.acquire(deadline: Self.late) < .seconds(10))
        #expect(!target.exists)
    }
}
