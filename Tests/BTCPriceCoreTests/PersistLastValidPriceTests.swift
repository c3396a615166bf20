import SampleValues
import Testing

@testable import BTCPriceCore

@Suite struct PersistLastValidPriceTests {
    @Test func newestFirst_countsQuoteFromFutureAsOldest() {
        let ages = [("30s", 30), ("future", -60), ("10s", 10), ("now", 0)]
        let quotes = ages.map { PriceQuote.sample(from: $0, at: .ago(.seconds($1))) }
        #expect(quotes.newestFirst(at: .now).map(\.sourceName) == ["now", "10s", "30s", "future"])
    }

    @Test(arguments: [
        // The ages of the stored quote and of the new one, and whether the new one replaces it.
        (Duration.seconds(1), Duration.seconds(2), false), (.zero, .milliseconds(1), false),
        (.seconds(1), .seconds(1), true), (.seconds(2), .seconds(1), true), (.milliseconds(-1), .seconds(1), true),
    ])
    func inserting_replacesQuoteOfItsSourceUnlessThatIsNewer(
        _ stored: Duration, _ new: Duration, _ isReplaced: Bool
    ) {
        let quote = PriceQuote.sample(from: "kraken", at: .ago(new))
        let other = PriceQuote.sample(from: "binance", at: .ago(.seconds(90)))
        let quotes = PersistLastValidPrice.inserting(
            quote, into: [.sample(from: "kraken", at: .ago(stored)), other], at: .now)
        #expect(quotes == (isReplaced ? [quote, other] : nil))
    }

    @Test func inserting_sortsTheQuotes_newestFirst() {
        let stored = (1...3).map { PriceQuote.sample(from: "source\($0)", at: .ago(.seconds($0))) }
        let quotes = PersistLastValidPrice.inserting(
            .sample(from: "kraken", at: .ago(.milliseconds(1500))), into: stored, at: .now)
        #expect(quotes?.map(\.sourceName) == ["source1", "kraken", "source2", "source3"])
    }
}
