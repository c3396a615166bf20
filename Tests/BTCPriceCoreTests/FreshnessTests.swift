import Testing

@testable import BTCPriceCore

@Suite struct FreshnessTests {
    @Test(arguments: [
        (Duration.seconds(59), true), (.milliseconds(59_999), true), (.zero, true), (.seconds(60), false),
        (.seconds(61), false), (.milliseconds(-1), false), (.seconds(-900), false),
    ])
    func quote_isFreshWhileYoungerThanMaxAgeAndNotFromTheFuture(_ age: Duration, _ isFresh: Bool) {
        #expect(Freshness.isFresh(quote(age), at: .now, maxAge: .seconds(60)) == isFresh)
        #expect(!Freshness.isFresh(quote(age), at: .now, maxAge: .zero))
    }

    @Test(arguments: [
        (Duration.seconds(299), true), (.seconds(300), true), (.milliseconds(300_001), false), (.zero, true),
        (.seconds(-900), true),
    ])
    func quote_isPrintableUpToMaxStale(_ age: Duration, _ isPrintable: Bool) {
        #expect(Freshness.isPrintable(quote(age), at: .now, maxStale: .seconds(300)) == isPrintable)
        #expect(!Freshness.isPrintable(quote(age), at: .now, maxStale: .zero))
    }

    @Test func age_isNeverNegative() {
        #expect(Freshness.age(of: quote(.milliseconds(1500)), at: .now) == .milliseconds(1500))
        #expect(Freshness.age(of: quote(.seconds(-900)), at: .now) == .zero)
    }

    @Test(arguments: [
        (Duration.seconds(1), Duration.seconds(2), true), (.zero, .milliseconds(1), true),
        (.seconds(1), .seconds(1), false),
        (.seconds(2), .seconds(1), false), (.milliseconds(-1), .seconds(1), false),
    ])
    func shouldKeep_whenTheStoredQuoteIsNewerAndNotFromTheFuture_isTrue(
        _ stored: Duration, _ new: Duration, _ shouldKeep: Bool
    ) {
        #expect(Freshness.shouldKeep(quote(stored), over: quote(new), at: .now) == shouldKeep)
    }

    @Test func defaults_areThoseOfTheContract() {
        #expect(CachePolicy.defaultMaxStale == .seconds(86_400))
        #expect(CachePolicy.defaultBackgroundMaxAge == .seconds(60))
        let policy = CachePolicy()
        #expect(policy == CachePolicy(maxAge: .zero, maxStale: .seconds(86_400), mode: .fetch, sources: []))
    }

    private func quote(_ age: Duration) -> PriceQuote { .from("binance", at: .ago(age)) }
}
