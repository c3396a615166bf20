import BTCPriceCore
import BTCPriceJSON

extension JSONValue? {
    /// The price in a JSON string. Throws `invalidData` if the member is missing, and `invalidPrice` if it is anything but a
    /// string with a price.
    func priceFromString() throws(PriceLoadingError) -> Price {
        guard let self else { throw .invalidData("no price") }
        guard let text = self.string, let price = Price(text) else { throw .invalidPrice }
        return price
    }

    /// The price in a JSON number. Throws as `priceFromString` does.
    func priceFromNumber() throws(PriceLoadingError) -> Price {
        guard let self else { throw .invalidData("no price") }
        guard let text = self.number, let price = Price(jsonNumber: text) else { throw .invalidPrice }
        return price
    }
}

extension PriceLoadingError {
    static let wrongPair = PriceLoadingError.invalidData("not the pair asked for")
    static let errorWithSuccessStatus = PriceLoadingError.invalidData("an error in a successful response")
}
