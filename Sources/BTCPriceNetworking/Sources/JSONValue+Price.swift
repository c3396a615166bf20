import BTCPriceCore
import BTCPriceJSON

extension JSONValue? {
    /// Throws `invalidData` if there is nothing, and `invalidPrice` if it is anything but a string with a price.
    func priceFromString() throws(PriceLoadingError) -> Price {
        guard let self else { throw .invalidData("no price") }
        guard let text = self.string, let price = Price(text) else { throw .invalidPrice }
        return price
    }

    /// Throws `invalidData` if there is nothing, and `invalidPrice` if it is anything but a number that can be a price.
    func priceFromNumber() throws(PriceLoadingError) -> Price {
        guard let self else { throw .invalidData("no price") }
        guard let text = self.number, let price = Price.inJSON(text) else { throw .invalidPrice }
        return price
    }
}

extension Price {
    /// Reads a number as JSON writes it, perhaps with an exponent.
    static func inJSON(_ number: [UInt8]) -> Price? {
        let parts = number.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
        // No price needs an exponent of more than 16 bits.
        guard let exponent = parts.count == 1 ? 0 : Int16(String(decoding: parts[1], as: UTF8.self)) else { return nil }
        return Price(parts[0], exponent: Int(exponent))
    }
}

extension Timestamp {
    /// Reads a number or a string, since 1970 or ISO 8601, whichever notation the exchange uses today.
    init?(_ value: JSONValue) {
        guard let text = value.string ?? value.number, let time = Timestamp(since1970: text) ?? Timestamp(iso8601: text)
        else { return nil }
        self = time
    }
}

extension PriceLoadingError {
    /// The response names another pair, or none, although this source always names one.
    static let wrongPair = PriceLoadingError.invalidData("not the pair asked for")
    static let errorWithSuccessStatus = PriceLoadingError.invalidData("an error in a successful response")
}
