import BTCPriceCore
import Testing

@Suite struct KrakenTests {
    @Test(
        arguments: SourceCase.all.filter { $0.exchange.name == "kraken" },
        ["XXBTZ", "XBT", "XBT/", "BTC", "BTC/", "XBTCZ"])
    func price_whenKeyContainsXBTOrBTCAndCurrency_isRead(_ source: SourceCase, _ bitcoin: String) throws {
        let body = #"{"error":[],"result":{"\#(bitcoin)\#(source.code)":{"c":["7","1"]}}}"#
        #expect(try source.price(in: body.utf8).description == "7")
    }

    @Test(arguments: [
        "XXBTZEUR", "XETHZUSD", "XXBTZUSDT", "USDXBT", "USDBTC", "XBT", "BTC", "USD", "xxbtzusd", "btcusd", "XTBUSD",
        "BTCEUR", "BTUSD", "",
    ])
    func price_whenKeyIsAnother_throws(_ key: String) throws {
        let source = try SourceCase.named("kraken")
        #expect(throws: PriceLoadingError.invalidData("not the pair asked for")) {
            try source.price(in: #"{"error":[],"result":{"\#(key)":{"c":["7","1"]}}}"#.utf8)
        }
    }

    @Test(arguments: [
        (#"{"error":[],"result":{}}"#, "not exactly one pair"),
        (#"{"error":[],"result":{"XXBTZUSD":{"c":["1"]},"XBTUSD":{"c":["2"]}}}"#, "not exactly one pair"),
        (#"{"error":[]}"#, "not exactly one pair"), (#"{"error":[],"result":[{"c":["1"]}]}"#, "not exactly one pair"),
        (#"{"error":["EService:Unavailable"]}"#, "an error in a successful response"),
        (#"{"error":["E"],"result":{"XXBTZUSD":{"c":["1"]}}}"#, "an error in a successful response"),
        (#"{"error":"E","result":{"XXBTZUSD":{"c":["1"]}}}"#, "not a ticker"),
        (#"{"error":null,"result":{"XXBTZUSD":{"c":["1"]}}}"#, "not a ticker"),
        (#"{"result":{"XXBTZUSD":{"c":["1"]}}}"#, "not a ticker"),
        (#"{"error":[],"result":{"XXBTZUSD":{"c":[]}}}"#, "no price"),
        (#"{"error":[],"result":{"XXBTZUSD":{"c":"1"}}}"#, "no price"),
        (#"{"error":[],"result":{"XXBTZUSD":{"a":["1"]}}}"#, "no price"),
    ])
    func price_whenBodyIsNotOneTicker_throws(_ body: String, _ reason: String) throws {
        let source = try SourceCase.named("kraken")
        #expect(throws: PriceLoadingError.invalidData(reason)) { try source.price(in: body.utf8) }
    }

    @Test func price_isThatOfLastTrade() throws {
        let body = #"{"error":[],"result":{"XXBTZUSD":{"a":["1","2"],"b":["3"],"c":["7.5","8"],"o":"9"}}}"#
        #expect(try SourceCase.named("kraken").price(in: body.utf8).description == "7.5")
    }

    @Test(arguments: ["EGeneral:Too many requests", "EAPI:Rate limit exceeded"], [200, 503])
    func price_whenErrorsContainRateLimit_throwsRateLimitedForAnyStatus(_ text: String, _ status: Int) throws {
        let source = try SourceCase.named("kraken")
        for errors in [#"["\#(text)"]"#, #"["EService:Unavailable","\#(text)"]"#] {
            #expect(throws: PriceLoadingError.rateLimited(status: status, retryAfter: nil)) {
                try source.price(in: #"{"error":\#(errors)}"#.utf8, status: status)
            }
        }
    }

    @Test(arguments: ["EGeneral:Too many requests, please", "EGeneral", "EService:Unavailable"])
    func price_whenErrorIsAnother_isInvalidData(_ text: String) throws {
        expectInvalidData { try SourceCase.named("kraken").price(in: #"{"error":["\#(text)"]}"#.utf8) }
    }
}
