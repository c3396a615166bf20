import Testing

@testable import BTCPriceCore

/// Runs without `--max-age` and without a mode: they fetch.
@Suite struct FetchLatestPriceTests {
    private static let failures = [
        SourceReport.failure("binance", .unexpectedStatus(500)), .failure("coinbase", .timedOut(after: .seconds(5))),
    ]

    @Test func execute_whenASourceReturnsAQuote_deliversAndStoresIt() {
        let ports = PortsDouble(PortsDouble.World(fetched: [.quote("binance")]))
        let outcome = ports.run()
        var expected = Outcome(.fetched("binance"))
        expected.reports = [.quote("binance")]
        #expect(outcome == expected)
        #expect(
            ports.messages == [.retrieve, .entries, .fetch(["binance", "coinbase"]), .update, .insert("binance")])
        #expect(ports.world.cached == .from("binance"))
    }

    @Test func execute_withoutMaxAge_fetchesAlthoughANewQuoteIsCached() {
        let ports = PortsDouble(PortsDouble.World(cached: .from("kraken"), fetched: [.quote("binance")]))
        #expect(ports.run().quote == .fetched("binance"))
    }

    @Test func execute_whenTheFallbackReturnsAQuote_deliversItWithBothReports() {
        let reports = [Self.failures[0], .quote("coinbase")]
        let outcome = PortsDouble(PortsDouble.World(fetched: reports)).run()
        #expect(outcome.quote == .fetched("coinbase"))
        #expect(outcome.reports == reports)
    }

    @Test func execute_whenTheFetchFails_deliversTheCachedQuoteOfAnySourceAsStale() {
        let quote = PriceQuote.from("kraken", at: .ago(.milliseconds(300_999)))
        let ports = PortsDouble(PortsDouble.World(cached: quote, fetched: Self.failures))
        var expected = Outcome(.cached(quote, isStale: true, seconds: 300), reason: .failed)
        expected.reports = Self.failures
        #expect(ports.run() == expected)
        #expect(ports.messages == [.retrieve, .entries, .fetch(["binance", "coinbase"]), .update])
    }

    @Test func execute_whenTheFetchFails_countsTheAgeUpToItsEnd() {
        let ports = PortsDouble(
            PortsDouble.World(cached: .from("kraken"), fetchTime: .seconds(5), fetched: Self.failures))
        #expect(ports.run().quote?.age.seconds == 5)
    }

    @Test func execute_whenTheFetchFailsAndNothingIsCached_deliversNothing() {
        var expected = Outcome(reason: .failed)
        expected.reports = Self.failures
        #expect(PortsDouble(PortsDouble.World(fetched: Self.failures)).run() == expected)
    }

    @Test func execute_whenThereIsNoReport_failsAndStoresNoBackoff() {
        let ports = PortsDouble(PortsDouble.World())
        #expect(ports.run() == Outcome(reason: .failed))
        #expect(!ports.messages.contains(.update))
    }

    @Test(arguments: [
        (Duration.milliseconds(86_400_000), true), (.milliseconds(86_400_001), false), (.seconds(-900), true),
    ])
    func staleQuote_isDeliveredUpToMaxStaleAndItsAgeReportedAbove(_ age: Duration, _ isPrinted: Bool) {
        let world = PortsDouble.World(cached: .from("binance", at: .ago(age)), fetched: Self.failures)
        let outcome = PortsDouble(world).run()
        #expect((outcome.quote != nil) == isPrinted)
        #expect(outcome.tooOld == (isPrinted ? nil : Age(age)))
        #expect(!outcome.staleIsUnwanted)
    }

    @Test func staleQuote_whenMaxStaleIsZero_isUnwanted() {
        let world = PortsDouble.World(cached: .from("binance"), fetched: Self.failures)
        let outcome = PortsDouble(world).run(CachePolicy(maxStale: .zero))
        #expect(outcome.quote == nil)
        #expect(outcome.tooOld == nil)
        #expect(outcome.staleIsUnwanted)
    }

    @Test func staleQuote_whenItIsFromTheFuture_hasAgeZero() {
        let quote = PriceQuote.from("binance", at: .now + .seconds(900))
        let outcome = PortsDouble(PortsDouble.World(cached: quote, fetched: Self.failures)).run()
        #expect(outcome.quote == .cached(quote, isStale: true, seconds: 0))
    }

    @Test func execute_whenTheCacheCannotBeRead_continuesAndReportsItOnce() {
        let error = PriceStoreError("it is not complete")
        let failing = PortsDouble(PortsDouble.World(cacheError: error, fetched: Self.failures)).run()
        #expect(failing.quote == nil)
        #expect(failing.cacheErrors == [.unreadable(error)])
        let fetching = PortsDouble(PortsDouble.World(cacheError: error, fetched: [.quote("binance")])).run()
        #expect(fetching.quote == .fetched("binance"))
        #expect(fetching.cacheErrors == [.unreadable(error)])
    }

    @Test func execute_whenTheCacheCannotBeWritten_reportsItAndDeliversTheQuote() {
        let (unreadable, full) = (PriceStoreError("it is not complete"), PriceStoreError("No space left on device"))
        let outcome = PortsDouble(PortsDouble.World(insertError: full, fetched: [.quote("binance")])).run()
        #expect(outcome.quote == .fetched("binance"))
        #expect(outcome.cacheErrors == [.notWritten(full)])
        let world = PortsDouble.World(cacheError: unreadable, insertError: full, fetched: [.quote("binance")])
        #expect(PortsDouble(world).run().cacheErrors == [.unreadable(unreadable), .notWritten(full)])
    }

    @Test func execute_whenTheFetchFails_storesABackoffThatBeginsAtItsEnd() {
        let world = PortsDouble.World(fetchTime: .seconds(5), fetched: Self.failures)
        let ports = PortsDouble(world)
        _ = ports.run()
        let failed = SourceBackoff([.failed: .now + .seconds(15)])
        #expect(ports.world.backoff == ["binance": failed, "coinbase": failed])
    }

    @Test func execute_whenASourceIsRateLimited_skipsItAndReportsItInItsPlace() {
        let skipped = SourceReport.failure("binance", .skipped(.seconds(60), because: .rateLimited))
        var world = PortsDouble.World(fetched: [.quote("coinbase")])
        world.backoff = ["binance": SourceBackoff([.rateLimited: .now + .seconds(60)])]
        let ports = PortsDouble(world)
        let outcome = ports.run()
        #expect(outcome.quote == .fetched("coinbase"))
        #expect(outcome.reports == [skipped, .quote("coinbase")])
        #expect(ports.messages.contains(.fetch(["coinbase"])))
        #expect(ports.world.backoff == world.backoff)
    }

    @Test func execute_whenThePrimaryIsBlocked_asksItSecondAndReportsItFirst() {
        var world = PortsDouble.World(fetched: [.quote("coinbase"), .failure("binance", .blocked)])
        world.backoff = ["binance": SourceBackoff([.blocked: .now + .seconds(60)])]
        let ports = PortsDouble(world)
        let outcome = ports.run()
        #expect(ports.messages.contains(.fetch(["coinbase", "binance"])))
        #expect(outcome.postponed == [Outcome.Postponed(source: "binance", remaining: .seconds(60))])
        #expect(outcome.reports.map(\.source) == ["binance", "coinbase"])
    }

    @Test func execute_whenAllSourcesAreRateLimited_failsWithoutAFetch() {
        var world = PortsDouble.World(cached: .from("binance"), fetched: [.quote("binance")])
        let backoff = SourceBackoff([.rateLimited: .now + .seconds(60)])
        world.backoff = ["binance": backoff, "coinbase": backoff]
        let ports = PortsDouble(world)
        let outcome = ports.run()
        #expect(outcome.reason == .failed)
        #expect(outcome.quote == .cached(.from("binance"), isStale: true, seconds: 0))
        #expect(outcome.reports.map(\.source) == ["binance", "coinbase"])
        #expect(ports.messages == [.retrieve, .entries])
    }

    @Test func execute_whenAllSourcesHaveJustFailed_asksThemAgain() {
        var world = PortsDouble.World(fetched: [.quote("binance")])
        let backoff = SourceBackoff([.failed: .now + .seconds(5)])
        world.backoff = ["binance": backoff, "coinbase": backoff]
        #expect(PortsDouble(world).run().quote == .fetched("binance"))
    }
}
