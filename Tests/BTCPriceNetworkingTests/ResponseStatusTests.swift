import BTCPriceCore
import Testing

@testable import BTCPriceNetworking

/// The status is checked before the body is searched for a price.
@Suite struct ResponseStatusTests {
    @Test(arguments: SourceCase.onePerSource)
    func price_whenStatusIs2xx_isRead(_ source: SourceCase) throws {
        let body = try source.body("68901.23")
        for status in 200..<300 {
            #expect(try source.price(in: body, status: status).description == "68901.23", "status \(status)")
        }
    }

    @Test(arguments: SourceCase.onePerSource)
    func price_whenStatusIsNot2xx_throwsErrorOfStatus(_ source: SourceCase) throws {
        let body = try source.body("68901.23")
        for status in Array(-1..<200) + Array(300..<700) {
            #expect(throws: expectedError(source, status), "status \(status)") {
                try source.price(in: body, status: status)
            }
        }
    }

    private func expectedError(_ source: SourceCase, _ status: Int) -> PriceLoadingError {
        switch status {
        case 418, 429: .rateLimited(status: status, retryAfter: nil)
        case 451: .blocked
        case 304: .unexpectedStatus(304)
        case 300..<400: .unexpectedStatus(status, hint: "captive portal?")
        case 401 where source.exchange.keyVariable != nil:
            .unexpectedStatus(401, hint: source.exchange.hint(forStatus: 401, hasKey: false))
        default: .unexpectedStatus(status)
        }
    }

    @Test(arguments: SourceCase.onePerSource, ["", "<html>", "{}", "null", "{\"price\":"])
    func price_whenRateLimitedOrBlocked_ignoresBody(_ source: SourceCase, _ body: String) {
        for status in [418, 429] {
            #expect(throws: PriceLoadingError.rateLimited(status: status, retryAfter: .seconds(7))) {
                try source.price(in: body.utf8, status: status, retryAfter: .seconds(7))
            }
        }
        #expect(throws: PriceLoadingError.blocked) { try source.price(in: body.utf8, status: 451) }
    }

    @Test(arguments: SourceCase.onePerSource)
    func price_whenNotRateLimited_ignoresRetryAfter(_ source: SourceCase) throws {
        let body = try source.body("68901.23")
        #expect(try source.price(in: body, retryAfter: .seconds(7)).description == "68901.23")
        #expect(throws: PriceLoadingError.unexpectedStatus(503)) {
            try source.price(in: body, status: 503, retryAfter: .seconds(7))
        }
    }

    @Test(arguments: SourceCase.onePerSource)
    func price_whenBodyIsNotJSON_isInvalidData(_ source: SourceCase) {
        #expect(throws: PriceLoadingError.invalidData("empty")) { try source.price(in: []) }
        for body in ["<html>", "68901.23 dollars", "{", "\u{FEFF}{}"] {
            #expect(throws: PriceLoadingError.invalidData("not JSON")) { try source.price(in: body.utf8) }
        }
    }

    @Test func errorTexts_sayWhatIsWrong() {
        #expect(PriceLoadingError.wrongPair == .invalidData("not the pair asked for"))
        #expect(PriceLoadingError.errorWithSuccessStatus == .invalidData("an error in a successful response"))
    }
}
