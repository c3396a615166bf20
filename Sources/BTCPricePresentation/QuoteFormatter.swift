package import BTCPriceCore

/// An output format.
package protocol QuoteFormatter: Sendable {
    /// The value of `--format`.
    var name: String { get }

    /// What it prints, for `--help`.
    var summary: String { get }

    /// Whether it always prints the exact price, so that `--decimals` does not apply.
    var isAlwaysExact: Bool { get }

    /// Whether it shows staleness itself: its host would hide the output of a command that fails.
    var impliesStaleOK: Bool { get }

    /// The line with the names of the fields, without a newline; nil if the format has none.
    var header: String? { get }

    /// One or more lines, without the last newline. They are bytes, since a template need not be UTF-8.
    ///
    /// - Parameter decimals: the decimals of the price; nil: the format's default.
    func text(for delivered: DeliveredQuote, decimals: Decimals?) -> [UInt8]
}

extension QuoteFormatter {
    package var isAlwaysExact: Bool { false }

    package var impliesStaleOK: Bool { false }

    package var header: String? { nil }
}
