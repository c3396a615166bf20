package import BTCPriceCore

/// Formats a quote for output.
package protocol QuoteFormatter: Sendable {
    /// The line with the names of the fields, without a newline; nil if the format has none.
    var header: String? { get }

    /// One or more lines, without the last newline. They are bytes, since a template need not be UTF-8.
    func line(for delivered: DeliveredQuote) -> [UInt8]
}

extension QuoteFormatter {
    package var header: String? { nil }
}

package struct FormatOptions: Equatable, Sendable {
    /// Decimals of the price, 0 to 8; nil: the format's default.
    package var decimals: Int?

    package init(decimals: Int? = nil) {
        self.decimals = decimals
    }
}
