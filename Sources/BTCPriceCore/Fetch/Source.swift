/// A source as the user names it. Core does not know how it is asked.
package protocol Source: AnyObject, Sendable {
    /// In lower-case letters and digits.
    var name: String { get }
    /// One for each currency that the source quotes.
    var pairs: [TradingPair] { get }
}
