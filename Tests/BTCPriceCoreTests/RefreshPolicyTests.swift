import SampleValues
import Testing

@testable import BTCPriceCore

@Suite struct RefreshPolicyTests {
    /// How many milliseconds ago a refresh was started and a quote was received.
    private static let refreshes: [(String, started: Int, quote: Int, isDue: Bool)] = [
        ("just now", started: 0, quote: 1, isDue: false),
        ("almost 10 s ago", started: 9_999, quote: 60_000, isDue: false),
        ("10 s ago", started: 10_000, quote: 60_000, isDue: true),
        ("in the future", started: -1, quote: 60_000, isDue: true),
        ("a quote has come since", started: 9_000, quote: 8_999, isDue: true),
        ("a quote came at the same time", started: 9_000, quote: 9_000, isDue: false),
        ("a quote is from the future", started: 9_000, quote: -1, isDue: false),
    ]

    @Test(arguments: refreshes)
    func isDue_after10SecondsOrIfQuoteHasComeSince(
        _ condition: String, _ started: Int, _ quote: Int, _ isDue: Bool
    ) {
        let quotes = [PriceQuote.sample(from: "binance", at: .ago(.milliseconds(quote)))]
        #expect(RefreshPolicy.isDue(after: .ago(.milliseconds(started)), quotes, at: .now) == isDue)
    }
}
