package import BTCPriceCore

package struct QuoteFormatter: Sendable {
    /// The value of `--format`; `template` for the user's own, which only `--template` chooses.
    package let name: String

    /// For completions.
    package let summary: String

    /// `--decimals` does not apply.
    package private(set) var isAlwaysExact = false

    /// A stale quote is a success, as with `--stale-ok`: the output shows that it is stale, and its reader would ignore a
    /// command that fails.
    package private(set) var impliesStaleOK = false

    /// The names of the fields, without a newline.
    package private(set) var header: String?

    /// Without the last newline. Bytes, since a template need not be UTF-8.
    ///
    /// - Parameter decimals: nil: as many as the format prints by itself.
    package let text: @Sendable (_ delivered: DeliveredQuote, _ decimals: Decimals?) -> [UInt8]
}

package enum FormatRegistry {
    /// To add one, add it here; the first one is the default.
    package static let formats: [QuoteFormatter] = [.text, .number, .json, .csv, .waybar, .xbar, .prometheus]

    /// In upper or lower case.
    package static func format(named name: some Collection<UInt8>) -> QuoteFormatter? {
        formats.first { name.equalsIgnoringCase($0.name) }
    }
}
