/// Stores a fetched quote, unless a newer one of that source is stored already.
struct PersistLastValidPrice {
    let store: any PriceStore
    let now: () -> Timestamp

    /// An error is only worth a warning.
    func execute(_ quote: PriceQuote) throws(StoreError) {
        // `now` is called after `update` has waited for another run: by an earlier `now`, a newer quote of that run
        // would be in the future, and `quote` would replace it.
        try store.update { stored in Self.inserting(quote, into: stored, at: now()) }
    }

    /// One quote of each source, newest first: if not all fit into the file, the oldest are left out. Nil if a newer
    /// one of its source is stored.
    static func inserting(_ quote: PriceQuote, into stored: [PriceQuote], at now: Timestamp) -> [PriceQuote]? {
        let isNewer = stored.contains {
            $0.sourceName == quote.sourceName && $0.timestamp > quote.timestamp && $0.timestamp <= now
        }
        guard !isNewer else { return nil }
        let others = stored.filter { $0.sourceName != quote.sourceName }
        return ([quote] + others).newestFirst(at: now)
    }
}
