package import BTCPriceCore

/// An output format.
package struct QuoteFormatter: Sendable {
    /// The value of `--format`.
    package let name: String

    /// What it prints, for completions and the documentation.
    package let summary: String

    /// Whether it always prints the exact price, so that `--decimals` does not apply.
    package let isAlwaysExact: Bool

    /// Whether it shows staleness itself: its host would hide the output of a command that fails.
    package let impliesStaleOK: Bool

    /// The line with the names of the fields, without a newline; nil if the format has none.
    package let header: String?

    private let makeText: @Sendable (DeliveredQuote, Decimals?) -> [UInt8]

    /// - Parameter makeText: as `text` does.
    init(
        name: String, summary: String, isAlwaysExact: Bool = false, impliesStaleOK: Bool = false, header: String? = nil,
        makeText: @escaping @Sendable (DeliveredQuote, Decimals?) -> [UInt8]
    ) {
        self.name = name
        self.summary = summary
        self.isAlwaysExact = isAlwaysExact
        self.impliesStaleOK = impliesStaleOK
        self.header = header
        self.makeText = makeText
    }

    /// One or more lines, without the last newline. They are bytes, since a template need not be UTF-8.
    ///
    /// - Parameter decimals: the decimals of the price; nil: the format's default.
    package func text(for delivered: DeliveredQuote, decimals: Decimals?) -> [UInt8] { makeText(delivered, decimals) }
}
