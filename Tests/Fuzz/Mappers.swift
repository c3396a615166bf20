import BTCPriceCore
import SampleValues

@testable import BTCPriceNetworking

extension FuzzTarget {
    /// The mapper of each source, in each of its currencies: the body contains the prices, digit for digit.
    static let mappers = SourceRegistry.exchanges.map { exchange in
        FuzzTarget(name: exchange.source.name) { body in
            var head = ResponseHead()
            head.append(line: "Date: Mon, 27 Oct 2025 19:56:39 GMT".utf8, status: 200)
            let response = HTTPResponse(status: 200, body: body, head: head)
            for pair in exchange.source.pairs {
                guard let quote = try? exchange.quote(in: response, for: pair, hasKey: false, receivedAt: .now) else {
                    continue
                }
                // CoinGecko's price of 24 hours before is computed.
                let before = exchange.source.name == "coingecko" ? nil : quote.price24hAgo
                for price in [quote.price, before].compactMap(\.self) {
                    precondition(Price(price.description.utf8) == price)
                    precondition(hasEscapeOrExponent(body) || contains(body, price))
                }
                // A price that is more than 100 times the other one is not believed.
                precondition(quote.change.map { $0.percent.utf8.count <= "9900.00".utf8.count } ?? true)
            }
        }
    }

    /// Then the digits may be written in another way.
    private static func hasEscapeOrExponent(_ body: [UInt8]) -> Bool {
        body.contains(UInt8(ascii: "\\"))
            || zip(body, body.dropFirst()).contains { $0.isDigit && $1 | 0x20 == UInt8(ascii: "e") }
    }

    /// Whether one of the numbers in the body, from end to end, is this price.
    private static func contains(_ body: [UInt8], _ price: Price) -> Bool {
        body.split { !$0.isDigit && $0 != UInt8(ascii: ".") }.contains { Price($0) == price }
    }
}
