/// Keeps a fetched quote for the runs to come, unless a later one is already kept.
public struct PersistLastValidPrice: Sendable {
    private let store: any PriceStore
    private let now: @Sendable () -> Timestamp

    /// Persists into `store`; `now` tells a later quote from one whose clock was wrong.
    public init(store: any PriceStore, now: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.now = now
    }

    /// Throws when the store cannot be written, which is worth a warning and no more.
    public func callAsFunction(_ quote: PriceQuote) throws(PriceStoreError) {
        // The time is asked when it is this run's turn: what was kept meanwhile is not from the future.
        try store.insert(quote) { kept in Freshness.isKept(kept, over: quote, at: now()) }
    }
}
