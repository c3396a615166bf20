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
        guard let text = self.number, let price = Price.inJSON(text) else { throw .invalidPrice }
        return price
    }
}

extension Price {
    /// The price in a JSON number, which may have an exponent.
    static func inJSON(_ number: [UInt8]) -> Price? {
        let parts = number.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
        // An exponent that is too large for 16 bits is out of range in any case.
        guard let exponent = parts.count == 1 ? 0 : Int16(String(decoding: parts[1], as: UTF8.self)) else { return nil }
        return Price(parts[0], exponent: Int(exponent))
    }
}

extension PriceLoadingError {
    static let wrongPair = PriceLoadingError.invalidData("not the pair asked for")
    static let errorWithSuccessStatus = PriceLoadingError.invalidData("an error in a successful response")
}
