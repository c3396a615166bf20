import BTCPriceCore
import StubExchange
import Testing

@testable import BTCPriceNetworking

/// The registry against the fixtures, which do not depend on it.
@Suite struct SourceRegistryTests {
    @Test func exchanges_areThoseWithAFixture() {
        #expect(Set(SourceRegistry.exchanges.map(\.name)) == Set(Fixture.all.map(\.name)))
        #expect(SourceRegistry.exchanges.count == Fixture.all.count)
    }

    @Test(arguments: Fixture.all)
    func pairs_areThoseOfTheFixture(_ fixture: Fixture) throws {
        let exchange = try #require(SourceRegistry.exchange(named: fixture.name.utf8))
        #expect(exchange.pairs.map(\.currency.code) == fixture.pairs.map(\.currency))
        #expect(exchange.pairs.map(\.requestSymbol) == fixture.pairs.map(\.symbol))
        #expect(exchange.pairs.map(\.name) == fixture.pairs.map(\.name))
    }

    @Test(arguments: SourceCase.all)
    func target_isThatOfTheFixture(_ source: SourceCase) throws {
        #expect(source.exchange.target(for: source.pair) == (try source.fixture.target(for: source.code)))
    }

    @Test(arguments: SourceCase.all)
    func pairIn_whenCurrencyIsQuoted_isThatPair(_ source: SourceCase) {
        #expect(source.exchange.pair(in: source.pair.currency) == source.pair)
    }

    @Test(arguments: SourceCase.onePerSource)
    func pairIn_whenCurrencyIsNotQuoted_isNil(_ source: SourceCase) {
        for currency in Currency.allCases where !source.fixture.pairs.contains(where: { $0.currency == currency.code })
        {
            #expect(source.exchange.pair(in: currency) == nil)
        }
    }

    @Test(arguments: SourceCase.onePerSource)
    func exchangeNamed_matchesNameInAnyCase(_ source: SourceCase) {
        let name = source.exchange.name
        for text in [name, name.uppercased(), name.capitalized] {
            #expect(SourceRegistry.exchange(named: text.utf8)?.name == name, "\(text)")
        }
        for other in [name + " ", " " + name, String(name.dropLast()), name + "x", ""] {
            #expect(SourceRegistry.exchange(named: other.utf8) == nil, "\(other)")
        }
    }

    @Test(arguments: Currency.allCases)
    func exchangesQuoting_areThoseWithAPair(_ currency: Currency) {
        let expected = Fixture.all.filter { $0.pairs.contains { $0.currency == currency.code } }
        #expect(Set(SourceRegistry.exchanges(quoting: currency).map(\.name)) == Set(expected.map(\.name)))
    }

    @Test(arguments: SourceCase.onePerSource)
    func name_isInLowerCaseAndPartOfItsVariable(_ source: SourceCase) {
        let name = source.exchange.name
        #expect(!name.isEmpty && name.allSatisfy { $0.isASCII && $0.isLowercase })
        #expect(source.exchange.urlVariable == "BTCQ_" + name.uppercased() + "_URL")
    }

    @Test(arguments: SourceCase.onePerSource)
    func baseURL_isHTTPSAndValid(_ source: SourceCase) throws {
        let url = source.exchange.baseURL
        #expect(url.hasPrefix("https://"))
        #expect(try BaseURL(checking: Array(url.utf8)).text == url)
        #expect(BaseURL(of: source.exchange).text == url)
    }

    @Test(arguments: SourceCase.all)
    func pairName_fitsTheCacheAndEveryFormat(_ source: SourceCase) {
        #expect(source.pair.name.wholeMatch(of: /[A-Z0-9\/-]{1,20}/) != nil)
    }

    @Test func requestSymbol_whenNotGiven_isTheName() {
        #expect(TradingPair(.usd, "BTC-USD").requestSymbol == "BTC-USD")
        let pair = TradingPair(.usd, "BTC/USD", requestSymbol: "btcusd")
        #expect(pair.name == "BTC/USD" && pair.requestSymbol == "btcusd")
    }
}
