import BTCPriceCore
import Platform
import SampleValues
import StubExchange
import TestSupport
import Testing

@testable import BTCPriceNetworking

/// One source in one currency, with the fixture that contains its request and its response.
struct SourceCase: Sendable, CustomTestStringConvertible {
    let api: any SourceAPI
    let pair: TradingPair
    let fixture: Fixture

    var testDescription: String { "\(name) \(code)" }
    var name: String { api.name }
    var code: String { pair.currency.code }

    /// Every source in each of its currencies, as far as they have a fixture; `SourceRegistryTests` names what lacks
    /// one.
    static let all = SourceRegistry.all.flatMap { api in
        api.pairs.compactMap { pair -> SourceCase? in
            guard let fixture = try? Fixture.named(api.name), (try? fixture.pair(pair.currency.code)) != nil else {
                return nil
            }
            return SourceCase(api: api, pair: pair, fixture: fixture)
        }
    }

    /// In US dollars, or in its first currency.
    static let onePerSource = SourceRegistry.all.compactMap { api in
        let cases = all.filter { $0.name == api.name }
        return cases.first { $0.pair.currency == .default } ?? cases.first
    }

    /// The same source in each of its currencies.
    var inEachCurrency: [SourceCase] { Self.all.filter { $0.name == name } }

    /// The source of that name, in US dollars or in its first currency.
    static func named(_ name: String) throws -> SourceCase { try #require(onePerSource.first { $0.name == name }) }

    /// A correct body, with the fixture's price or another.
    func body(_ price: String? = nil) throws -> [UInt8] { Array(try fixture.body(currency: code, price: price).utf8) }

    /// A body with any text, quotes included, in place of the price.
    func body(literal: String) throws -> [UInt8] { Array(try fixture.body(currency: code, literal: literal).utf8) }

    /// A correct body in which the first occurrence of a part is replaced.
    func body(replacing part: String, with replacement: String) throws -> [UInt8] {
        let text = try fixture.body(currency: code)
        try #require(text.contains(part), "Fixtures/\(name).txt has no \(part)")
        return Array(text.replacing(part, with: replacement, maxReplacements: 1).utf8)
    }

    /// A correct body that begins with other members; nil if it is not an object.
    func body(_ price: String, after members: String) throws -> [UInt8]? {
        let text = try fixture.body(currency: code, price: price)
        return text.first == "{" ? Array("{\(members),\(text.dropFirst())".utf8) : nil
    }

    /// The digits of the price in a response, or the source's error.
    func price(
        in body: some Sequence<UInt8>, status: Int = 200, headers: [String] = [], receivedAt now: Timestamp = .now
    ) -> Result<String, PriceLoadingError> {
        quote(in: body, status: status, headers: headers, receivedAt: now).map(\.price.description)
    }

    /// The quote in a response, even if it is doubtful, or the source's error.
    func quote(
        in body: some Sequence<UInt8>, status: Int = 200, headers: [String] = [], receivedAt now: Timestamp = .now
    ) -> Result<PriceQuote, PriceLoadingError> {
        switch result(of: body, status: status, headers: headers, receivedAt: now) {
        case .quote(let quote, _), .doubtful(let quote, _, _): .success(quote)
        case .failure(let error): .failure(error)
        }
    }

    /// The field with the time of the price, if there is one.
    func time(in body: some Sequence<UInt8>) -> JSONValue? {
        (try? JSONValue(parsing: Array(body))).flatMap { try? api.ticker(in: $0, for: pair) }?.time
    }

    /// What a response to a request without a key leads to.
    func result(
        of body: some Sequence<UInt8>, status: Int = 200, headers: [String] = [], receivedAt now: Timestamp = .now
    ) -> SourceResult {
        let response = HTTPResponse(status: HTTPStatus(code: status), body: Array(body), head: ResponseHead(headers))
        return api.result(of: response, for: pair, hasKey: false, receivedAt: now).result
    }
}

extension ResponseHead {
    /// The complete head of a response with these headers.
    init(_ headers: [String]) {
        self.init()
        for line in headers + [""] { append(line: line.utf8, status: 200) }
    }
}

extension PriceLoadingError {
    /// What invalid data is said to be; nil for another error.
    var invalidReason: String? { if case .invalidData(let reason) = self { reason } else { nil } }
}
