import Testing

@testable import BTCPriceCore

@Suite struct BackgroundTests {
    private static let background = CachePolicy(maxAge: .seconds(60), maxStale: .seconds(3600), mode: .background)
    private static let old = PriceQuote.from("kraken", at: .ago(.seconds(90)))

    @Test func cachedQuote_isDeliveredAsStaleAndARefreshStarted() {
        let ports = PortsDouble(PortsDouble.World(cached: Self.old, fetched: [.quote("binance")]))
        #expect(
            ports.run(Self.background)
                == Outcome(.cached(Self.old, isStale: true, seconds: 90), reason: .background(.started)))
        #expect(ports.messages == [.retrieve, .records, .isTaken, .refresh])
    }

    @Test func nothingCached_deliversNothingAndStartsARefresh() {
        let ports = PortsDouble(PortsDouble.World(fetched: [.quote("binance")]))
        #expect(ports.run(Self.background) == Outcome(reason: .background(.started)))
        #expect(ports.messages == [.retrieve, .records, .isTaken, .refresh])
    }

    @Test func quoteBeyondMaxStale_isNotDeliveredAndARefreshStarted() {
        let ports = PortsDouble(PortsDouble.World(cached: .from("binance", at: .ago(.seconds(3601)))))
        let outcome = ports.run(Self.background)
        #expect(outcome.quote == nil)
        #expect(outcome.tooOld == Age(.seconds(3601)))
        #expect(ports.messages.contains(.refresh))
    }

    @Test func refreshUnderWay_isNotJoinedByAnother() {
        let ports = PortsDouble(PortsDouble.World(cached: Self.old, isTurnTaken: true))
        #expect(ports.run(Self.background).reason == .background(.alreadyRunning))
        #expect(ports.messages == [.retrieve, .records, .isTaken])
    }

    @Test func refreshThatCannotBeStarted_isTold() {
        let ports = PortsDouble(PortsDouble.World(cached: Self.old, refresh: .impossible("no room")))
        let outcome = ports.run(Self.background)
        #expect(outcome.reason == .background(.impossible("no room")))
        #expect(outcome.quote?.quote == Self.old)
    }

    @Test(arguments: [Duration.seconds(60), .zero])
    func sourcesThatAreAllToBeLeftAlone_startNothing(_ maxAge: Duration) {
        var world = PortsDouble.World(cached: Self.old)
        world.records = [
            "binance": SourceBackoff([.refused: .now + .seconds(60), .failed: .now + .seconds(3)]),
            "coinbase": SourceBackoff([.limited: .now + .seconds(60)]),
        ]
        let ports = PortsDouble(world)
        let outcome = ports.run(CachePolicy(maxAge: maxAge, mode: .background))
        #expect(outcome.quote?.quote == Self.old)
        #expect(outcome.reason == .background(.skipped))
        #expect(
            outcome.reports == [
                .failure("binance", .skipped(.seconds(3), because: .failed)),
                .failure("coinbase", .skipped(.seconds(60), because: .limited)),
            ])
        #expect(ports.messages == [.retrieve, .records])
    }

    @Test(arguments: [BackoffReason.failed, .limited, .refused])
    func oneSourceThatIsToBeLeftAlone_doesNotKeepTheRefreshFromStarting(_ reason: BackoffReason) {
        var world = PortsDouble.World(cached: Self.old)
        world.records = ["binance": SourceBackoff([reason: .now + .seconds(3)])]
        #expect(PortsDouble(world).run(Self.background).reason == .background(.started))
    }

    @Test func cacheThatCannotBeRead_isTold() {
        let error = PriceStoreError("it is not whole")
        #expect(PortsDouble(PortsDouble.World(cacheError: error)).run(Self.background).problems == [.unreadable(error)])
    }
}
