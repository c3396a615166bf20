import BTCPriceCore
import BTCPriceJSON
import Testing

@testable import BTCPriceNetworking

@Suite struct BitflyerTests {
    private let source: SourceCase

    init() throws {
        source = try SourceCase.named("bitflyer", .jpy)
    }

    @Test(arguments: [
        #"{"state":"RUNNING","ltp":1}"#, #"{"product_code":null,"state":"RUNNING","ltp":1}"#,
        #"{"product_code":"ETH_JPY","state":"RUNNING","ltp":1}"#,
        #"{"product_code":"FX_BTC_JPY","state":"RUNNING","ltp":1}"#,
        #"{"product_code":"btc_jpy","state":"RUNNING","ltp":1}"#,
        #"{"product_code":["BTC_JPY"],"state":"RUNNING","ltp":1}"#,
    ])
    func price_whenProductIsMissingOrAnother_throws(_ body: String) {
        #expect(throws: PriceLoadingError.invalidData("not the pair asked for")) { try source.price(in: body.utf8) }
    }

    @Test(arguments: [
        #""CLOSED""#, #""STARTING""#, #""PREOPEN""#, #""CIRCUIT BREAK""#, #""""#, #""running""#, "null", "true",
        #"["RUNNING"]"#,
    ])
    func price_whenMarketIsNotRunning_throws(_ state: String) {
        let body = #"{"product_code":"BTC_JPY","state":\#(state),"ltp":13632921.0}"#
        #expect(throws: PriceLoadingError.invalidData("the market is not open")) { try source.price(in: body.utf8) }
    }

    @Test func price_whenStateIsMissing_throws() {
        #expect(throws: PriceLoadingError.invalidData("the market is not open")) {
            try source.price(in: #"{"product_code":"BTC_JPY","ltp":13632921.0}"#.utf8)
        }
    }

    /// Whole yen are written with a fraction.
    @Test(arguments: [("13632921.0", "13632921"), ("13632921", "13632921"), ("31690.5", "31690.5")])
    func price_isThatOfLastTrade(_ number: String, _ digits: String) throws {
        let body = #"{"product_code":"BTC_JPY","state":"RUNNING","best_bid":1.0,"best_ask":2.0,"ltp":\#(number)}"#
        #expect(try source.price(in: body.utf8).description == digits)
    }

    @Test func price_whenBodyIsAnError_throws() {
        let body = #"{"status":-100,"error_message":"Invalid product","data":null}"#
        #expect(throws: PriceLoadingError.invalidData("not the pair asked for")) { try source.price(in: body.utf8) }
        #expect(throws: PriceLoadingError.unexpectedStatus(400)) { try source.price(in: body.utf8, status: 400) }
    }

    @Test(arguments: [
        ("2025-10-27T19:56:39.1234567", 1_761_594_999_123), ("2025-10-27T19:56:39.1234567Z", 1_761_594_999_123),
        ("2025-10-27T19:56:39.97", 1_761_594_999_970), ("2025-10-27T19:56:39.97Z", 1_761_594_999_970),
        ("2025-10-27T19:56:39", 1_761_594_999_000), ("2025-10-27T19:56:39Z", 1_761_594_999_000),
    ])
    func priceTime_withOrWithoutZ_isInUTC(_ time: String, _ milliseconds: Int64) throws {
        let body = try JSONValue(parsing: #"{"timestamp":"\#(time)"}"#.utf8)
        #expect(source.exchange.priceTime(in: body)?.milliseconds == milliseconds)
    }
}
