import BTCPriceCore
import BTCPriceNetworking

extension FuzzTarget {
    /// Each source's mapper: a price stands in the body, digit for digit.
    static let mappers = SourceRegistry.loaders.map { loader in
        FuzzTarget(name: loader.exchange.name) { body in
            guard let symbol = loader.exchange.symbols[.usd] else { return }
            let pair = TradingPair(currency: .usd, symbol: symbol)
            let response = HTTPResponse(status: 200, body: body)
            guard let price = try? loader.price(in: response, for: pair) else { return }
            let digits = PriceDigits.text(of: price)
            precondition(price > 0 && PriceDigits.price(ofString: digits) == price)
            // An escape or an exponent may spell the digits another way.
            let text = String(decoding: body, as: UTF8.self)
            precondition(text.contains(digits) || text.contains("\\") || text.contains("e") || text.contains("E"))
        }
    }
}
