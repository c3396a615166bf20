import BTCPriceCore
import BTCPricePersistence
import PortContracts
import SampleValues
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct FilePriceStoreTests {
    private let directory = TemporaryDirectory()
    private var store: FilePriceStore { FilePriceStore(in: directory.path) }
    private var lock: File { directory.file("BTC-USD.4.lock") }

    @Test(arguments: PriceStoreContract.rules + PriceStoreContract.concurrencyRules)
    func priceStore_keepsItsContract(_ rule: ContractRule<PriceStoreContract.Stores>) throws {
        try rule.check { FilePriceStore(in: directory.path, $0) }
    }

    @Test func update_whenTheChangeIsNil_writesNothing() throws {
        try store.update { _ in nil }
        #expect(directory.names == ["BTC-USD.4.lock"])
        try store.insert(.sample("1"))
        let file = directory.file("BTC-USD.4.json")
        file.setModified(.now)
        try store.update { _ in nil }
        #expect(file.modified == .now)
    }

    @Test func update_duringTheChange_holdsTheLock() throws {
        try store.update { _ in
            #expect(lock.isLocked)
            return nil
        }
        #expect(lock.isReleased)
        #expect(lock.mode == 0o600)
    }

    @Test func update_whenTheLockTimesOut_proceedsWithoutIt() throws {
        let quotes = [PriceQuote.sample("1"), .sample("2")]
        try store.insert(quotes[0])
        try lock.whileLocked {
            let start = ContinuousClock.now
            try FilePriceStore(in: directory.path, lockTimeout: .milliseconds(20)).update { stored in
                #expect(stored == [quotes[0]])
                return [quotes[1]]
            }
            #expect(ContinuousClock.now - start >= .milliseconds(20))
            // Reading needs no lock.
            #expect(try store.retrieve() == [quotes[1]])
        }
        #expect(directory.names == ["BTC-USD.4.json", "BTC-USD.4.lock"])
    }

    @Test func update_whenTheLockFileCannotBeOpened_proceedsWithoutTheLock() throws {
        try lock.makeDirectory()
        try FilePriceStore(in: directory.path, lockTimeout: .zero).insert(.sample("7"))
        #expect(try store.retrieve() == [.sample("7")])
    }

    @Test func lockTimeout_isEvaluatedAtEachUpdate() throws {
        let evaluations = Locked(0)
        let store = FilePriceStore(directory: CacheDirectory(directory.path), currency: .usd) {
            evaluations.withLock { $0 += 1 }
            return .zero
        }
        try store.insert(.sample("1"))
        try store.insert(.sample("2"))
        #expect(evaluations.withLock { $0 } == 2)
    }
}
