import BTCPriceCore
import BTCPriceNetworking
import Testing

@Suite struct CryptoCompareTests {
    @Test func key_goesIntoTheAuthorizationHeader() throws {
        let exchange = try Market.named("cryptocompare").exchange
        #expect(exchange.headers(key: "KEY") == ["Authorization: Apikey KEY"])
        #expect(exchange.keyVariable == "CRYPTOCOMPARE_API_KEY")
    }

    @Test func unauthorized_saysWhatToDoAboutTheKey() throws {
        let market = try Market.named("cryptocompare")
        #expect(throws: PriceLoadingError.unexpectedStatus(401, hint: "set CRYPTOCOMPARE_API_KEY")) {
            try market.price(in: "{}".utf8, status: 401, hasKey: false)
        }
        #expect(throws: PriceLoadingError.unexpectedStatus(401, hint: "CRYPTOCOMPARE_API_KEY is not accepted")) {
            try market.price(in: "{}".utf8, status: 401, hasKey: true)
        }
        #expect(throws: PriceLoadingError.unexpectedStatus(403)) { try market.price(in: "{}".utf8, status: 403) }
    }

    @Test(arguments: [
        #"{"RAW":{"FROMSYMBOL":"ETH","TOSYMBOL":"USD","PRICE":1}}"#,
        #"{"RAW":{"FROMSYMBOL":"BTC","TOSYMBOL":"EUR","PRICE":1}}"#,
        #"{"RAW":{"FROMSYMBOL":null,"PRICE":1}}"#, #"{"RAW":{"TOSYMBOL":1,"PRICE":1}}"#,
    ])
    func symbolsThatAreNamed_haveToBeThoseAskedFor(_ body: String) throws {
        let market = try Market.named("cryptocompare")
        #expect(throws: PriceLoadingError.invalidData("not the symbol asked for")) { try market.price(in: body.utf8) }
    }

    @Test func symbols_needNotBeNamed() throws {
        #expect(try Market.named("cryptocompare").price(in: #"{"RAW":{"PRICE":7.5}}"#.utf8).description == "7.5")
    }

    @Test(arguments: [#"{"DISPLAY":{"PRICE":"$ 103,457.5"},"PRICE":1}"#, #"{"RAW":{"price":1}}"#])
    func priceInAnyOtherPlace_isNoPrice(_ body: String) throws {
        let market = try Market.named("cryptocompare")
        #expect(throws: PriceLoadingError.invalidData("no price")) { try market.price(in: body.utf8) }
    }

    @Test(arguments: [
        ("1e5", "100000"), ("6.890123E+4", "68901.23"), ("6890123e-2", "68901.23"), ("1.50e-7", "0.00000015"),
        ("1e-100", "0." + String(repeating: "0", count: 99) + "1"),
    ])
    func exponent_isReadAndWrittenOut(_ number: String, _ digits: String) throws {
        let body = #"{"RAW":{"PRICE":\#(number)}}"#
        #expect(try Market.named("cryptocompare").price(in: body.utf8).description == digits)
    }

    @Test func error_isNoPriceEvenBesideOne() throws {
        #expect(throws: PriceLoadingError.invalidData("an error told with HTTP 200")) {
            try Market.named("cryptocompare").price(in: #"{"Response":"Error","Type":2,"RAW":{"PRICE":1}}"#.utf8)
        }
    }

    @Test func errorOfType99_isALimit() throws {
        let market = try Market.named("cryptocompare")
        #expect(throws: PriceLoadingError.rateLimited(status: 200, retryAfter: nil)) {
            try market.price(in: #"{"Response":"Error","Type":99,"RAW":{"PRICE":1}}"#.utf8)
        }
        for body in [#"{"Response":"Error","Type":9}"#, #"{"Response":"Error","Type":"99"}"#, #"{"Type":99}"#] {
            expectInvalidData { try market.price(in: body.utf8) }
        }
    }
}
