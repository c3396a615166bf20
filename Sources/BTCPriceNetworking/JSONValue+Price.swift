import BTCPriceCore
import BTCPriceJSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension JSONValue? {
    /// The price that a string spells.
    func priceFromString() throws(PriceLoadingError) -> Decimal {
        guard let self else { throw .invalidData("no price") }
        guard let text = self.string, let price = PriceDigits.price(ofString: text) else { throw .invalidPrice }
        return price
    }

    /// The price that a number is.
    func priceFromNumber() throws(PriceLoadingError) -> Decimal {
        guard let self else { throw .invalidData("no price") }
        guard let digits = self.number, let price = PriceDigits.price(ofNumber: digits) else { throw .invalidPrice }
        return price
    }
}
