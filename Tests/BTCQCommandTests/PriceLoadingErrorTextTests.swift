import BTCPriceCore
import Testing

@testable import BTCQCommand

@Suite struct PriceLoadingErrorTextTests {
    @Test(
        arguments: [
            (.networkFailure("connection refused"), "connection refused"), (.rejected("HTTP 500"), "HTTP 500"),
            (.rateLimited("HTTP 429 (rate limited)", for: .seconds(7)), "HTTP 429 (rate limited)"),
            (.skipped(timeLeft: .milliseconds(9500)), "rate limited for another 9.5s"),
            (.invalidData("not JSON"), "invalid data (not JSON)"), (.invalidPrice, "invalid data (not a price)"),
            (.timedOut(after: .milliseconds(4200)), "no response in 4.2s"),
            (.blocked("HTTP 451", isCertain: true), "HTTP 451 (blocked in this country; try --source kraken)"),
            (.blocked("HTTP 403", isCertain: false), "HTTP 403 (blocked? try --source kraken)"),
        ] as [(PriceLoadingError, String)])
    func text_isOneClauseThatSuggestsAnotherSourceIfTheSourceIsBlocked(_ error: PriceLoadingError, _ text: String) {
        #expect(error.text(otherSource: "kraken") == text)
        // Without another source there is no hint.
        let isBlocked = if case .blocked = error { true } else { false }
        #expect(error.text(otherSource: nil) == (isBlocked ? String(text.prefix(8)) : text))
    }
}
