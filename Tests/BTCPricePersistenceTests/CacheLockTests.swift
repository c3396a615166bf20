import BTCPriceCore
import BTCPricePersistence
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct CacheLockTests {
    @Test func lockThatIsNotHadInTime_isGoneWithoutAndNothingCompared() throws {
        try withTemporaryFolder { folder in
            let store = FilePriceStore(in: folder, lockTimeout: .milliseconds(20))
            try store.insert(.quote("1"))
            try File("BTC-USD.lock", in: folder).whileLocked {
                let start = ContinuousClock.now
                try store.insert(.quote("7")) { _ in
                    Issue.record("compared")
                    return true
                }
                #expect(ContinuousClock.now - start >= .milliseconds(20))
                #expect(try store.retrieve() == .quote("7"))
            }
            #expect(contents(of: folder) == ["BTC-USD.json", "BTC-USD.lock"])
        }
    }

    @Test func lock_isHeldWhileQuotesAreComparedAndFreeAfterwards() throws {
        try withTemporaryFolder { folder in
            let store = FilePriceStore(in: folder)
            let lock = File("BTC-USD.lock", in: folder)
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

    @Test func reader_waitsForNobody() throws {
        try withTemporaryFolder { folder in
            try FilePriceStore(in: folder).insert(.quote("1"))
            let quote = try File("BTC-USD.lock", in: folder).whileLocked { try FilePriceStore(in: folder).retrieve() }
            #expect(try quote == .quote("1"))
        }
    }

    @Test func patience_isAskedEachTime() throws {
        try withTemporaryFolder { folder in
            let asked = Locked(0)
            let store = FilePriceStore(folder: CacheDirectory(folder), currency: .usd) {
                asked.withLock { $0 += 1 }
                return .zero
            }
            try store.insert(.quote("1"))
            try store.insert(.quote("2"))
            #expect(asked.withLock { $0 } == 2)
        }
    }

    @Test func lockOfAnotherCurrency_isAnother() throws {
        try withTemporaryFolder { folder in
            try File("BTC-EUR.lock", in: folder).whileLocked {
                try FilePriceStore(in: folder).insert(.quote("1"))
                try FilePriceStore(in: folder).insert(.quote("2")) { _ in true }
                #expect(try FilePriceStore(in: folder).retrieve() == .quote("1"))
            }
        }
    }
}
