import BTCPriceCore
import BTCPricePersistence
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct CacheLockTests {
    @Test func insert_whenTheLockTimesOut_proceedsWithoutItAndComparesNothing() throws {
        try withTemporaryFolder { directory in
            let store = FilePriceStore(in: directory, lockTimeout: .milliseconds(20))
            try store.insert(.quote("1"))
            try File("BTC-USD.lock", in: directory).whileLocked {
                let start = ContinuousClock.now
                try store.insert(.quote("7")) { _ in
                    Issue.record("compared")
                    return true
                }
                #expect(ContinuousClock.now - start >= .milliseconds(20))
                #expect(try store.retrieve() == .quote("7"))
            }
            #expect(contents(of: directory) == ["BTC-USD.json", "BTC-USD.lock"])
        }
    }

    @Test func insert_whileComparingQuotes_holdsTheLock() throws {
        try withTemporaryFolder { directory in
            let store = FilePriceStore(in: directory)
            let lock = File("BTC-USD.lock", in: directory)
            try store.insert(.quote("1"))
            #expect(lock.canBeLocked)
            try store.insert(.quote("2")) { _ in
                #expect(!lock.canBeLocked)
                return false
            }
            #expect(lock.canBeLocked)
            #expect(lock.mode == 0o600)
        }
    }

    @Test func retrieve_whenTheLockIsHeld_doesNotWait() throws {
        try withTemporaryFolder { directory in
            try FilePriceStore(in: directory).insert(.quote("1"))
            let quote = try File("BTC-USD.lock", in: directory).whileLocked {
                try FilePriceStore(in: directory).retrieve()
            }
            #expect(try quote == .quote("1"))
        }
    }

    @Test func lockTimeout_isEvaluatedAtEachInsert() throws {
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

    @Test func insert_whenTheLockOfAnotherCurrencyIsHeld_acquiresItsOwn() throws {
        try withTemporaryFolder { directory in
            try File("BTC-EUR.lock", in: directory).whileLocked {
                try FilePriceStore(in: directory).insert(.quote("1"))
                try FilePriceStore(in: directory).insert(.quote("2")) { _ in true }
                #expect(try FilePriceStore(in: directory).retrieve() == .quote("1"))
            }
        }
    }
}
