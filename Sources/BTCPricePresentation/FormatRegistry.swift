/// A format that can be asked for by name.
public struct QuoteFormat: Sendable {
    /// What `--format` takes.
    public let name: String
    /// For `--help`.
    public let summary: String
    /// Makes its formatter.
    public let makeFormatter: @Sendable (FormatOptions) -> any QuoteFormatter
}

/// Every format there is.
public enum FormatRegistry {
    /// A new format is one more line here; the first is the default.
    public static let formats: [QuoteFormat] = [
        QuoteFormat(name: "text", summary: "price, time and source", makeFormatter: TextQuoteFormatter.init),
        QuoteFormat(name: "number", summary: "the exact digits alone", makeFormatter: NumberQuoteFormatter.init),
        QuoteFormat(name: "json", summary: "one object on one line", makeFormatter: JSONQuoteFormatter.init),
        QuoteFormat(name: "csv", summary: "one RFC 4180 row", makeFormatter: CSVQuoteFormatter.init),
    ]

    /// The format of that name.
    public static func format(named name: String) -> QuoteFormat? {
        formats.first { $0.name == name }
    }
}
