import BTCPriceCore
import BTCPriceJSON

extension JSONValue? {
    /// The price that a string spells.
    func priceFromString() throws(PriceLoadingError) -> Price {
        guard let self else { throw .invalidData("no price") }
        guard let text = self.string, let price = Price(text) else { throw .invalidPrice }
        return price
    }

    /// The price that a number is.
    func priceFromNumber() throws(PriceLoadingError) -> Price {
        guard let self else { throw .invalidData("no price") }
        guard let text = self.number, let price = Price(jsonNumber: text) else { throw .invalidPrice }
        return price
    }
}

extension Timestamp {
    /// The moment so many seconds after 1970 began, spelled in decimal digits; nil for anything else.
    init?(seconds text: [UInt8]) {
        guard let seconds = Self.number(text[...]), seconds < Int64.max / 1000 else { return nil }
        self.init(milliseconds: seconds * 1000)
    }
}
