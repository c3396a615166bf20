/// The quotes in the cache.
enum StoredQuotes {
    /// How many quotes are kept: more than there are sources.
    private static let maxCount = 16

    /// Sorts quotes by their age. One from the future counts as the oldest.
    static func newestFirst(_ quotes: [PriceQuote], at now: Timestamp) -> [PriceQuote] {
        func rank(_ quote: PriceQuote) -> Int64 { quote.timestamp > now ? -1 : quote.timestamp.milliseconds }
        return quotes.sorted { rank($0) > rank($1) }
    }

    /// The stored quotes with `quote` in place of the one from the same source, newest first; nil if that one is newer and
    /// not from the future, and so is kept.
    static func inserting(_ quote: PriceQuote, into stored: [PriceQuote], at now: Timestamp) -> [PriceQuote]? {
        let isNewer = stored.contains {
            $0.source == quote.source && $0.timestamp > quote.timestamp && $0.timestamp <= now
        }
        guard !isNewer else { return nil }
        let others = stored.filter { $0.source != quote.source }
        return Array(newestFirst([quote] + others, at: now).prefix(maxCount))
    }
}
