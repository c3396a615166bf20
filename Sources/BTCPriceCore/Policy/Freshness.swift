/// What the age of quotes allows.
enum Freshness {
    /// More quotes than there are sources are not stored.
    private static let maxStoredQuotes = 16

    /// Zero for a quote from the future.
    static func age(of quote: PriceQuote, at now: Timestamp) -> Duration {
        max(.zero, now - quote.timestamp)
    }

    /// Whether the quote is younger than `maxAge` and not from the future.
    static func isFresh(_ quote: PriceQuote, at now: Timestamp, maxAge: Duration) -> Bool {
        let age = now - quote.timestamp
        return age >= .zero && age < maxAge
    }

    /// Sorts quotes by their age. One from the future counts as the oldest.
    static func newestFirst(_ quotes: [PriceQuote], at now: Timestamp) -> [PriceQuote] {
        quotes.sorted { left, right in
            let isFuture = (left: left.timestamp > now, right: right.timestamp > now)
            return isFuture.left == isFuture.right ? left.timestamp > right.timestamp : isFuture.right
        }
    }

    /// The stored quotes with `quote` in place of the one from the same source, newest first; nil if that one is newer and
    /// not from the future, and so is kept.
    static func inserting(_ quote: PriceQuote, into stored: [PriceQuote], at now: Timestamp) -> [PriceQuote]? {
        let isNewer = stored.contains {
            $0.source == quote.source && $0.timestamp > quote.timestamp && $0.timestamp <= now
        }
        guard !isNewer else { return nil }
        let others = stored.filter { $0.source != quote.source }
        return Array(newestFirst([quote] + others, at: now).prefix(maxStoredQuotes))
    }
}
