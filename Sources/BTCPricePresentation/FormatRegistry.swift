/// A format that can be asked for by name.
public struct QuoteFormat: Sendable {
    /// What `--format` takes.
    public let name: String
    /// For `--help`.
    public let summary: String
    /// Whether its price is always exact, so that decimals cannot be asked for.
    public let isAlwaysExact: Bool
    /// Whether it shows that a quote is stale to a host that would hide what a failing command prints.
    public let impliesStaleOK: Bool
    /// Makes its formatter.
    public let makeFormatter: @Sendable (FormatOptions) -> any QuoteFormatter

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

/// Every format there is.
public enum FormatRegistry {
    /// A new format is one more line here; the first is the default.
    public static let formats: [QuoteFormat] = [
        QuoteFormat("text", "price, time and source", TextQuoteFormatter.init),
        QuoteFormat("number", "the digits alone", NumberQuoteFormatter.init),
        QuoteFormat("json", "one object on one line", isAlwaysExact: true) { _ in JSONQuoteFormatter() },
        QuoteFormat("csv", "one RFC 4180 row", isAlwaysExact: true) { _ in CSVQuoteFormatter() },
        QuoteFormat("waybar", "JSON for waybar", impliesStaleOK: true, WaybarQuoteFormatter.init),
        QuoteFormat("xbar", "a menu for xbar and SwiftBar", impliesStaleOK: true, XbarQuoteFormatter.init),
        QuoteFormat("prometheus", "metrics for node_exporter", isAlwaysExact: true, impliesStaleOK: true) { _ in
            PrometheusQuoteFormatter()
        },
    ]

    /// The format of that name.
    public static func format(named name: some Sequence<UInt8>) -> QuoteFormat? {
        formats.first { $0.name.utf8.elementsEqual(name) }
    }
}
