/// Stores a fetched quote for later runs, unless a newer one of the source with this name is stored already. One from the future does not
/// count as newer.
package struct PersistLastValidPrice {
    private let store: any PriceStore
    private let now: () -> Timestamp

    package init(store: any PriceStore, now: @escaping () -> Timestamp) {
        self.store = store
        self.now = now
    }

    /// Throws if the store cannot be written, which is only worth a warning.
    package func execute(_ quote: PriceQuote) throws(StoreError) {
        // `update` may wait for another run, so `now` is called inside of it. If it were called before, a quote that the other run
        // stores meanwhile would seem to be from the future, and would be replaced by this older one.
        try store.update { stored in StoredQuotes.inserting(quote, into: stored, at: now()) }
    }
}
