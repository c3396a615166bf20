import Testing

@testable import BTCPriceCore

@Suite struct FreshnessTests {
    @Test(arguments: [
        (Duration.seconds(59), true), (.milliseconds(59_999), true), (.zero, true), (.seconds(60), false),
        (.seconds(61), false), (.milliseconds(-1), false), (.seconds(-900), false),
    ])
    func isFresh_whileYoungerThanMaxAgeAndNotFromTheFuture(_ age: Duration, _ isFresh: Bool) {
        let quote = PriceQuote.from("kraken", at: .ago(age))
        #expect(Freshness.isFresh(quote, at: .now, maxAge: .seconds(60)) == isFresh)
        #expect(!Freshness.isFresh(quote, at: .now, maxAge: .zero))
    }

    @Test func age_ofAQuoteFromTheFuture_isZero() {
        #expect(Freshness.age(of: .from("kraken", at: .ago(.milliseconds(1500))), at: .now) == .milliseconds(1500))
        #expect(Freshness.age(of: .from("kraken", at: .ago(.seconds(-900))), at: .now) == .zero)
    }

    @Test func newestFirst_countsAQuoteFromTheFutureAsTheOldest() {
        let quotes = [Duration.seconds(30), .seconds(-60), .seconds(10), .seconds(20)].enumerated().map { index, age in
            PriceQuote.from("source\(index)", at: .ago(age))
        }
        #expect(Freshness.newestFirst(quotes, at: .now).map(\.source) == ["source2", "source3", "source0", "source1"])
    }

    @Test(arguments: [
        // The ages of the stored quote and of the new one, and whether the new one replaces it.
        (Duration.seconds(1), Duration.seconds(2), false), (.zero, .milliseconds(1), false),
        (.seconds(1), .seconds(1), true), (.seconds(2), .seconds(1), true), (.milliseconds(-1), .seconds(1), true),
    ])
    func inserting_replacesTheQuoteOfTheSameSourceUnlessThatIsNewerAndNotFromTheFuture(
        _ stored: Duration, _ new: Duration, _ isReplaced: Bool
    ) {
        let storedQuote = PriceQuote.from("kraken", at: .ago(stored))
        let quote = PriceQuote.from("kraken", at: .ago(new))
        #expect(Freshness.inserting(quote, into: [storedQuote], at: .now) == (isReplaced ? [quote] : nil))
    }

    @Test func inserting_keepsTheQuotesOfOtherSourcesNewestFirst() {
        let kraken = PriceQuote.from("kraken", at: .ago(.seconds(5)))
        let binance = PriceQuote.from("binance", at: .ago(.seconds(60)))
        let coinbase = PriceQuote.from("coinbase", at: .ago(.seconds(30)))
        let stored = [PriceQuote.from("kraken", at: .ago(.seconds(90))), binance]
        #expect(Freshness.inserting(kraken, into: stored, at: .now) == [kraken, binance])
        #expect(Freshness.inserting(coinbase, into: [kraken, binance], at: .now) == [kraken, coinbase, binance])
    }

    @Test func inserting_whenThereAreManySources_dropsTheOldest() {
        let stored = (1...16).map { PriceQuote.from("source\($0)", at: .ago(.seconds($0))) }
        let quotes = Freshness.inserting(.from("kraken"), into: stored, at: .now)
        #expect(quotes?.map(\.source) == ["kraken"] + (1...15).map { "source\($0)" })
    }
}
