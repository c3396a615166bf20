import BTCPriceCore
import Testing

@testable import BTCPriceNetworking

@Suite struct BitstampTests {
    @Test(arguments: SourceCase.all.filter { $0.exchange.name == "bitstamp" })
    func price_whenBodyNamesPair_checksIt(_ source: SourceCase) throws {
        let body = #"{"last":"7","pair":"\#(source.pair.name)"}"#
        #expect(try source.price(in: body.utf8).description == "7")
        for other in [#""ETH/USD""#, #""BTC/JPY""#, #""BTCUSD""#, #""btcusd""#, #""""#, "null", "1"] {
            #expect(throws: PriceLoadingError.invalidData("not the pair asked for"), "\(other)") {
                try source.price(in: #"{"last":"7","pair":\#(other)}"#.utf8)
            }
        }
    }

    @Test(arguments: ["400.002", "400.067", "400.068"], [200, 400, 403])
    func price_whenCodeIsOfRateLimit_throwsRateLimitedForAnyStatus(_ code: String, _ status: Int) throws {
        let source = try SourceCase.named("bitstamp")
        let body = #"{"status":"error","reason":"","response_code":"\#(code)"}"#
        #expect(throws: PriceLoadingError.rateLimited(status: status, retryAfter: .seconds(3))) {
            try source.price(in: body.utf8, status: status, retryAfter: .seconds(3))
        }
    }

    @Test(arguments: [#""400.001""#, #""400.0021""#, "400.002", "null"])
    func price_whenCodeIsAnother_throwsErrorOfStatus(_ code: String) throws {
        let source = try SourceCase.named("bitstamp")
        #expect(throws: PriceLoadingError.unexpectedStatus(400)) {
            try source.price(in: #"{"status":"error","response_code":\#(code)}"#.utf8, status: 400)
        }
    }
}
