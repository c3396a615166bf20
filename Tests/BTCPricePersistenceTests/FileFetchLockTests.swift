import BTCPriceCore
import BTCPricePersistence
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct FileFetchTurnsTests {
    private static let lockName = "BTC-USD.turn.lock"

    @Test func freeTurn_isHadAndHeldWhileTheBodyRuns() throws {
        try withTemporaryFolder { folder in
            let folder = "\(folder)/a/btcq"
            let other = turns(folder)
            let result = turns(folder).withLock(deadline: .zero) { isAcquired in
                #expect(isAcquired)
                #expect(other.isTaken)
                other.withLock(deadline: .zero) { isAcquired in #expect(!isAcquired) }
                return "the body's"
            }
            #expect(result == "the body's")
            #expect(!other.isTaken)
            #expect(contents(of: folder) == [Self.lockName])
            #expect(File(Self.lockName, in: folder).mode == 0o600)
        }
    }

    @Test func askingWhetherItIsTaken_makesNoFolder() throws {
        try withTemporaryFolder { folder in
            #expect(!turns("\(folder)/btcq").isTaken)
            #expect(contents(of: folder) == [])
        }
    }

    @Test func takenTurn_isWaitedForUntilTheMomentCountedFromTheBeginningOfTheRun() throws {
        try withTemporaryFolder { folder in
            try File(Self.lockName, in: folder).whileLocked {
                let start = ContinuousClock.now
                let elapsed = Duration.seconds(3600) - .milliseconds(30)
                turns(folder, elapsed: elapsed).withLock(deadline: .seconds(3600)) { isAcquired in #expect(!isAcquired) }
                #expect(ContinuousClock.now - start >= .milliseconds(30))
                turns(folder, elapsed: .seconds(7200)).withLock(deadline: .seconds(3600)) { isAcquired in #expect(!isAcquired) }
            }
        }
    }

    @Test func turnThatIsLetGo_isHadByWhoeverWaits() throws {
        try withTemporaryFolder { folder in
            let held = Locked(0)
            let most = Locked(0)
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                turns(folder).withLock(deadline: .seconds(60)) { isAcquired in
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

    @Test func turns_areApartForEachCurrencyAndFromTheCachesLock() throws {
        try withTemporaryFolder { folder in
            try File("BTC-USD.lock", in: folder).whileLocked {
                turns(folder, .eur).withLock(deadline: .zero) { _ in
                    #expect(!turns(folder).isTaken)
                    turns(folder).withLock(deadline: .zero) { isAcquired in #expect(isAcquired) }
                }
            }
        }
    }

    @Test func whereLocksDoNotWork_everybodyHasATurn() throws {
        try withTemporaryFolder { folder in
            try File(Self.lockName, in: folder).makeFolder()
            #expect(!turns(folder).isTaken)
            turns(folder).withLock(deadline: .zero) { isAcquired in
                #expect(isAcquired)
                turns(folder).withLock(deadline: .zero) { isAcquired in #expect(isAcquired) }
            }
            turns("\(folder)/\(Self.lockName)/a").withLock(deadline: .zero) { isAcquired in #expect(isAcquired) }
        }
    }

    private func turns(_ folder: String, _ currency: Currency = .usd, elapsed: Duration = .zero) -> FileFetchLock {
        FileFetchLock(folder: CacheDirectory(folder), currency: currency) { elapsed }
    }
}
