/// Stores a fetched quote for later runs, unless a newer one of the same source is stored already.
package struct PersistLastValidPrice {
    private let store: any PriceStore
    private let now: () -> Timestamp

    package init(store: any PriceStore, now: @escaping () -> Timestamp) {
        self.store = store
        self.now = now
    }

    /// Throws if the store cannot be written, which is only worth a warning.
    package func execute(_ quote: PriceQuote) throws(StoreError) {
        // `now` is called under the lock. If it were called before the wait, a quote that another run stores meanwhile would seem
        // to be from the future.
        try store.update { stored in StoredQuotes.inserting(quote, into: stored, at: now()) }
    }
}
