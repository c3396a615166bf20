import BTCPriceCore
import BTCPricePersistence
import Foundation
import Platform
import PortContracts
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct FileFetchLockTests {
    /// A deadline that is not reached.
    private static let late = Duration.seconds(20)

    private let directory = TemporaryDirectory()
    private let clock = MonotonicClock()
    private var fetchLock: FileFetchLock { FileFetchLock(in: directory.path, clock: clock) }
    private var file: File { directory.file("BTC-USD.binance.lock") }

    @Test(arguments: FetchLockContract.rules)
    func fetchLock_keepsItsContract(_ rule: ContractRule<any FetchLock>) throws {
        try rule.check(fetchLock)
    }

    @Test func withLock_whenFree_holdsTheLockUntilTheBodyReturns() {
        let path = "\(directory.path)/a/btcq"
        let file = File("BTC-USD.binance.lock", in: path)
        // Also if the deadline has passed.
        FileFetchLock(in: path).withLock(deadline: .zero) { _ in #expect(file.isLocked) }
        #expect(file.isReleased)
        #expect(file.mode == 0o600)
        #expect(contents(of: path) == ["BTC-USD.binance.lock"])
    }

    @Test func withLock_whenHeld_callsTheBodyAtTheDeadlineCountedFromTheBeginningOfTheRun() throws {
        usleep(500_000)
        try file.whileLocked {
            let start = clock.elapsed
            let waited = fetchLock.withLock(deadline: start + .milliseconds(40)) { $0 }
            #expect(waited <= clock.elapsed - start)
            #expect(clock.elapsed >= start + .milliseconds(40))
            let again = fetchLock.withLock(deadline: start) { $0 }
            #expect(again < start)
        }
    }

    @Test func withLock_whenReleased_callsTheBodiesOneAtATime() {
        let (held, most, fetchLock) = (Locked(0), Locked(0), fetchLock)
        let errors = onThreads(8) { _ in
            fetchLock.withLock(deadline: Self.late) { _ in
                let count = held.withLock { held in
                    held += 1
                    return held
                }
                most.withLock { $0 = max($0, count) }
                usleep(1000)
                held.withLock { $0 -= 1 }
            }
        }
        #expect(errors.isEmpty && most.withLock { $0 } == 1)
        #expect(clock.elapsed < Self.late)
    }

    @Test func withLock_whenAnotherFileIsLocked_doesNotWait() throws {
        try file.whileLocked {
            for (currency, primary) in [(Currency.eur, "binance"), (.usd, "kraken")] {
                let fetchLock = FileFetchLock(in: directory.path, currency, primary: primary)
                #expect(fetchLock.withLock(deadline: Self.late) { $0 } < .seconds(10))
            }
        }
        #expect(directory.names == ["BTC-EUR.binance.lock", "BTC-USD.binance.lock", "BTC-USD.kraken.lock"])
    }

    /// Nested, as if two runs had the lock.
    @Test(arguments: ["directory", "link", "no directory", "file in place of the directory"])
    func withLock_whenTheFileCannotBeOpened_doesNotWait(_ obstacle: String) throws {
        let target = directory.file("target")
        var lock = fetchLock
        switch obstacle {
        case "directory": try file.makeDirectory()
        case "link": try file.makeLink(to: target)
        default:
            try file.write("")
            lock = FileFetchLock(in: file.path + (obstacle == "no directory" ? "/btcq" : ""))
        }
        let waited = lock.withLock(deadline: Self.late) { _ in lock.withLock(deadline: Self.late) { $0 } }
        #expect(waited < .seconds(10))
        #expect(!target.exists)
    }
}
