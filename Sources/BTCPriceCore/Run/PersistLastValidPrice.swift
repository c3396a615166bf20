/// Stores a fetched quote for later runs, unless a newer quote of a source of the same name is stored already. A quote from the
/// future does not count as newer.
package struct PersistLastValidPrice {
    private let store: any PriceStore
    private let now: () -> Timestamp

    package init(store: any PriceStore, now: @escaping () -> Timestamp) {
        self.store = store
        self.now = now
    }

    /// Throws if the store cannot be written, which is only worth a warning.
    package func execute(_ quote: PriceQuote) throws(StoreError) {
        // `update` may wait for another run, so `now` is called inside `update`. If `now` were called before, a quote that the
        // other run stores meanwhile would seem to be from the future, and would be replaced by `quote`, which is older.
        try store.update { stored in StoredQuotes.inserting(quote, into: stored, at: now()) }
    }
}
