/// Which quotes the cache contains, and in which order.
enum StoredQuotes {
    /// How many quotes are stored at most: one for each source, and some of sources that other versions of btcq know.
    private static let maxCount = 16

    /// The quotes sorted by age, except that a quote from the future counts as the oldest.
    static func newestFirst(_ quotes: [PriceQuote], at now: Timestamp) -> [PriceQuote] {
        func rank(_ quote: PriceQuote) -> Int64 { quote.timestamp > now ? -1 : quote.timestamp.milliseconds }
        return quotes.sorted { rank($0) > rank($1) }
    }

    /// At most `maxCount` quotes to store, newest first: `quote`, and the stored quotes of sources with other names. Nil if
    /// nothing is to be changed, since the stored quote of the source with the same name, at whatever address, is newer than
    /// `quote` and not from the future.
    static func inserting(_ quote: PriceQuote, into stored: [PriceQuote], at now: Timestamp) -> [PriceQuote]? {
        let isNewer = stored.contains {
            $0.sourceName == quote.sourceName && $0.timestamp > quote.timestamp && $0.timestamp <= now
        }
        guard !isNewer else { return nil }
        let others = stored.filter { $0.sourceName != quote.sourceName }
        return Array(newestFirst([quote] + others, at: now).prefix(maxCount))
    }
}
