import Testing

@testable import BTCPriceCore

@Suite struct StoredQuotesTests {
    @Test func newestFirst_countsAQuoteFromTheFutureAsTheOldest() {
        let quotes = [Duration.seconds(30), .seconds(-60), .seconds(10), .zero].enumerated().map { index, age in
            PriceQuote.from("source\(index)", at: .ago(age))
        }
        let sorted = StoredQuotes.newestFirst(quotes, at: .now)
        #expect(sorted.map(\.source) == ["source3", "source2", "source0", "source1"])
    }

    @Test(arguments: [
        // The ages of the stored quote and of the new one, and whether the new one replaces it.
        (Duration.seconds(1), Duration.seconds(2), false), (.zero, .milliseconds(1), false),
        (.seconds(1), .seconds(1), true), (.seconds(2), .seconds(1), true), (.milliseconds(-1), .seconds(1), true),
    ])
    func inserting_replacesTheQuoteOfItsSourceUnlessThatIsNewerAndNotFromTheFuture(
        _ stored: Duration, _ new: Duration, _ isReplaced: Bool
    ) {
        let quote = PriceQuote.from("kraken", at: .ago(new))
        let other = PriceQuote.from("binance", at: .ago(.seconds(90)))
        let quotes = StoredQuotes.inserting(quote, into: [.from("kraken", at: .ago(stored)), other], at: .now)
        #expect(quotes == (isReplaced ? [quote, other] : nil))
    }

    @Test func inserting_whenThereAreManySources_sortsThemAndDropsTheOldest() {
        let stored = (1...16).map { PriceQuote.from("source\($0)", at: .ago(.seconds($0))) }
        let quotes = StoredQuotes.inserting(.from("kraken", at: .ago(.milliseconds(1500))), into: stored, at: .now)
        #expect(quotes?.map(\.source) == ["source1", "kraken"] + (2...15).map { "source\($0)" })
    }
}
