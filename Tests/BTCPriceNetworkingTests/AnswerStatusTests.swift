import BTCPriceCore
import BTCPriceNetworking
import Testing

/// The status decides before anybody looks for a price.
@Suite struct AnswerStatusTests {
    @Test(arguments: Market.ofEachSource)
    func correctBody_givesItsPriceWithAnyStatusOfSuccess(_ market: Market) throws {
        let body = try market.body("68901.23")
        for status in 200..<300 {
            #expect(try market.price(in: body, status: status).description == "68901.23", "status \(status)")
        }
    }

    @Test(arguments: Market.ofEachSource)
    func correctBody_givesNoPriceWithAnyOtherStatus(_ market: Market) throws {
        let body = try market.body("68901.23")
        for status in Array(-1..<200) + Array(300..<700) {
            #expect(throws: expectedError(market, status), "status \(status)") {
                try market.price(in: body, status: status)
            }
        }
    }

    private func expectedError(_ market: Market, _ status: Int) -> PriceLoadingError {
        switch status {
        case 418, 429: .rateLimited(status: status, retryAfter: nil)
        case 451: .refused
        case 304: .unexpectedStatus(304)
        case 300..<400: .unexpectedStatus(status, hint: "captive portal?")
        case 401 where market.exchange.keyVariable != nil:
            .unexpectedStatus(401, hint: market.exchange.hint(forStatus: 401, hasKey: false))
        default: .unexpectedStatus(status)
        }
    }

    @Test(arguments: Market.ofEachSource, ["", "<html>", "{}", "null", "{\"price\":"])
    func limitOrRefusal_isToldByTheStatusWhateverTheBody(_ market: Market, _ body: String) {
        for status in [418, 429] {
            #expect(throws: PriceLoadingError.rateLimited(status: status, retryAfter: .seconds(7))) {
                try market.price(in: body.utf8, status: status, retryAfter: .seconds(7))
            }
        }
        #expect(throws: PriceLoadingError.refused) { try market.price(in: body.utf8, status: 451) }
    }

    @Test(arguments: Market.ofEachSource)
    func retryAfter_ofAnyOtherAnswerChangesNothing(_ market: Market) throws {
        let body = try market.body("68901.23")
        #expect(try market.price(in: body, retryAfter: .seconds(7)).description == "68901.23")
        #expect(throws: PriceLoadingError.unexpectedStatus(503)) {
            try market.price(in: body, status: 503, retryAfter: .seconds(7))
        }
    }

    @Test(arguments: Market.ofEachSource)
    func successWithoutJSON_saysWhatItIs(_ market: Market) {
        #expect(throws: PriceLoadingError.invalidData("empty")) { try market.price(in: []) }
        for body in ["<html>", "68901.23 dollars", "{", "\u{FEFF}{}"] {
            #expect(throws: PriceLoadingError.invalidData("not JSON")) { try market.price(in: body.utf8) }
        }
    }
}
