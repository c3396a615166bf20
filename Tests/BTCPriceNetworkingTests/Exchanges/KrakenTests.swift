import BTCPriceCore
import Testing

@Suite struct KrakenTests {
    @Test(arguments: [
        (Currency.usd, "XXBTZUSD"), (.usd, "XBTUSD"), (.usd, "XBT/USD"), (.eur, "XXBTZEUR"), (.gbp, "XXBTZGBP"),
        (.jpy, "XXBTZJPY"), (.cad, "XXBTZCAD"),
    ])
    func key_holdsXBTAndEndsInTheCurrency(_ currency: Currency, _ key: String) throws {
        let market = try Market.named("kraken", currency)
        #expect(try market.price(in: #"{"error":[],"result":{"\#(key)":{"c":["7","1"]}}}"#.utf8).description == "7")
    }

    @Test(arguments: ["XXBTZEUR", "XETHZUSD", "XXBTZUSDT", "USDXBT", "XBT", "USD", "xxbtzusd", ""])
    func anyOtherKey_isNotTheSymbolAskedFor(_ key: String) throws {
        let market = try Market.named("kraken")
        #expect(throws: PriceLoadingError.invalidData("not the symbol asked for")) {
            try market.price(in: #"{"error":[],"result":{"\#(key)":{"c":["7","1"]}}}"#.utf8)
        }
    }

    @Test(arguments: [
        (#"{"error":[],"result":{}}"#, "not exactly one pair"),
        (#"{"error":[],"result":{"XXBTZUSD":{"c":["1"]},"XBTUSD":{"c":["2"]}}}"#, "not exactly one pair"),
        (#"{"error":[]}"#, "not exactly one pair"), (#"{"error":[],"result":[{"c":["1"]}]}"#, "not exactly one pair"),
        (#"{"error":["EService:Unavailable"]}"#, "an error told with HTTP 200"),
        (#"{"error":["E"],"result":{"XXBTZUSD":{"c":["1"]}}}"#, "an error told with HTTP 200"),
        (#"{"error":"E","result":{"XXBTZUSD":{"c":["1"]}}}"#, "not a ticker"),
        (#"{"error":null,"result":{"XXBTZUSD":{"c":["1"]}}}"#, "not a ticker"),
        (#"{"result":{"XXBTZUSD":{"c":["1"]}}}"#, "not a ticker"),
        (#"{"error":[],"result":{"XXBTZUSD":{"c":[]}}}"#, "no price"),
        (#"{"error":[],"result":{"XXBTZUSD":{"c":"1"}}}"#, "no price"),
        (#"{"error":[],"result":{"XXBTZUSD":{"a":["1"]}}}"#, "no price"),
    ])
    func anythingButOneTickerWithoutErrors_isInvalidData(_ body: String, _ words: String) throws {
        let market = try Market.named("kraken")
        #expect(throws: PriceLoadingError.invalidData(words)) { try market.price(in: body.utf8) }
    }

    @Test func lastTrade_isThePrice() throws {
        let body = #"{"error":[],"result":{"XXBTZUSD":{"a":["1","2"],"b":["3"],"c":["7.5","8"],"o":"9"}}}"#
        #expect(try Market.named("kraken").price(in: body.utf8).description == "7.5")
    }

    @Test(arguments: ["EGeneral:Too many requests", "EAPI:Rate limit exceeded"], [200, 503])
    func wordsOfALimit_areALimitWithAnyStatusAndAmongOthers(_ words: String, _ status: Int) throws {
        let market = try Market.named("kraken")
        for errors in [#"["\#(words)"]"#, #"["EService:Unavailable","\#(words)"]"#] {
            #expect(throws: PriceLoadingError.rateLimited(status: status, retryAfter: nil)) {
                try market.price(in: #"{"error":\#(errors)}"#.utf8, status: status)
            }
        }
    }

    @Test(arguments: ["EGeneral:Too many requests, please", "EGeneral", "EService:Unavailable"])
    func otherWords_areNoLimit(_ words: String) throws {
        expectInvalidData { try Market.named("kraken").price(in: #"{"error":["\#(words)"]}"#.utf8) }
    }
}
