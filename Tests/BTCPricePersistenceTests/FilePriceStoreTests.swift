import BTCPriceCore
import BTCPricePersistence
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

    @Test func update_duringTheChange_holdsTheLock() throws {
        try store.update { _ in
            #expect(lock.isLocked)
            return nil
        }
        #expect(lock.isReleased)
        #expect(lock.mode == 0o600)
    }
}
