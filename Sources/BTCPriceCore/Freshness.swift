#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a quote's age allows: pure functions of the quote, the time and what the run asked for.
enum Freshness {
    /// How long ago the quote was received; zero for one from the future.
    static func age(of quote: PriceQuote, at now: Date) -> Duration {
        max(.zero, signedAge(of: quote, at: now))
    }

    /// Whether the quote will do in place of a fetched one: younger than `maxAge`, and not from the future.
    static func isFresh(_ quote: PriceQuote, at now: Date, maxAge: Duration) -> Bool {
        let age = signedAge(of: quote, at: now)
        return age >= .zero && age < maxAge
    }

    /// Whether the quote is worth printing as stale; nil is no bound, zero allows none.
    static func isPrintable(_ quote: PriceQuote, at now: Date, maxStale: Duration?) -> Bool {
        guard let maxStale else { return true }
        return maxStale > .zero && age(of: quote, at: now) <= maxStale
    }

    /// Whether a kept quote stays where a new one was received: only if it came later, and not from the future.
    static func isKept(_ kept: PriceQuote, over quote: PriceQuote, at now: Date) -> Bool {
        kept.timestamp > quote.timestamp && signedAge(of: kept, at: now) >= .zero
    }

    private static func signedAge(of quote: PriceQuote, at now: Date) -> Duration {
        .milliseconds(now.millisecondsSince1970 - quote.timestamp.millisecondsSince1970)
    }
}
