import Testing

@testable import BTCPriceCore

@Suite struct OfflineTests {
    private static let offline = CachePolicy(maxStale: .seconds(60), mode: .offline)

    @Test func offline_whenAQuoteIsCached_deliversItAsStaleAndOnlyReadsTheCache() {
        let quote = PriceQuote.from("kraken", at: .ago(.seconds(60)))
        let ports = PortsDouble(PortsDouble.World(cached: quote, fetched: [.quote("binance")]))
        #expect(ports.run(Self.offline) == Outcome(.cached(quote, isStale: true, seconds: 60), reason: .offline))
        #expect(ports.messages == [.retrieve])
    }

    @Test func offline_whenNothingIsCached_deliversNothing() {
        let ports = PortsDouble(PortsDouble.World(fetched: [.quote("binance")]))
        #expect(ports.run(Self.offline) == Outcome(reason: .offline))
        #expect(ports.messages == [.retrieve])
    }

    @Test func offline_whenTheQuoteIsOlderThanMaxStale_deliversNothing() {
        let world = PortsDouble.World(cached: .from("kraken", at: .ago(.milliseconds(60_001))))
        var expected = Outcome(reason: .offline)
        expected.tooOld = Age(.seconds(60))
        #expect(PortsDouble(world).run(Self.offline) == expected)
    }

    @Test func offline_whenTheQuoteIsNewButOfAnotherSource_deliversItAsStale() {
        let world = PortsDouble.World(cached: .from("kraken"))
        let outcome = PortsDouble(world).run(CachePolicy(maxAge: .seconds(60), mode: .offline))
        #expect(outcome.quote?.isStale == true)
    }

    @Test func offline_whenTheCacheCannotBeRead_reportsIt() {
        let error = PriceStoreError("it is not complete")
        #expect(PortsDouble(PortsDouble.World(cacheError: error)).run(Self.offline).cacheErrors == [.unreadable(error)])
    }
}
