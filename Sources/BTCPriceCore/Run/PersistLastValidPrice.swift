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
        // `now` is called while the store is locked: a quote that another run stored in the meantime is not from the
        // future.
        try store.update { stored in StoredQuotes.inserting(quote, into: stored, at: now()) }
    }
}
