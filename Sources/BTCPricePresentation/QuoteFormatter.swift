package import BTCPriceCore

/// An output format.
package struct QuoteFormatter: Sendable {
    /// The value of `--format` that chooses it; `template` for the user's own format, which only `--template` chooses.
    package let name: String

    /// What it prints, for completions and the documentation.
    package let summary: String

    /// Whether it always prints the exact price, so that `--decimals` does not apply.
    package private(set) var isAlwaysExact = false

    /// Whether a stale quote is a success, as with `--stale-ok`: the output shows that the quote is stale, and the program that
    /// reads the output would ignore the output of a command that fails.
    package private(set) var impliesStaleOK = false

    /// The line with the names of the fields, without a newline; nil if the format has none.
    package private(set) var header: String?

    /// One or more lines, without the last newline. They are bytes, since a template need not be UTF-8.
    ///
    /// - Parameter decimals: the decimals of the price; nil: the format's default.
    package let text: @Sendable (_ delivered: DeliveredQuote, _ decimals: Decimals?) -> [UInt8]
}

package enum FormatRegistry {
    /// All formats but the user's own, a template. To add one, add it here; the first one is the default.
    package static let formats: [QuoteFormatter] = [.text, .number, .json, .csv, .waybar, .xbar, .prometheus]

    /// The format of this name, whether its letters are upper or lower case.
    package static func format(named name: some Collection<UInt8>) -> QuoteFormatter? {
        formats.first { name.equalsIgnoringCase($0.name) }
    }
}
