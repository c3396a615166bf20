import BTCPriceCore
import Testing

@testable import BTCQCommand

@Suite struct PriceLoadingErrorTextTests {
    private static let errors: [(PriceLoadingError, String)] = [
        (.networkFailure("connection refused"), "connection refused"), (.unexpectedStatus(500), "HTTP 500"),
        (.unexpectedStatus(302, hint: "captive portal?"), "HTTP 302 (captive portal?)"),
        (.rateLimited(status: 429, retryAfter: .seconds(7)), "HTTP 429 (rate limited)"),
        (.rateLimited(status: 200, retryAfter: nil), "rate limited"),
        (.skipped(timeLeft: .milliseconds(9500)), "rate limited for another 9.5s"),
        (.invalidData("not JSON"), "invalid data (not JSON)"), (.invalidPrice, "invalid data (not a price)"),
        (.timedOut(after: .milliseconds(4200)), "no response in 4.2s"),
    ]

    @Test(arguments: errors)
    func text_isOneClauseWhateverOtherSourceThereIs(_ error: PriceLoadingError, _ text: String) {
        #expect(error.text(otherSource: nil) == text)
        #expect(error.text(otherSource: "kraken") == text)
    }

    @Test func text_whenBlocked_suggestsAnotherSourceIfThereIsOne() {
        let error = PriceLoadingError.blocked
        #expect(error.text(otherSource: "kraken") == "HTTP 451 (blocked in this country; try --source kraken)")
        #expect(error.text(otherSource: nil) == "HTTP 451")
    }
}
