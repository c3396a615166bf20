import BTCPriceCore

extension JSONValue? {
    /// Reads a number, or its digits as a string, whichever the source sends today.
    ///
    /// Throws `invalidData` if there is nothing, and `invalidPrice` if it is anything but a price.
    func price() throws(PriceLoadingError) -> Price {
        guard let self else { throw .invalidData("no price") }
        guard let price = self.string.flatMap({ Price($0) }) ?? self.number.flatMap({ Price(jsonNumber: $0) }) else {
            throw .invalidPrice
        }
        return price
    }
}

extension Price {
    /// Reads a number as JSON writes it, perhaps with an exponent.
    init?(jsonNumber number: [UInt8]) {
        let parts = number.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
        // No price needs an exponent of more than 16 bits.
        guard let exponent = parts.count == 1 ? 0 : Int16(String(decoding: parts[1], as: UTF8.self)) else { return nil }
        self.init(parts[0], exponent: Int(exponent))
    }
}

extension Percentage {
    /// Reads a number of percents as JSON writes it, with any digits and any exponent.
    init(jsonNumber number: [UInt8]) {
        let isNegative = number.first == UInt8(ascii: "-")
        let parts = number.dropFirst(isNegative ? 1 : 0).split { $0 | 0x20 == UInt8(ascii: "e") }
        let mantissa = parts.first ?? []
        let decimals = mantissa.drop { $0.isDigit }.dropFirst().count
        let exponent = parts.dropFirst().first.map { part in
            // Exponents are limited to ±999: no percentage needs more, and a number gets as many zeros as its exponent
            // says.
            Int16(String(decoding: part, as: UTF8.self)).map { max(-999, min(999, $0)) }
                ?? (part.first == UInt8(ascii: "-") ? -999 : 999)
        }
        self.init(
            DecimalNumber(mantissa.filter { $0.isDigit }, exponent: Int(exponent ?? 0) - decimals),
            isNegative: isNegative)
    }
}

extension Timestamp {
    /// Reads a time since 1970 or ISO 8601, a number or a string, whichever the source sends today.
    init?(_ value: JSONValue) {
        guard let text = value.string ?? value.number else { return nil }
        guard let number = Price(jsonNumber: text) else {
            self.init(iso8601: text)
            return
        }
        self.init(since1970: number.digits)
    }
}

extension PriceLoadingError {
    /// The response names another pair, or none, although this source always names one.
    static let wrongPair = PriceLoadingError.invalidData("not the pair asked for")
}
