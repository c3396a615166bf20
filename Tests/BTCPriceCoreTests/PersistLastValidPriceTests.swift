import BTCPriceCore
import Testing

@Suite struct PersistLastValidPriceTests {
    @Test(arguments: [
        (Duration.milliseconds(-1), "coinbase"), (.zero, "coinbase"), (.milliseconds(1), "kraken"),
        (.seconds(60), "kraken"),
        (.milliseconds(60_001), "coinbase"),
    ])
    func keptQuote_staysOnlyWhereItCameLaterThanTheFetchedOneAndNotFromTheFuture(
        _ later: Duration, _ kept: String
    ) throws {
        let fetched = Timestamp.ago(.seconds(60))
        let store = PortsDouble(PortsDouble.World(cached: .from("kraken", at: fetched + later)))
        try PersistLastValidPrice(store: store, now: { .now })(.from("coinbase", at: fetched))
        #expect(store.world.cached?.source == kept)
    }

    /// Another run has kept its quote while this one waited to write.
    @Test func time_isAskedWhenTheStoreCompares() throws {
        let store = PortsDouble(PortsDouble.World(cached: .from("kraken", at: .now + .seconds(1))))
        let persist = PersistLastValidPrice(store: store) { store.messages.isEmpty ? .now : .now + .seconds(2) }
        try persist(.from("coinbase"))
        #expect(store.world.cached?.source == "kraken")
    }

    @Test func storeThatCannotBeWritten_isAnError() {
        let error = PriceStoreError("/x: No space left on device")
        let store = PortsDouble(PortsDouble.World(insertError: error))
        #expect(throws: error) { try PersistLastValidPrice(store: store, now: { .now })(.from("coinbase")) }
    }
}
