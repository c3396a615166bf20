import BTCPriceCore
import StubExchange
import Testing

@testable import BTCPriceNetworking

@Suite struct SourceRegistryTests {
    @Test func sources_haveAFixtureAndANameOfTheirOwn() {
        for source in SourceRegistry.all {
            for pair in source.pairs {
                do {
                    _ = try Fixture.named(source.name).pair(pair.currency.code)
                } catch {
                    Issue.record("\(error)")
                    break
                }
            }
        }
        let names = SourceRegistry.all.map(\.name)
        #expect(Set(names).count == names.count)
    }

    /// So that each has a fallback.
    @Test func currencies_areQuotedByTwoSourcesWithoutAKey() {
        let pairs = SourceRegistry.all.filter { $0.keyVariable == nil }.flatMap(\.pairs)
        for currency in Currency.allCases {
            let count = pairs.count { $0.currency == currency }
            #expect(count > 1, "add to the pairs of a source in Sources/BTCPriceNetworking/APIs: \(currency)")
        }
    }

    /// A cached quote with another name would not be read.
    @Test(arguments: SourceCase.onePerSource)
    func namesAndBaseURL_areValid(_ source: SourceCase) throws {
        #expect(Endpoint.isIdentifier(Array(source.name.utf8)))
        #expect(source.api.host == source.fixture.host)
        #expect(try BaseURL.checked(Array(source.api.baseURL.utf8), from: "") == source.api.baseURL)
        for name in source.api.pairs.map(\.name) {
            #expect(TradingPair.isName(Array(name.utf8)), "not [A-Z0-9/_-]: \(name)")
        }
    }
}
