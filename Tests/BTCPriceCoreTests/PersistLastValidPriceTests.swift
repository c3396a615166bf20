import BTCPriceCore
import Testing

@Suite struct PersistLastValidPriceTests {
    @Test(arguments: [
        (Duration.milliseconds(-1), "coinbase"), (.zero, "coinbase"), (.milliseconds(1), "kraken"),
        (.seconds(60), "kraken"),
        (.milliseconds(60_001), "coinbase"),
    ])
    func execute_whenANewerQuoteIsStored_keepsItUnlessItIsFromTheFuture(
        _ later: Duration, _ remaining: String
    ) throws {
        let fetched = Timestamp.ago(.seconds(60))
        let store = PortsDouble(PortsDouble.World(cached: .from("kraken", at: fetched + later)))
        try PersistLastValidPrice(store: store, now: { .now }).execute(.from("coinbase", at: fetched))
        #expect(store.world.cached?.source == remaining)
    }

    /// Another run has stored its quote while this one waited for the lock.
    @Test func execute_readsTheTimeWhenTheStoreCompares() throws {
        let store = PortsDouble(PortsDouble.World(cached: .from("kraken", at: .now + .seconds(1))))
        let persist = PersistLastValidPrice(store: store) { store.messages.isEmpty ? .now : .now + .seconds(2) }
        try persist.execute(.from("coinbase"))
        #expect(store.world.cached?.source == "kraken")
    }

    @Test func execute_whenTheStoreCannotBeWritten_throws() {
        let error = PriceStoreError("/x: No space left on device")
        let store = PortsDouble(PortsDouble.World(insertError: error))
        #expect(throws: error) { try PersistLastValidPrice(store: store, now: { .now }).execute(.from("coinbase")) }
    }

    @Test func storeError_isDescribedByItsText() {
        #expect("\(PriceStoreError("/x: No space left on device"))" == "/x: No space left on device")
    }
}
