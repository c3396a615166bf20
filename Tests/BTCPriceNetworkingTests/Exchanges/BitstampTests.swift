import BTCPriceCore
import Testing

@Suite struct BitstampTests {
    @Test(arguments: [(Currency.usd, "BTC/USD"), (.eur, "BTC/EUR")])
    func answerThatNamesItsPair_isHeldAgainstTheOneAskedFor(_ currency: Currency, _ pair: String) throws {
        let market = try Market.named("bitstamp", currency)
        #expect(try market.price(in: #"{"last":"7","pair":"\#(pair)"}"#.utf8).description == "7")
        for other in [#""ETH/USD""#, #""BTC/GBP""#, #""BTCUSD""#, #""""#, "null", "1"] {
            #expect(throws: PriceLoadingError.invalidData("not the symbol asked for"), "\(other)") {
                try market.price(in: #"{"last":"7","pair":\#(other)}"#.utf8)
            }
        }
    }

    @Test(arguments: ["400.002", "400.067", "400.068"], [200, 400, 403])
    func codeOfALimit_isALimitWithAnyStatus(_ code: String, _ status: Int) throws {
        let market = try Market.named("bitstamp")
        let body = #"{"status":"error","reason":"","response_code":"\#(code)"}"#
        #expect(throws: PriceLoadingError.rateLimited(status: status, retryAfter: .seconds(3))) {
            try market.price(in: body.utf8, status: status, retryAfter: .seconds(3))
        }
    }

    @Test(arguments: [#""400.001""#, #""400.0021""#, "400.002", "null"])
    func anyOtherCode_isNoLimit(_ code: String) throws {
        let market = try Market.named("bitstamp")
        #expect(throws: PriceLoadingError.unexpectedStatus(400)) {
            try market.price(in: #"{"status":"error","response_code":\#(code)}"#.utf8, status: 400)
        }
    }
}
