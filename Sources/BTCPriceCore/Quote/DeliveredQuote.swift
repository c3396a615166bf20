/// A quote as one run prints it.
package struct DeliveredQuote: Equatable, Sendable {
    package enum Freshness: Sendable {
        /// Fetched by this run.
        case live
        /// Cached, and with `--max-age` either younger than that or fetched by another run since this one began; see
        /// `CachePolicy.isFresh`.
        case fresh
        /// Cached, and not fresh.
        case stale
    }

    package let quote: PriceQuote
    package let freshness: Freshness
    package let age: Age

    package init(_ quote: PriceQuote, _ freshness: Freshness, age: Age = Age(.zero)) {
        self.quote = quote
        self.freshness = freshness
        self.age = age
    }

    package var isCached: Bool { freshness != .live }
    package var isStale: Bool { freshness == .stale }
}

/// Whole seconds, rounded down; 0 for a negative duration.
package struct Age: Equatable, Sendable {
    package let seconds: Int64

    package init(_ duration: Duration) {
        seconds = max(0, duration.components.seconds)
    }
}

extension Age: CustomStringConvertible {
    /// In the largest unit, rounded down: `0s`, `59s`, `5m`, `2h`, `3d`.
    package var description: String {
        switch seconds {
        case ..<60: "\(seconds)s"
        case ..<3600: "\(seconds / 60)m"
        case ..<86_400: "\(seconds / 3600)h"
        default: "\(seconds / 86_400)d"
        }
    }
}
