import BTCPriceCore

/// An output format that can be chosen by name.
package struct QuoteFormat: Sendable {
    /// The value of `--format`.
    package let name: String
    /// For `--help`.
    package let summary: String
    /// Whether it always prints the exact price, so that `--decimals` does not apply.
    package let isAlwaysExact: Bool
    /// Whether it shows staleness itself: its host would hide the output of a command that fails.
    package let impliesStaleOK: Bool
    package let makeFormatter: @Sendable (FormatOptions) -> any QuoteFormatter

    init(
        _ name: String, _ summary: String, isAlwaysExact: Bool = false, impliesStaleOK: Bool = false,
        _ makeFormatter: @escaping @Sendable (FormatOptions) -> any QuoteFormatter
    ) {
        self.name = name
        self.summary = summary
        self.isAlwaysExact = isAlwaysExact
        self.impliesStaleOK = impliesStaleOK
        self.makeFormatter = makeFormatter
    }
}

package enum FormatRegistry {
    /// All formats. To add one, add a line; the first one is the default.
    package static let formats: [QuoteFormat] = [
        QuoteFormat("text", "price, time, source and pair", TextQuoteFormatter.init),
        QuoteFormat("number", "only the digits", NumberQuoteFormatter.init),
        QuoteFormat("json", "one object on one line", isAlwaysExact: true) { _ in JSONQuoteFormatter() },
        QuoteFormat("csv", "one RFC 4180 row", isAlwaysExact: true) { _ in CSVQuoteFormatter() },
        QuoteFormat("waybar", "JSON for waybar", impliesStaleOK: true, WaybarQuoteFormatter.init),
        QuoteFormat("xbar", "a menu for xbar and SwiftBar", impliesStaleOK: true, XbarQuoteFormatter.init),
        QuoteFormat("prometheus", "metrics for node_exporter", isAlwaysExact: true, impliesStaleOK: true) { _ in
            PrometheusQuoteFormatter()
        },
    ]

    /// The format of this name, in any case.
    package static func format(named name: some Collection<UInt8>) -> QuoteFormat? {
        formats.first { name.equalsIgnoringCase($0.name) }
    }
}
