/// What a quote's age allows: pure functions of the quote, the time and what the run asked for.
enum Freshness {
    /// How long ago the quote was received; zero for one from the future.
    static func age(of quote: PriceQuote, at now: Timestamp) -> Duration {
        max(.zero, now - quote.timestamp)
    }

    /// Whether the quote will do in place of a fetched one: younger than `maxAge`, and not from the future.
    static func isFresh(_ quote: PriceQuote, at now: Timestamp, maxAge: Duration) -> Bool {
        let age = now - quote.timestamp
        return age >= .zero && age < maxAge
    }

    /// Whether the quote is worth printing as stale; zero allows none.
    static func isPrintable(_ quote: PriceQuote, at now: Timestamp, maxStale: Duration) -> Bool {
        maxStale > .zero && age(of: quote, at: now) <= maxStale
    }

    /// Whether a kept quote stays where a new one was received: only if it came later, and not from the future.
    static func isKept(_ kept: PriceQuote, over quote: PriceQuote, at now: Timestamp) -> Bool {
        kept.timestamp > quote.timestamp && kept.timestamp <= now
    }
}
