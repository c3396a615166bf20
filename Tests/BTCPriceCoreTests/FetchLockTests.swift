import Testing

@testable import BTCPriceCore

/// Runs that find the cache too old for `--max-age`, and refreshes.
@Suite struct TurnTests {
    private static let policy = CachePolicy(maxAge: .milliseconds(10))
    private static let refresh = CachePolicy(maxAge: .milliseconds(10), mode: .refresh)
    private static let old = PriceQuote.from("binance", at: .ago(.seconds(90)))

    @Test func ownTurn_readsTheCacheAgainThenFetchesAndKeepsWithinIt() {
        let ports = PortsDouble(PortsDouble.World(cached: Self.old, fetched: [.quote("binance")]))
        #expect(ports.run(Self.policy, maxTime: .seconds(7)).quote == .fetched("binance"))
        #expect(
            ports.messages == [
                .retrieve, .turn(until: .seconds(7)), .retrieve, .records, .fetch(["binance", "coinbase"]), .update,
                .insert("binance"), .turnEnded,
            ])
    }

    @Test func ownTurnOfARefresh_isHadAtOnceOrNotAtAll() {
        let ports = PortsDouble(PortsDouble.World(cached: Self.old, fetched: [.quote("binance")]))
        #expect(ports.run(Self.refresh).quote == .fetched("binance"))
        #expect(ports.messages[1] == .turn(until: .zero))
        var world = ports.world
        world.cached = Self.old
        world.isTurnHad = false
        let late = PortsDouble(world)
        #expect(late.run(Self.refresh).reason == .noTurn(within: .zero))
        #expect(late.messages == [.retrieve, .turn(until: .zero), .retrieve, .turnEnded])
    }

    @Test func noTurnUntilTheDeadline_isAFailedFetch() {
        let ports = PortsDouble(PortsDouble.World(cached: Self.old, isTurnHad: false, fetched: [.quote("binance")]))
        #expect(
            ports.run(Self.policy)
                == Outcome(.cached(Self.old, isStale: true, seconds: 90), reason: .noTurn(within: .seconds(5))))
        #expect(ports.messages == [.retrieve, .turn(until: .seconds(5)), .retrieve, .turnEnded])
    }

    @Test(arguments: [Duration.zero, .milliseconds(1), .seconds(3)])
    func quoteReceivedWhileWaiting_isFreshWhateverItsAge(_ received: Duration) {
        let quote = PriceQuote.from("coinbase", at: .now + received)
        var world = PortsDouble.World(cached: Self.old, fetched: [.quote("binance")])
        world.waiting = { world in
            world.now = .now + .seconds(3)
            world.cached = quote
        }
        let ports = PortsDouble(world)
        let age = 3 - received.components.seconds - (received == .milliseconds(1) ? 1 : 0)
        #expect(
            ports.run(Self.policy)
                == Outcome(.cached(quote, isStale: false, seconds: age), reason: .freshEnough))
        #expect(ports.messages == [.retrieve, .turn(until: .seconds(5)), .retrieve, .turnEnded])
    }

    @Test func quoteReceivedWhileWaiting_isFreshAlthoughTheTurnWasNotHad() {
        let quote = PriceQuote.from("coinbase", at: .now + .seconds(1))
        var world = PortsDouble.World(cached: Self.old, isTurnHad: false, fetched: [.quote("binance")])
        world.waiting = { world in
            world.now = .now + .seconds(5)
            world.cached = quote
        }
        #expect(
            PortsDouble(world).run(Self.policy)
                == Outcome(.cached(quote, isStale: false, seconds: 4), reason: .freshEnough))
    }

    @Test func refresh_asksNobodyWhereAllSourcesHaveJustFailedWhateverItsMaxAge() {
        var world = PortsDouble.World(fetched: [.quote("binance")])
        let record = SourceBackoff([.failed: .now + .seconds(5)])
        world.records = ["binance": record, "coinbase": record]
        for maxAge in [Duration.zero, .seconds(60)] {
            let ports = PortsDouble(world)
            #expect(ports.run(CachePolicy(maxAge: maxAge, mode: .refresh)).reason == .failed)
            #expect(!ports.messages.contains(.fetch(["binance", "coinbase"])))
        }
    }

    /// Only a refresh waits for a turn without a `--max-age`: no cached quote will do for it.
    @Test func quoteReceivedWhileARefreshWithoutMaxAgeWaits_isNotFresh() {
        var world = PortsDouble.World(cached: Self.old, fetched: [.quote("binance")])
        world.waiting = { $0.cached = .from("coinbase") }
        #expect(PortsDouble(world).run(CachePolicy(mode: .refresh)).quote == .fetched("binance"))
    }

    @Test(arguments: [
        ("coinbase", Duration.milliseconds(-1)), ("kraken", .seconds(1)), ("coinbase", .milliseconds(3001)),
    ])
    func quoteReceivedBeforeOrOfAnotherSourceOrFromTheFuture_isNotFresh(_ source: String, _ received: Duration) {
        let quote = PriceQuote.from(source, at: .now + received)
        var world = PortsDouble.World(cached: Self.old, fetched: [.quote("binance")])
        world.waiting = { world in
            world.now = .now + .seconds(3)
            world.cached = quote
        }
        #expect(PortsDouble(world).run(Self.policy).quote == .fetched("binance"))
    }

    @Test func quoteReceivedBeforeButYoungEnough_isFresh() {
        let quote = PriceQuote.from("coinbase", at: .ago(.milliseconds(5)))
        var world = PortsDouble.World(cached: Self.old, fetched: [.quote("binance")])
        world.waiting = { $0.cached = quote }
        #expect(PortsDouble(world).run(Self.policy).quote == .cached(quote, isStale: false, seconds: 0))
    }

    @Test func sourcesThatFailedWhileWaiting_areNotAskedAgain() {
        var world = PortsDouble.World(cached: Self.old, fetched: [.quote("binance")])
        world.waiting = { world in
            world.now = .now + .seconds(4)
            let failed = SourceBackoff([.failed: .now + .seconds(14)])
            world.records = ["binance": failed, "coinbase": failed]
        }
        let ports = PortsDouble(world)
        let outcome = ports.run(Self.policy)
        #expect(outcome.reason == .failed)
        #expect(outcome.quote == .cached(Self.old, isStale: true, seconds: 94))
        #expect(outcome.reports.first == .failure("binance", .skipped(.seconds(10), because: .failed)))
        #expect(ports.messages == [.retrieve, .turn(until: .seconds(5)), .retrieve, .records, .turnEnded])
    }

    @Test func staleQuote_isTheOneThatWasReadLast() {
        var world = PortsDouble.World(cached: Self.old, fetched: [.failure("binance", .invalidPrice)])
        world.waiting = { $0.cached = .from("kraken") }
        #expect(PortsDouble(world).run(Self.policy).quote?.quote == .from("kraken"))
    }

    @Test func cacheThatCannotBeRead_isToldOnceAlthoughItIsReadTwice() {
        let error = PriceStoreError("it is not whole")
        let world = PortsDouble.World(cacheError: error, fetched: [.failure("binance", .invalidPrice)])
        let ports = PortsDouble(world)
        #expect(ports.run(Self.policy).problems == [.unreadable(error)])
        #expect(ports.messages.count { $0 == .retrieve } == 2)
    }
}
