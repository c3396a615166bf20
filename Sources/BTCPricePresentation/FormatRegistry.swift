import BTCPriceCore

package enum FormatRegistry {
    /// All formats but the user's own, a template. To add one, add it here; the first one is the default.
    package static let formats: [QuoteFormatter] = [.text, .number, .json, .csv, .waybar, .xbar, .prometheus]

    /// The format of this name, whether its letters are upper or lower case.
    package static func format(named name: some Collection<UInt8>) -> QuoteFormatter? {
        formats.first { name.equalsIgnoringCase($0.name) }
    }
}
