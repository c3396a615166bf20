/// What the age of a quote allows.
enum Freshness {
    /// Zero for a quote from the future.
    static func age(of quote: PriceQuote, at now: Timestamp) -> Duration {
        max(.zero, now - quote.timestamp)
    }

    /// Whether the quote is younger than `maxAge` and not from the future.
    static func isFresh(_ quote: PriceQuote, at now: Timestamp, maxAge: Duration) -> Bool {
        let age = now - quote.timestamp
        return age >= .zero && age < maxAge
    }

    /// Whether the quote may be printed as stale; with zero, none may.
    static func isPrintable(_ quote: PriceQuote, at now: Timestamp, maxStale: Duration) -> Bool {
        maxStale > .zero && age(of: quote, at: now) <= maxStale
    }

    /// Whether a stored quote must not be replaced by `quote`: it is newer, and not from the future.
    static func shouldKeep(_ stored: PriceQuote, over quote: PriceQuote, at now: Timestamp) -> Bool {
        stored.timestamp > quote.timestamp && stored.timestamp <= now
    }
}
