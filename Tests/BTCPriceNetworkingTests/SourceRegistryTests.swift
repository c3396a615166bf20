import BTCPriceCore
import StubExchange
import Testing

@testable import BTCPriceNetworking

@Suite struct SourceRegistryTests {
    @Test func sources_haveAFixtureAndANameOfTheirOwn() {
        let names = SourceRegistry.all.map(\.name)
        for name in names where (try? Fixture.named(name)) == nil {
            Issue.record("add Tests/StubExchange/Fixtures/\(name).txt")
        }
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: Currency.allCases)
    func currency_isQuotedByASource(_ currency: Currency) {
        let isQuoted = SourceRegistry.all.flatMap(\.pairs).contains { $0.currency == currency }
        #expect(isQuoted, "add to the pairs of a source in Sources/BTCPriceNetworking/APIs: \(currency)")
    }

    /// A cached quote with another name would not be read.
    @Test(arguments: SourceCase.all)
    func namesAndBaseURL_areValid(_ source: SourceCase) throws {
        #expect(Endpoint.isIdentifier(Array(source.name.utf8)))
        #expect(source.api.host == source.fixture.host)
        #expect(try BaseURL.checked(Array(source.api.baseURL.utf8), from: "") == source.api.baseURL)
        #expect(TradingPair.isName(Array(source.pair.name.utf8)), "not [A-Z0-9/_-]: \(source.pair.name)")
    }
}
