import BTCPriceCore
import StubExchange
import Testing

@testable import BTCPriceNetworking

@Suite struct SourceRegistryTests {
    private static let sources = SourceRegistry.all.map(\.source)

    @Test func exchanges_haveAFixtureAndANameOfTheirOwn() {
        let fixtures = Set(Fixture.all.map(\.name))
        let names = Self.sources.map(\.name)
        for name in names where !fixtures.contains(name) { Issue.record("add Tests/StubExchange/Fixtures/\(name).txt") }
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: Currency.allCases)
    func currency_isQuotedByASource(_ currency: Currency) {
        let isQuoted = !Self.sources.quoting(currency).isEmpty
        #expect(isQuoted, "add to the pairs of a source in Sources/BTCPriceNetworking/Sources: \(currency)")
    }

    /// A cached quote with another name would not be read.
    @Test(arguments: SourceCase.onePerSource)
    func namesAndBaseURL_areValid(_ source: SourceCase) throws {
        let exchange = source.exchange
        #expect(Endpoint.isIdentifier(Array(source.name.utf8)))
        #expect(try BaseURL.checked(Array(exchange.baseURL.utf8)) == exchange.baseURL)
        for name in exchange.source.pairs.map(\.name) {
            #expect(TradingPair.isName(Array(name.utf8)), "not [A-Z0-9/_-]: \(name)")
        }
    }
}
