import BTCPriceCore
import BTCPriceNetworking
import StubExchange
import Testing

/// What is registered, held against the fixtures: each side is written without looking at the other.
@Suite struct SourceRegistryTests {
    @Test func sources_areThoseThatHaveAFixture() {
        #expect(Set(SourceRegistry.exchanges.map(\.name)) == Set(Fixture.all.map(\.name)))
        #expect(SourceRegistry.exchanges.count == Fixture.all.count)
    }

    @Test(arguments: Fixture.all)
    func pairs_areThoseOfTheFixture(_ fixture: Fixture) throws {
        let exchange = try #require(SourceRegistry.exchange(named: fixture.name.utf8))
        #expect(exchange.pairs.map(\.currency.code) == fixture.pairs.map(\.currency))
        #expect(exchange.pairs.map(\.symbol) == fixture.pairs.map(\.symbol))
        #expect(exchange.pairs.map(\.name) == fixture.pairs.map(\.market))
    }

    @Test(arguments: Market.all)
    func target_isThatOfTheFixture(_ market: Market) throws {
        #expect(market.exchange.target(for: market.pair) == (try market.fixture.target(for: market.code)))
    }

    @Test(arguments: Market.all)
    func pair_isFoundByItsCurrency(_ market: Market) {
        #expect(market.exchange.pair(in: market.pair.currency) == market.pair)
    }

    @Test(arguments: Market.ofEachSource)
    func pair_ofACurrencyThatASourceLacks_isNone(_ market: Market) {
        for currency in Currency.allCases where !market.fixture.pairs.contains(where: { $0.currency == currency.code })
        {
            #expect(market.exchange.pair(in: currency) == nil)
        }
    }

    @Test(arguments: Market.ofEachSource)
    func source_isFoundByItsNameAlone(_ market: Market) {
        let name = market.exchange.name
        #expect(SourceRegistry.exchange(named: name.utf8)?.name == name)
        for other in [name.uppercased(), name + " ", String(name.dropLast()), ""] {
            #expect(SourceRegistry.exchange(named: other.utf8) == nil, "\(other)")
        }
    }

    @Test(arguments: Market.ofEachSource)
    func name_isALowerCaseWordAndNamesItsVariable(_ market: Market) {
        let name = market.exchange.name
        #expect(!name.isEmpty && name.allSatisfy { $0.isASCII && $0.isLowercase })
        #expect(market.exchange.urlVariable == "BTCQ_" + name.uppercased() + "_URL")
    }

    @Test(arguments: Market.ofEachSource)
    func ownAddress_isHTTPSAndPassesTheCheckOfAddresses(_ market: Market) throws {
        let address = market.exchange.baseURL
        #expect(address.hasPrefix("https://"))
        #expect(try BaseURL(checking: address.utf8).text == address)
        #expect(BaseURL(of: market.exchange).text == address)
    }

    @Test(arguments: Market.all)
    func market_fitsTheCacheAndEveryFormat(_ market: Market) {
        #expect(market.pair.name.wholeMatch(of: /[A-Z0-9\/-]{1,20}/) != nil)
    }

    @Test func market_isNamedAsInRequestsUnlessAnotherNameIsGiven() {
        #expect(TradingPair(.usd, "BTC-USD").name == "BTC-USD")
        #expect(TradingPair(.usd, "btcusd", name: "BTC/USD").name == "BTC/USD")
    }
}
