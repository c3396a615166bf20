import BTCPriceCore
import BTCPriceNetworking

extension FuzzTarget {
    /// Each source's mapper, in each of its currencies: a price stands in the body, digit for digit.
    static let mappers = SourceRegistry.exchanges.map { exchange in
        FuzzTarget(name: exchange.name) { body in
            let response = HTTPResponse(status: 200, body: body, date: time)
            for pair in exchange.pairs {
                guard let price = try? exchange.price(in: response, for: pair, hasKey: false, receivedAt: time) else {
                    continue
                }
                precondition(Price(price.description.utf8) == price)
                precondition(isSpelledOtherwise(body) || holds(body, price))
            }
        }
    }

    /// An escape or an exponent may spell the digits another way.
    private static func isSpelledOtherwise(_ body: [UInt8]) -> Bool {
        body.contains(UInt8(ascii: "\\"))
            || zip(body, body.dropFirst()).contains { DecimalDigits.isDigit($0) && $1 | 0x20 == UInt8(ascii: "e") }
    }

    /// Whether one of the numbers in the body, from end to end, is this price.
    private static func holds(_ body: [UInt8], _ price: Price) -> Bool {
        body.split { !DecimalDigits.isDigit($0) && $0 != UInt8(ascii: ".") }.contains { Price($0) == price }
    }
}
