public import BTCPriceCore

/// Turns a delivered quote into one line of output.
public protocol QuoteFormatter: Sendable {
    /// The line that names the fields, for a format that has one; without a newline.
    var header: String? { get }

    /// The line, or lines, without the last newline. Bytes, since a template's need not be UTF-8.
    func line(for delivered: DeliveredQuote) -> [UInt8]
}

extension QuoteFormatter {
    /// No header.
    public var header: String? { nil }
}

/// What a user may ask of any format.
public struct FormatOptions: Equatable, Sendable {
    /// Decimals of a price made for reading, 0 to 8; nil: the currency's own.
    public var decimals: Int?

    /// The defaults, or these decimals.
    public init(decimals: Int? = nil) {
        self.decimals = decimals
    }
}
