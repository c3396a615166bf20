/// Stores a fetched quote, unless a newer one of that source is stored already.
struct PersistLastValidPrice {
    let store: any PriceStore
    let now: () -> Timestamp

    /// An error is only worth a warning.
    func execute(_ quote: PriceQuote) throws(StoreError) {
        // `update` may wait for another run. By a time from before that wait, the newer quote of that run would be from the
        // future, and `quote` would replace it.
        try store.update { stored in CacheRules.inserting(quote, into: stored, at: now()) }
    }
}
