import BTCPriceCore
import BTCPricePersistence
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct CacheLockTests {
    @Test func update_whenTheLockTimesOut_proceedsWithoutIt() throws {
        try withTemporaryFolder { directory in
            let store = FilePriceStore(in: directory, lockTimeout: .milliseconds(20))
            let (first, second) = (try PriceQuote.quote("1"), try PriceQuote.quote("2"))
            try store.insert(first)
            try File("BTC-USD.lock", in: directory).whileLocked {
                let start = ContinuousClock.now
                try store.update { stored in
                    #expect(stored == [first])
                    return [second]
                }
                #expect(ContinuousClock.now - start >= .milliseconds(20))
                #expect(try store.retrieve() == [second])
            }
            #expect(contents(of: directory) == ["BTC-USD.json", "BTC-USD.lock"])
        }
    }

    @Test func update_duringTheChange_holdsTheLock() throws {
        try withTemporaryFolder { directory in
            let lock = File("BTC-USD.lock", in: directory)
            try FilePriceStore(in: directory).update { _ in
                #expect(!lock.canBeLocked)
                return nil
            }
            #expect(lock.canBeLocked)
            #expect(lock.mode == 0o600)
        }
    }

    @Test func retrieve_whenTheLockIsHeld_doesNotWait() throws {
        try withTemporaryFolder { directory in
            try FilePriceStore(in: directory).insert(.quote("1"))
            let quotes = try File("BTC-USD.lock", in: directory).whileLocked {
                try FilePriceStore(in: directory).retrieve()
            }
            #expect(try quotes == [.quote("1")])
        }
    }

    @Test func lockTimeout_isEvaluatedAtEachUpdate() throws {
        try withTemporaryFolder { directory in
            let evaluations = Locked(0)
            let store = FilePriceStore(directory: CacheDirectory(directory), currency: .usd) {
                evaluations.withLock { $0 += 1 }
                return .zero
            }
            try store.insert(.quote("1"))
            try store.insert(.quote("2"))
            #expect(evaluations.withLock { $0 } == 2)
        }
    }

    @Test func update_whenTheLockOfAnotherCurrencyIsHeld_acquiresItsOwn() throws {
        try withTemporaryFolder { directory in
            let own = File("BTC-USD.lock", in: directory)
            try File("BTC-EUR.lock", in: directory).whileLocked {
                try FilePriceStore(in: directory).update { _ in
                    #expect(!own.canBeLocked)
                    return nil
                }
            }
        }
    }
}
