/// A source as the user names it. Whoever implements this also knows how to ask it.
package protocol Source: AnyObject, Sendable {
    /// In lower-case letters and digits.
    var name: String { get }
    /// Where requests go by default.
    var host: String { get }
    /// One for each currency that the source quotes.
    var pairs: [TradingPair] { get }
    /// The variable with its API key, such as `CRYPTOCOMPARE_API_KEY`; nil if it needs none.
    var keyVariable: String? { get }
}

extension Source {
    package var keyVariable: String? { nil }
}
