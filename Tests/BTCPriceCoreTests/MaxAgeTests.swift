import Testing

@testable import BTCPriceCore

@Suite struct MaxAgeTests {
    private static let minute = CachePolicy(maxAge: .seconds(60))

    @Test(arguments: [CachePolicy.Mode.fetch, .backgroundRefresh, .background, .offline])
    func freshQuote_inAnyMode_isDeliveredWithoutAFetch(_ mode: CachePolicy.Mode) {
        let quote = PriceQuote.from("coinbase", at: .ago(.milliseconds(59_999)))
        let ports = PortsDouble(PortsDouble.World(cached: quote, fetched: [.quote("binance")]))
        let outcome = ports.run(CachePolicy(maxAge: .seconds(60), maxStale: .zero, mode: mode))
        #expect(outcome == Outcome(.cached(quote, isStale: false, seconds: 59), reason: .freshEnough))
        #expect(ports.messages == [.retrieve])
    }

    @Test(arguments: [("binance", Duration.seconds(60)), ("kraken", .seconds(1)), ("binance", .milliseconds(-1))])
    func quote_whenTooOldOrOfAnotherSourceOrFromTheFuture_isNotFresh(_ source: String, _ age: Duration) {
        let ports = PortsDouble(
            PortsDouble.World(cached: .from(source, at: .ago(age)), fetched: [.quote("coinbase")]))
        #expect(ports.run(Self.minute).quote == .fetched("coinbase"))
    }

    @Test(arguments: [CachePolicy.Mode.fetch, .offline])
    func maxAge_whenZero_makesNoQuoteFresh(_ mode: CachePolicy.Mode) {
        let ports = PortsDouble(PortsDouble.World(cached: .from("binance"), fetched: [.quote("coinbase")]))
        #expect(ports.run(CachePolicy(maxAge: .zero, mode: mode)).reason != .freshEnough)
    }

    @Test(arguments: [BackoffReason.failed, .rateLimited])
    func execute_whenAllSourcesAreToBeSkipped_fetchesNothing(_ reason: BackoffReason) {
        var world = PortsDouble.World(cached: .from("binance", at: .ago(.seconds(90))), fetched: [.quote("binance")])
        world.backoff = [
            "binance": SourceBackoff([reason: .now + .seconds(5)]),
            "coinbase": SourceBackoff([.failed: .now + .seconds(4)]),
        ]
        let ports = PortsDouble(world)
        let outcome = ports.run(Self.minute)
        #expect(outcome.reason == .failed)
        #expect(outcome.quote?.isStale == true)
        #expect(
            outcome.reports == [
                .failure("binance", .skipped(.seconds(5), because: reason)),
                .failure("coinbase", .skipped(.seconds(4), because: .failed)),
            ])
        #expect(ports.world.backoff == world.backoff)
    }

    @Test func execute_whenOnlyOneSourceHasJustFailed_asksBoth() {
        var world = PortsDouble.World(fetched: [.quote("binance")])
        world.backoff = ["binance": SourceBackoff([.failed: .now + .seconds(5)])]
        let ports = PortsDouble(world)
        #expect(ports.run(Self.minute).quote == .fetched("binance"))
        #expect(ports.messages.contains(.fetch(["binance", "coinbase"])))
        #expect(ports.world.backoff == [:])
    }
}
