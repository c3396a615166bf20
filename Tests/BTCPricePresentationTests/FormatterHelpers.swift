import BTCPriceCore
import Testing

@testable import BTCPricePresentation

extension QuoteFormatter {
    func text(_ delivered: DeliveredQuote, decimals: Int? = nil) -> String {
        String(decoding: render(delivered, .of(decimals)), as: UTF8.self)
    }
}

extension DecimalPlaces? {
    /// This many, if they are a digit.
    static func of(_ count: Int?) -> DecimalPlaces? { count.flatMap { DecimalPlaces("\($0)".utf8) } }
}
