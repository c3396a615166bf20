// BTCPricePresentation: how a quote is printed.
//
// A format is a static `QuoteFormatter` in a file of its own, in `Formats`, listed in `FormatRegistry`. It turns a
// `DeliveredQuote`, which knows its own age and freshness, into bytes without the last line end. `Template` is the
// user's own format.

package import BTCPriceCore

package struct QuoteFormatter: Sendable {
    /// The value of `--format`; `template` for the user's template, which only `--template` chooses.
    package let name: String

    /// A description for completions.
    package let summary: String

    /// With this format, `--decimals` is a usage error.
    package private(set) var isAlwaysExact = false

    /// A stale quote is a success, as with `--stale-ok`: the output shows its age or state, and bars and collectors may
    /// ignore a command that fails.
    package private(set) var impliesStaleOK = false

    /// The names of the fields, for CSV; nil in other formats.
    package private(set) var header: String?

    /// The output, as bytes: a template need not be UTF-8.
    ///
    /// - Parameter decimals: nil: as many as the format prints by itself.
    package let render: @Sendable (_ delivered: DeliveredQuote, _ decimals: DecimalPlaces?) -> [UInt8]
}

package enum FormatRegistry {
    /// In the order of `--help`; the first one is the default.
    package static let formats: [QuoteFormatter] = [.text, .number, .json, .csv, .short, .waybar, .xbar, .prometheus]
}
