import Testing

@testable import BTCPriceCore

@Suite struct BackgroundTests {
    private static let background = CachePolicy(maxAge: .seconds(60), maxStale: .seconds(3600), mode: .background)
    private static let old = PriceQuote.from("kraken", at: .ago(.seconds(90)))

    @Test func background_whenAQuoteIsCached_deliversItAsStaleAndStartsARefresh() {
        let ports = PortsDouble(PortsDouble.World(cached: Self.old, fetched: [.quote("binance")]))
        #expect(
            ports.run(Self.background)
                == Outcome(.cached(Self.old, isStale: true, seconds: 90), reason: .background(.started)))
        #expect(ports.messages == [.retrieve, .entries, .isHeld, .refresh])
    }

    @Test func background_whenNothingIsCached_deliversNothingAndStartsARefresh() {
        let ports = PortsDouble(PortsDouble.World(fetched: [.quote("binance")]))
        #expect(ports.run(Self.background) == Outcome(reason: .background(.started)))
        #expect(ports.messages == [.retrieve, .entries, .isHeld, .refresh])
    }

    @Test func background_whenTheQuoteIsOlderThanMaxStale_deliversNothingAndStartsARefresh() {
        let ports = PortsDouble(PortsDouble.World(cached: .from("binance", at: .ago(.seconds(3601)))))
        let outcome = ports.run(Self.background)
        #expect(outcome.quote == nil)
        #expect(outcome.tooOld == Age(.seconds(3601)))
        #expect(ports.messages.contains(.refresh))
    }

    @Test func background_whenARefreshIsRunning_startsNoOther() {
        let ports = PortsDouble(PortsDouble.World(cached: Self.old, isLockHeld: true))
        #expect(ports.run(Self.background).reason == .background(.alreadyRunning))
        #expect(ports.messages == [.retrieve, .entries, .isHeld])
    }

    @Test func background_whenTheRefreshCannotBeStarted_reportsItAndDeliversTheQuote() {
        let ports = PortsDouble(PortsDouble.World(cached: Self.old, refresh: .failed("no such file")))
        let outcome = ports.run(Self.background)
        #expect(outcome.reason == .background(.failed("no such file")))
        #expect(outcome.quote?.quote == Self.old)
    }

    @Test(arguments: [Duration.seconds(60), .zero])
    func background_whenAllSourcesAreToBeSkipped_startsNothing(_ maxAge: Duration) {
        var world = PortsDouble.World(cached: Self.old)
        world.backoff = [
            "binance": SourceBackoff([.blocked: .now + .seconds(60), .failed: .now + .seconds(3)]),
            "coinbase": SourceBackoff([.rateLimited: .now + .seconds(60)]),
        ]
        let ports = PortsDouble(world)
        let outcome = ports.run(CachePolicy(maxAge: maxAge, mode: .background))
        #expect(outcome.quote?.quote == Self.old)
        #expect(outcome.reason == .background(.skipped))
        #expect(
            outcome.reports == [
                .failure("binance", .skipped(.seconds(3), because: .failed)),
                .failure("coinbase", .skipped(.seconds(60), because: .rateLimited)),
            ])
        #expect(ports.messages == [.retrieve, .entries])
    }

    @Test(arguments: [BackoffReason.failed, .rateLimited, .blocked])
    func background_whenOneSourceHasABackoff_startsARefresh(_ reason: BackoffReason) {
        var world = PortsDouble.World(cached: Self.old)
        world.backoff = ["binance": SourceBackoff([reason: .now + .seconds(3)])]
        #expect(PortsDouble(world).run(Self.background).reason == .background(.started))
    }

    @Test func background_whenTheCacheCannotBeRead_reportsIt() {
        let error = PriceStoreError("it is not complete")
        #expect(
            PortsDouble(PortsDouble.World(cacheError: error)).run(Self.background).cacheErrors == [.unreadable(error)])
    }
}
