import BTCPriceCore
import StubExchange
import Platform
import Testing

@testable import BTCPriceNetworking

/// One source in one currency, with the fixture that contains its request and its response.
struct SourceCase: Sendable, CustomTestStringConvertible {
    let exchange: any Exchange
    let pair: TradingPair
    let fixture: Fixture

    var testDescription: String { "\(exchange.name) \(code)" }
    var code: String { pair.currency.code }

    /// Every source in each of its currencies.
    static let all = SourceRegistry.exchanges.flatMap { exchange in
        exchange.pairs.compactMap { pair in
            (try? Fixture.named(exchange.name)).map { SourceCase(exchange: exchange, pair: pair, fixture: $0) }
        }
    }

    static let onePerSource = SourceRegistry.exchanges.compactMap { exchange in
        all.first { $0.exchange.name == exchange.name }
    }

    static func named(_ name: String, _ currency: Currency = .usd) throws -> SourceCase {
        try #require(all.first { $0.exchange.name == name && $0.pair.currency == currency })
    }

    /// A correct body, with the fixture's price or another.
    func body(_ price: String? = nil) throws -> [UInt8] {
        Array(try fixture.body(currency: code, price: price).utf8)
    }

    /// A body with any text, quotes included, in place of the price.
    func body(literal: String) throws -> [UInt8] {
        Array(try fixture.body(currency: code, literal: literal).utf8)
    }

    /// A correct body that begins with other members; nil if it is not an object.
    func body(_ price: String, after members: String) throws -> [UInt8]? {
        let text = try fixture.body(currency: code, price: price)
        return text.first == "{" ? Array("{\(members),\(text.dropFirst())".utf8) : nil
    }

    /// The digits of the price in a response, or the source's error.
    func price(
        in body: some Sequence<UInt8>, status: Int = 200, retryAfter: String = "", date: Timestamp? = nil,
        hasKey: Bool = false, receivedAt now: Timestamp = .someTime
    ) -> Result<String, PriceLoadingError> {
        let response = HTTPResponse(status: status, body: Array(body), head: ResponseHead(retryAfter, date))
        return Result { () throws(PriceLoadingError) in
            try exchange.price(in: response, for: pair, hasKey: hasKey, receivedAt: now).description
        }
    }
}

extension Result where Failure == PriceLoadingError {
    /// Whether it is invalid data, for any reason.
    var isInvalidData: Bool {
        if case .failure(.invalidData) = self { true } else { false }
    }
}

extension ResponseHead {
    init(_ retryAfter: String = "", _ date: Timestamp? = nil) {
        self.init()
        self.retryAfter = Array(retryAfter.utf8)
        self.date = date
    }
}

extension Timestamp {
    /// 2025-10-27T19:56:39.123Z.
    static let someTime = Timestamp(milliseconds: 1_761_594_999_123)
}

extension Environment {
    init(_ variables: [String: String]) {
        self.init { name in variables[name].map { Array($0.utf8) } }
    }
}
