import Testing

@testable import BTCPriceCore

/// A run that neither `--max-age` nor a mode keeps from the network.
@Suite struct FetchLatestPriceTests {
    private static let failures = [
        SourceReport.failure("binance", .unexpectedStatus(500)), .failure("coinbase", .timedOut(after: .seconds(5))),
    ]

    @Test func fetchedQuote_isDeliveredAsJustFetchedAndKept() {
        let ports = PortsDouble(PortsDouble.World(fetched: [.quote("binance")]))
        let outcome = ports.run()
        var expected = Outcome(.fetched("binance"))
        expected.reports = [.quote("binance")]
        #expect(outcome == expected)
        #expect(
            ports.messages == [.retrieve, .records, .fetch(["binance", "coinbase"]), .update, .insert("binance")])
        #expect(ports.world.cached == .from("binance"))
    }

    @Test func youngCachedQuote_isNotFreshWithoutMaxAge() {
        let ports = PortsDouble(PortsDouble.World(cached: .from("kraken"), fetched: [.quote("binance")]))
        #expect(ports.run().quote == .fetched("binance"))
    }

    @Test func quoteOfTheFallback_isDeliveredWithBothReports() {
        let reports = [Self.failures[0], .quote("coinbase")]
        let outcome = PortsDouble(PortsDouble.World(fetched: reports)).run()
        #expect(outcome.quote == .fetched("coinbase"))
        #expect(outcome.reports == reports)
    }

    @Test func failedFetch_deliversTheCachedQuoteOfAnySourceAsStale() {
        let quote = PriceQuote.from("kraken", at: .ago(.milliseconds(300_999)))
        let ports = PortsDouble(PortsDouble.World(cached: quote, fetched: Self.failures))
        var expected = Outcome(.cached(quote, isStale: true, seconds: 300), reason: .failed)
        expected.reports = Self.failures
        #expect(ports.run() == expected)
        #expect(ports.messages == [.retrieve, .records, .fetch(["binance", "coinbase"]), .update])
    }

    @Test func failedFetch_takesTheAgeFromItsEnd() {
        let ports = PortsDouble(
            PortsDouble.World(cached: .from("kraken"), fetchTime: .seconds(5), fetched: Self.failures))
        #expect(ports.run().quote?.age.seconds == 5)
    }

    @Test func failedFetchWithoutACachedQuote_deliversNothing() {
        var expected = Outcome(reason: .failed)
        expected.reports = Self.failures
        #expect(PortsDouble(PortsDouble.World(fetched: Self.failures)).run() == expected)
    }

    @Test func fetchWithoutAnyReport_hasFailedAndTeachesNothing() {
        let ports = PortsDouble(PortsDouble.World())
        #expect(ports.run() == Outcome(reason: .failed))
        #expect(!ports.messages.contains(.update))
    }

    @Test(arguments: [
        (Duration.milliseconds(86_400_000), true), (.milliseconds(86_400_001), false), (.seconds(-900), true),
    ])
    func staleQuote_isDeliveredUpToMaxStaleAndItsAgeToldBeyond(_ age: Duration, _ isPrinted: Bool) {
        let world = PortsDouble.World(cached: .from("binance", at: .ago(age)), fetched: Self.failures)
        let outcome = PortsDouble(world).run()
        #expect((outcome.quote != nil) == isPrinted)
        #expect(outcome.tooOld == (isPrinted ? nil : Age(age)))
        #expect(!outcome.staleIsUnwanted)
    }

    @Test func staleQuote_isUnwantedWhereMaxStaleIsZero() {
        let world = PortsDouble.World(cached: .from("binance"), fetched: Self.failures)
        let outcome = PortsDouble(world).run(CachePolicy(maxStale: .zero))
        #expect(outcome.quote == nil)
        #expect(outcome.tooOld == nil)
        #expect(outcome.staleIsUnwanted)
    }

    @Test func quoteFromTheFuture_isOfAgeZero() {
        let quote = PriceQuote.from("binance", at: .now + .seconds(900))
        let outcome = PortsDouble(PortsDouble.World(cached: quote, fetched: Self.failures)).run()
        #expect(outcome.quote == .cached(quote, isStale: true, seconds: 0))
    }

    @Test func cacheThatCannotBeRead_countsAsNoneAndIsToldOnce() {
        let error = PriceStoreError("it is not whole")
        let failing = PortsDouble(PortsDouble.World(cacheError: error, fetched: Self.failures)).run()
        #expect(failing.quote == nil)
        #expect(failing.problems == [.unreadable(error)])
        let fetching = PortsDouble(PortsDouble.World(cacheError: error, fetched: [.quote("binance")])).run()
        #expect(fetching.quote == .fetched("binance"))
        #expect(fetching.problems == [.unreadable(error)])
    }

    @Test func cacheThatCannotBeWritten_isToldAndTheQuoteDelivered() {
        let (unreadable, full) = (PriceStoreError("it is not whole"), PriceStoreError("No space left on device"))
        let outcome = PortsDouble(PortsDouble.World(insertError: full, fetched: [.quote("binance")])).run()
        #expect(outcome.quote == .fetched("binance"))
        #expect(outcome.problems == [.notWritten(full)])
        let world = PortsDouble.World(cacheError: unreadable, insertError: full, fetched: [.quote("binance")])
        #expect(PortsDouble(world).run().problems == [.unreadable(unreadable), .notWritten(full)])
    }

    @Test func whatAFetchShows_isRememberedFromItsEnd() {
        let world = PortsDouble.World(fetchTime: .seconds(5), fetched: Self.failures)
        let ports = PortsDouble(world)
        _ = ports.run()
        let failed = SourceBackoff([.failed: .now + .seconds(15)])
        #expect(ports.world.records == ["binance": failed, "coinbase": failed])
    }

    @Test func limitedSource_isNotAskedAndReportedInItsPlace() {
        let limited = SourceReport.failure("binance", .skipped(.seconds(60), because: .limited))
        var world = PortsDouble.World(fetched: [.quote("coinbase")])
        world.records = ["binance": SourceBackoff([.limited: .now + .seconds(60)])]
        let ports = PortsDouble(world)
        let outcome = ports.run()
        #expect(outcome.quote == .fetched("coinbase"))
        #expect(outcome.reports == [limited, .quote("coinbase")])
        #expect(ports.messages.contains(.fetch(["coinbase"])))
        #expect(ports.world.records == world.records)
    }

    @Test func refusedSource_isAskedSecondAndReportedFirst() {
        var world = PortsDouble.World(fetched: [.quote("coinbase"), .failure("binance", .refused)])
        world.records = ["binance": SourceBackoff([.refused: .now + .seconds(60)])]
        let ports = PortsDouble(world)
        let outcome = ports.run()
        #expect(ports.messages.contains(.fetch(["coinbase", "binance"])))
        #expect(outcome.postponed == [Outcome.Postponed(source: "binance", remaining: .seconds(60))])
        #expect(outcome.reports.map(\.source) == ["binance", "coinbase"])
    }

    @Test func sourcesThatAreAllLimited_areNotAskedAndTheFetchHasFailed() {
        var world = PortsDouble.World(cached: .from("binance"), fetched: [.quote("binance")])
        let record = SourceBackoff([.limited: .now + .seconds(60)])
        world.records = ["binance": record, "coinbase": record]
        let ports = PortsDouble(world)
        let outcome = ports.run()
        #expect(outcome.reason == .failed)
        #expect(outcome.quote == .cached(.from("binance"), isStale: true, seconds: 0))
        #expect(outcome.reports.map(\.source) == ["binance", "coinbase"])
        #expect(ports.messages == [.retrieve, .records])
    }

    @Test func sourcesThatHaveJustFailed_areAskedAsEver() {
        var world = PortsDouble.World(fetched: [.quote("binance")])
        let record = SourceBackoff([.failed: .now + .seconds(5)])
        world.records = ["binance": record, "coinbase": record]
        #expect(PortsDouble(world).run().quote == .fetched("binance"))
    }
}
