import BTCPriceCore
import StubExchange
import Testing

@testable import BTCPriceNetworking

/// The registry against the fixtures, which do not depend on it.
@Suite struct SourceRegistryTests {
    private static let sources = SourceRegistry.exchanges.map(\.source)

    @Test func exchanges_areThoseWithAFixture() {
        let fixtures = Set(Fixture.all.map(\.name))
        let names = Self.sources.map(\.name)
        for name in names where !fixtures.contains(name) { Issue.record("add Tests/StubExchange/Fixtures/\(name).txt") }
        for name in fixtures.subtracting(names).sorted() {
            Issue.record("add \(name.capitalized)() to SourceRegistry.exchanges, or remove its fixture")
        }
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: Currency.allCases)
    func currency_isQuotedByASource(_ currency: Currency) {
        let isQuoted = !Self.sources.quoting(currency).isEmpty
        #expect(isQuoted, "add to the pairs of a source in Sources/BTCPriceNetworking/Sources: \(currency)")
    }

    @Test func currencies_areInTheOrderOfTheFixtures() {
        let codes = Currency.allCases.map(\.code)
        for code in codes where !Fixture.currencies.contains(code) {
            Issue.record("add to a fixture in Tests/StubExchange/Fixtures: pair \(code) SYMBOL NAME")
        }
        for code in Fixture.currencies where !codes.contains(code) {
            Issue.record("add to Currency: case \(code.lowercased()) = \"\(code)\"")
        }
        #expect(codes.filter(Fixture.currencies.contains) == Fixture.currencies.filter(codes.contains))
    }

    @Test(arguments: SourceCase.onePerSource)
    func pairs_areThoseOfTheFixture(_ source: SourceCase) throws {
        let pairs = source.exchange.source.pairs.map { "pair \($0.currency.code) SYMBOL \($0.name)" }
        let lines = source.fixture.pairs.map { "pair \($0.currency) SYMBOL \($0.name)" }
        for line in pairs where !lines.contains(line) {
            Issue.record("add to Tests/StubExchange/Fixtures/\(source.name).txt: \(line)")
        }
        for line in lines where !pairs.contains(line) {
            Issue.record("add to the pairs of \(type(of: source.exchange)), or remove from its fixture: \(line)")
        }
        #expect(pairs.filter(lines.contains) == lines.filter(pairs.contains))
    }

    @Test(arguments: SourceCase.onePerSource)
    func nameHostAndKey_areThoseOfTheFixture(_ source: SourceCase) throws {
        let exchange = source.exchange
        #expect(SourceID.isIdentifier(Array(source.name.utf8)))
        #expect(exchange.urlVariable == source.fixture.urlVariable)
        #expect(exchange.source.host == source.fixture.host)
        #expect(exchange.source.keyVariable == source.fixture.keyVariable)
        let checked = try BaseURL.checked(Array(exchange.baseURL.utf8))
        #expect(checked == exchange.baseURL && checked == "https://\(source.fixture.host)")
        for name in exchange.source.pairs.map(\.name) {
            #expect(TradingPair.isName(Array(name.utf8)), "not [A-Z0-9/_-]: \(name)")
        }
    }
}
