import Testing

@testable import BTCPriceCore

/// Runs with `--max-age` and no fresh quote, and background refreshes.
@Suite struct FetchLockTests {
    private static let policy = CachePolicy(maxAge: .milliseconds(10))
    private static let refresh = CachePolicy(maxAge: .milliseconds(10), mode: .backgroundRefresh)
    private static let old = PriceQuote.from("binance", at: .ago(.seconds(90)))

    @Test func fetchLock_whenAcquired_isHeldWhileReadingFetchingAndWriting() {
        let ports = PortsDouble(PortsDouble.World(cached: Self.old, fetched: [.quote("binance")]))
        #expect(ports.run(Self.policy, maxTime: .seconds(7)).quote == .fetched("binance"))
        #expect(
            ports.messages == [
                .retrieve, .lock(deadline: .seconds(7)), .retrieve, .entries, .fetch(["binance", "coinbase"]), .update,
                .insert("binance"), .unlock,
            ])
    }

    @Test func backgroundRefresh_doesNotWaitForTheFetchLock() {
        let ports = PortsDouble(PortsDouble.World(cached: Self.old, fetched: [.quote("binance")]))
        #expect(ports.run(Self.refresh).quote == .fetched("binance"))
        #expect(ports.messages[1] == .lock(deadline: .zero))
        var world = ports.world
        world.cached = Self.old
        world.isLockAcquired = false
        let other = PortsDouble(world)
        #expect(other.run(Self.refresh).reason == .lockTimedOut(after: .zero))
        #expect(other.messages == [.retrieve, .lock(deadline: .zero), .retrieve, .unlock])
    }

    @Test func fetchLock_whenItTimesOut_deliversTheCachedQuoteAsStale() {
        let ports = PortsDouble(
            PortsDouble.World(cached: Self.old, isLockAcquired: false, fetched: [.quote("binance")]))
        #expect(
            ports.run(Self.policy)
                == Outcome(.cached(Self.old, isStale: true, seconds: 90), reason: .lockTimedOut(after: .seconds(5))))
        #expect(ports.messages == [.retrieve, .lock(deadline: .seconds(5)), .retrieve, .unlock])
    }

    @Test(arguments: [Duration.zero, .milliseconds(1), .seconds(3)])
    func quote_whenReceivedDuringTheWait_isFreshAtAnyAge(_ received: Duration) {
        let quote = PriceQuote.from("coinbase", at: .now + received)
        var world = PortsDouble.World(cached: Self.old, fetched: [.quote("binance")])
        world.whileWaiting = { world in
            world.now = .now + .seconds(3)
            world.cached = quote
        }
        let ports = PortsDouble(world)
        let age = 3 - received.components.seconds - (received == .milliseconds(1) ? 1 : 0)
        #expect(
            ports.run(Self.policy)
                == Outcome(.cached(quote, isStale: false, seconds: age), reason: .freshEnough))
        #expect(ports.messages == [.retrieve, .lock(deadline: .seconds(5)), .retrieve, .unlock])
    }

    @Test func quote_whenReceivedDuringTheWait_isFreshEvenIfTheLockTimedOut() {
        let quote = PriceQuote.from("coinbase", at: .now + .seconds(1))
        var world = PortsDouble.World(cached: Self.old, isLockAcquired: false, fetched: [.quote("binance")])
        world.whileWaiting = { world in
            world.now = .now + .seconds(5)
            world.cached = quote
        }
        #expect(
            PortsDouble(world).run(Self.policy)
                == Outcome(.cached(quote, isStale: false, seconds: 4), reason: .freshEnough))
    }

    @Test func backgroundRefresh_whenAllSourcesHaveJustFailed_asksNoneWithAnyMaxAge() {
        var world = PortsDouble.World(fetched: [.quote("binance")])
        let backoff = SourceBackoff([.failed: .now + .seconds(5)])
        world.backoff = ["binance": backoff, "coinbase": backoff]
        for maxAge in [Duration.zero, .seconds(60)] {
            let ports = PortsDouble(world)
            #expect(ports.run(CachePolicy(maxAge: maxAge, mode: .backgroundRefresh)).reason == .failed)
            #expect(!ports.messages.contains(.fetch(["binance", "coinbase"])))
        }
    }

    /// Only a background refresh takes the lock without a `--max-age`, and to it no cached quote is fresh.
    @Test func quote_whenReceivedWhileARefreshWithoutMaxAgeWaits_isNotFresh() {
        var world = PortsDouble.World(cached: Self.old, fetched: [.quote("binance")])
        world.whileWaiting = { $0.cached = .from("coinbase") }
        #expect(PortsDouble(world).run(CachePolicy(mode: .backgroundRefresh)).quote == .fetched("binance"))
    }

    @Test(arguments: [
        ("coinbase", Duration.milliseconds(-1)), ("kraken", .seconds(1)), ("coinbase", .milliseconds(3001)),
    ])
    func quote_whenReceivedBeforeOrFromAnotherSourceOrFromTheFuture_isNotFresh(_ source: String, _ received: Duration) {
        let quote = PriceQuote.from(source, at: .now + received)
        var world = PortsDouble.World(cached: Self.old, fetched: [.quote("binance")])
        world.whileWaiting = { world in
            world.now = .now + .seconds(3)
            world.cached = quote
        }
        #expect(PortsDouble(world).run(Self.policy).quote == .fetched("binance"))
    }

    @Test func quote_whenReceivedBeforeButYoungerThanMaxAge_isFresh() {
        let quote = PriceQuote.from("coinbase", at: .ago(.milliseconds(5)))
        var world = PortsDouble.World(cached: Self.old, fetched: [.quote("binance")])
        world.whileWaiting = { $0.cached = quote }
        #expect(PortsDouble(world).run(Self.policy).quote == .cached(quote, isStale: false, seconds: 0))
    }

    @Test func execute_whenTheSourcesFailedDuringTheWait_doesNotAskThemAgain() {
        var world = PortsDouble.World(cached: Self.old, fetched: [.quote("binance")])
        world.whileWaiting = { world in
            world.now = .now + .seconds(4)
            let failed = SourceBackoff([.failed: .now + .seconds(14)])
            world.backoff = ["binance": failed, "coinbase": failed]
        }
        let ports = PortsDouble(world)
        let outcome = ports.run(Self.policy)
        #expect(outcome.reason == .failed)
        #expect(outcome.quote == .cached(Self.old, isStale: true, seconds: 94))
        #expect(outcome.reports.first == .failure("binance", .skipped(.seconds(10), because: .failed)))
        #expect(ports.messages == [.retrieve, .lock(deadline: .seconds(5)), .retrieve, .entries, .unlock])
    }

    @Test func staleQuote_isTheOneReadUnderTheLock() {
        var world = PortsDouble.World(cached: Self.old, fetched: [.failure("binance", .invalidPrice)])
        world.whileWaiting = { $0.cached = .from("kraken") }
        #expect(PortsDouble(world).run(Self.policy).quote?.quote == .from("kraken"))
    }

    @Test func execute_whenTheCacheCannotBeReadTwice_reportsItOnce() {
        let error = PriceStoreError("it is not complete")
        let world = PortsDouble.World(cacheError: error, fetched: [.failure("binance", .invalidPrice)])
        let ports = PortsDouble(world)
        #expect(ports.run(Self.policy).cacheErrors == [.unreadable(error)])
        #expect(ports.messages.count { $0 == .retrieve } == 2)
    }
}
