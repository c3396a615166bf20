import BTCPriceCore
import Testing

@Suite struct WordsTests {
    @Test(arguments: [
        (0, "0s"), (59, "59s"), (60, "1m"), (3599, "59m"), (3600, "1h"), (86_399, "23h"), (86_400, "1d"),
        (300_000, "3d"), (-5, "0s"),
    ])
    func age_isItsLargestUnitFloored(_ seconds: Int, _ text: String) {
        #expect(Age(.seconds(seconds)).description == text)
    }

    @Test(arguments: [
        (5000, "5s"), (4980, "5s"), (4200, "4.2s"), (800, "800ms"), (793, "790ms"), (997, "1s"), (45, "45ms"),
        (9960, "10s"), (90_400, "90s"), (0, "0ms"), (-3, "0ms"),
    ])
    func duration_isTwoSignificantDigits(_ milliseconds: Int, _ text: String) {
        #expect(Duration.milliseconds(milliseconds).brief == text)
    }

    @Test func failure_namesEachSourceAndItsCause() {
        let failure = FetchFailure(causes: [
            .init(source: "binance", error: .unexpectedStatus(451)),
            .init(source: "coinbase", error: .noAnswer(within: .seconds(5))),
        ])
        #expect(failure.description == "binance: HTTP 451; coinbase: no answer in 5s")
    }
}
