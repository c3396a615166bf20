public import BTCPriceCore

/// Turns a delivered quote into a line of output, or some.
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

/// What a user may ask of a format.
public struct FormatOptions: Equatable, Sendable {
    /// Decimals of the price, 0 to 8; nil: the format's own.
    public var decimals: Int?

    /// The defaults, or these decimals.
    public init(decimals: Int? = nil) {
        self.decimals = decimals
    }
}
