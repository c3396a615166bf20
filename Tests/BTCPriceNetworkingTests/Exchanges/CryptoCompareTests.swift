import BTCPriceCore
import Testing

@testable import BTCPriceNetworking

@Suite struct CryptoCompareTests {
    @Test func headers_containKeyAsAuthorization() throws {
        let exchange = try SourceCase.named("cryptocompare").exchange
        #expect(exchange.headers(key: "KEY") == ["Authorization: Apikey KEY"])
        #expect(exchange.keyVariable == "CRYPTOCOMPARE_API_KEY")
    }

    @Test func price_whenUnauthorized_hintsAtKey() throws {
        let source = try SourceCase.named("cryptocompare")
        #expect(throws: PriceLoadingError.unexpectedStatus(401, hint: "set CRYPTOCOMPARE_API_KEY")) {
            try source.price(in: "{}".utf8, status: 401, hasKey: false)
        }
        #expect(throws: PriceLoadingError.unexpectedStatus(401, hint: "CRYPTOCOMPARE_API_KEY is not accepted")) {
            try source.price(in: "{}".utf8, status: 401, hasKey: true)
        }
        #expect(throws: PriceLoadingError.unexpectedStatus(403)) { try source.price(in: "{}".utf8, status: 403) }
    }

    @Test(arguments: [
        #"{"RAW":{"FROMSYMBOL":"ETH","TOSYMBOL":"USD","PRICE":1}}"#,
        #"{"RAW":{"FROMSYMBOL":"BTC","TOSYMBOL":"EUR","PRICE":1}}"#,
        #"{"RAW":{"FROMSYMBOL":null,"PRICE":1}}"#, #"{"RAW":{"TOSYMBOL":1,"PRICE":1}}"#,
    ])
    func price_whenSymbolsAreOthers_throws(_ body: String) throws {
        let source = try SourceCase.named("cryptocompare")
        #expect(throws: PriceLoadingError.invalidData("not the pair asked for")) { try source.price(in: body.utf8) }
    }

    @Test func price_whenSymbolsAreMissing_isRead() throws {
        #expect(try SourceCase.named("cryptocompare").price(in: #"{"RAW":{"PRICE":7.5}}"#.utf8).description == "7.5")
    }

    @Test(arguments: [#"{"DISPLAY":{"PRICE":"$ 103,457.5"},"PRICE":1}"#, #"{"RAW":{"price":1}}"#])
    func price_whenElsewhereInBody_throws(_ body: String) throws {
        let source = try SourceCase.named("cryptocompare")
        #expect(throws: PriceLoadingError.invalidData("no price")) { try source.price(in: body.utf8) }
    }

    @Test(arguments: [
        ("1e5", "100000"), ("6.890123E+4", "68901.23"), ("6890123e-2", "68901.23"), ("1.50e-7", "0.00000015"),
        ("1e-100", "0." + String(repeating: "0", count: 99) + "1"),
    ])
    func price_whenItHasExponent_isConverted(_ number: String, _ digits: String) throws {
        let body = #"{"RAW":{"PRICE":\#(number)}}"#
        #expect(try SourceCase.named("cryptocompare").price(in: body.utf8).description == digits)
    }

    @Test func price_whenBodyContainsErrorAndPrice_throws() throws {
        #expect(throws: PriceLoadingError.invalidData("an error in a successful response")) {
            try SourceCase.named("cryptocompare").price(in: #"{"Response":"Error","Type":2,"RAW":{"PRICE":1}}"#.utf8)
        }
    }

    @Test func price_whenErrorIsOfType99_throwsRateLimited() throws {
        let source = try SourceCase.named("cryptocompare")
        #expect(throws: PriceLoadingError.rateLimited(status: 200, retryAfter: nil)) {
            try source.price(in: #"{"Response":"Error","Type":99,"RAW":{"PRICE":1}}"#.utf8)
        }
        for body in [#"{"Response":"Error","Type":9}"#, #"{"Response":"Error","Type":"99"}"#, #"{"Type":99}"#] {
            expectInvalidData { try source.price(in: body.utf8) }
        }
    }
}
