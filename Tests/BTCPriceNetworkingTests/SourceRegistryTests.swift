import BTCPriceCore
import StubExchange
import Testing

@testable import BTCPriceNetworking

/// The registry against the fixtures, which do not depend on it.
@Suite struct SourceRegistryTests {
    @Test func exchanges_areThoseWithAFixture() {
        let fixtures = Set(Fixture.all.map(\.name))
        for exchange in SourceRegistry.exchanges where !fixtures.contains(exchange.name) {
            Issue.record("add Tests/StubExchange/Fixtures/\(exchange.name).txt")
        }
        let names = SourceRegistry.exchanges.map(\.name)
        for name in fixtures.subtracting(names).sorted() {
            Issue.record("add \(name.capitalized)() to SourceRegistry.exchanges, or remove its fixture")
        }
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: Currency.allCases)
    func currency_isQuotedByASource(_ currency: Currency) {
        let isQuoted = !SourceRegistry.exchanges(quoting: currency).isEmpty
        #expect(isQuoted, "add to the pairs of a source in Sources/BTCPriceNetworking/Sources: .\(currency)")
    }

    @Test func currencies_areInTheOrderOfTheFixtures() {
        let codes = Currency.allCases.map(\.code)
        for code in codes where !Fixture.currencies.contains(code) {
            Issue.record("add to a fixture in Tests/StubExchange/Fixtures: pair \(code) SYMBOL NAME")
        }
        for code in Fixture.currencies where !codes.contains(code) {
            Issue.record("add to Currency: cas.\(code.lowercased()) = \"\(code)\"")
        }
        #expect(codes.filter(Fixture.currencies.contains) == Fixture.currencies.filter(codes.contains))
    }

    @Test(arguments: Fixture.all)
    func pairs_areThoseOfTheFixture(_ fixture: Fixture) throws {
        let exchange = try #require(SourceRegistry.exchange(named: fixture.name.utf8))
        let pairs = exchange.pairs.map { "pair \($0.currency.code) SYMBOL \($0.name)" }
        let lines = fixture.pairs.map { "pair \($0.currency) SYMBOL \($0.name)" }
        for line in pairs where !lines.contains(line) {
            Issue.record("add to Tests/StubExchange/Fixtures/\(fixture.name).txt: \(line)")
        }
        for line in lines where !pairs.contains(line) {
            Issue.record("add to the pairs of \(type(of: exchange)), or remove from its fixture: \(line)")
        }
        #expect(pairs.filter(lines.contains) == lines.filter(pairs.contains))
    }

    @Test(arguments: SourceCase.onePerSource)
    func hostAndKey_areThoseOfTheFixture(_ source: SourceCase) {
        #expect(source.exchange.baseURL == "https://\(source.fixture.host)")
        #expect(source.exchange.keyVariable == source.fixture.keyVariable)
    }

    @Test(arguments: SourceCase.all)
    func target_isThatOfTheFixture(_ source: SourceCase) throws {
        let expected = try source.fixture.target(for: source.code)
        #expect(source.exchange.target(for: source.pair) == expected)
    }

    @Test(arguments: SourceCase.onePerSource, Currency.allCases)
    func pairIn_isThatOfTheCurrencyIfThereIsOne(_ source: SourceCase, _ currency: Currency) {
        let expected = source.fixture.pairs.first { $0.currency == currency.code }?.name
        #expect(source.exchange.pair(in: currency)?.name == expected)
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
        let names = SourceRegistry.exchanges(quoting: currency).map(\.name)
        #expect(
            names.sorted() == Fixture.quoting(currency.code).map(\.name),
            "the fixtures in Tests/StubExchange/Fixtures have no such line: pair \(currency.code) SYMBOL NAME")
        #expect(names == SourceRegistry.exchanges.map(\.name).filter(names.contains))
    }

    @Test(arguments: SourceCase.onePerSource)
    func name_isInLowerCaseAndPartOfItsVariable(_ source: SourceCase) {
        let name = source.exchange.name
        #expect(!name.isEmpty && name.allSatisfy { $0.isASCII && $0.isLowercase })
        #expect(source.exchange.urlVariable == "BTCQ_" + name.uppercased() + "_URL")
    }

    @Test(arguments: SourceCase.onePerSource)
    func baseURL_isHTTPSAndValid(_ source: SourceCase) throws {
        let checked = try BaseURL.checked(Array(source.exchange.baseURL.utf8))
        #expect(checked == source.exchange.baseURL && checked.hasPrefix("https://"))
    }

    @Test(arguments: SourceCase.all)
    func pairName_fitsTheCacheAndEveryFormat(_ source: SourceCase) {
        #expect(source.pair.name.wholeMatch(of: /[A-Z0-9\/_-]{1,20}/) != nil)
    }
}
