import BTCPriceCore
import BTCPriceNetworking
import StubExchange
import Testing

/// One source in one currency, as it is registered, with the fixture that says what it is asked and what it answers.
struct Market: Sendable, CustomTestStringConvertible {
    let exchange: any Exchange
    let pair: TradingPair
    let fixture: Fixture

    var testDescription: String { "\(exchange.name) \(code)" }
    var code: String { pair.currency.code }

    /// Every source in each of its currencies.
    static let all = SourceRegistry.exchanges.flatMap { exchange in
        exchange.pairs.compactMap { pair in
            (try? Fixture.named(exchange.name)).map { Market(exchange: exchange, pair: pair, fixture: $0) }
        }
    }

    /// Every source once.
    static let ofEachSource = SourceRegistry.exchanges.compactMap { exchange in
        all.first { $0.exchange.name == exchange.name }
    }

    static func named(_ source: String, _ currency: Currency = .usd) throws -> Market {
        try #require(all.first { $0.exchange.name == source && $0.pair.currency == currency })
    }

    /// A correct body, with the fixture's price or another.
    func body(_ price: String? = nil) throws -> [UInt8] {
        Array(try fixture.body(currency: code, price: price).utf8)
    }

    /// A body with any text in the place of the price, quotes and all.
    func body(literal: String) throws -> [UInt8] {
        Array(try fixture.body(currency: code, literal: literal).utf8)
    }

    /// A correct body with more members in front; nil where it is no object.
    func body(_ price: String, behind members: String) throws -> [UInt8]? {
        let text = try fixture.body(currency: code, price: price)
        return text.first == "{" ? Array("{\(members),\(text.dropFirst())".utf8) : nil
    }

    /// Whether its answers name the pair: then they differ from currency to currency.
    var namesItsPair: Bool {
        get throws {
            let bodies = try fixture.pairs.map { try fixture.body(currency: $0.currency, price: "1") }
            return Set(bodies).count == fixture.pairs.count && fixture.pairs.count > 1
        }
    }

    /// What the source makes of an answer.
    func price(
        in body: some Sequence<UInt8>, status: Int = 200, retryAfter: RetryAfter? = nil, date: Timestamp? = nil,
        hasKey: Bool = false, receivedAt now: Timestamp = .someTime
    ) throws(PriceLoadingError) -> Price {
        let response = HTTPResponse(status: status, body: Array(body), retryAfter: retryAfter, date: date)
        return try exchange.price(in: response, for: pair, hasKey: hasKey, receivedAt: now)
    }
}

extension Timestamp {
    /// 2025-10-27T19:56:39.123Z.
    static let someTime = Timestamp(milliseconds: 1_761_594_999_123)
}
