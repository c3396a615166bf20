/// Which quotes the cache contains, and in which order.
enum CacheRules {
    /// Enough for one quote of each source, and for some sources that only other versions of btcq know.
    private static let maxCount = 16

    /// A quote from the future counts as the oldest.
    static func newestFirst(_ quotes: [PriceQuote], at now: Timestamp) -> [PriceQuote] {
        func rank(_ quote: PriceQuote) -> Int64 { quote.timestamp > now ? -1 : quote.timestamp.milliseconds }
        return quotes.sorted { rank($0) > rank($1) }
    }

    /// What to store after `quote` was received: at most `maxCount` quotes, newest first, one per source. Nil if nothing
    /// changes, because a newer quote of this source is stored already.
    static func inserting(_ quote: PriceQuote, into stored: [PriceQuote], at now: Timestamp) -> [PriceQuote]? {
        let isNewer = stored.contains {
            $0.sourceName == quote.sourceName && $0.timestamp > quote.timestamp && $0.timestamp <= now
        }
        guard !isNewer else { return nil }
        let others = stored.filter { $0.sourceName != quote.sourceName }
        return Array(newestFirst([quote] + others, at: now).prefix(maxCount))
    }
}
