/// Stores a fetched quote, unless a newer one of that source is stored already.
struct PersistLastValidPrice {
    /// Enough for one quote of each source, and for some sources that only other versions of btcq know.
    private static let maxCount = 16

    let store: any PriceStore
    let now: () -> Timestamp

    /// An error is only worth a warning.
    func execute(_ quote: PriceQuote) throws(StoreError) {
        // `update` may wait for another run. By a time from before that wait, the newer quote of that run would be from the
        // future, and `quote` would replace it.
        try store.update { stored in Self.inserting(quote, into: stored, at: now()) }
    }

    /// At most `maxCount` quotes, newest first, one per source. Nil if nothing changes.
    static func inserting(_ quote: PriceQuote, into stored: [PriceQuote], at now: Timestamp) -> [PriceQuote]? {
        let isNewer = stored.contains {
            $0.sourceName == quote.sourceName && $0.timestamp > quote.timestamp && $0.timestamp <= now
        }
        guard !isNewer else { return nil }
        let others = stored.filter { $0.sourceName != quote.sourceName }
        return Array(([quote] + others).newestFirst(at: now).prefix(maxCount))
    }
}
