import StubExchange
import Testing

/// The sources and the currencies in the order of the contract. Tests that mean all of them read these lists.
enum SourceList {
    static let names = ["binance", "cryptocompare", "coinbase", "kraken", "bitstamp", "bitflyer"]
    static let currencies = ["USD", "EUR", "GBP", "JPY", "CAD", "CHF", "AUD"]

    static func quoting(_ currency: String) throws -> [String] {
        try names.filter { name in try Fixture.named(name).pairs.contains { $0.currency == currency } }
    }
}

extension EndToEnd {
    @Suite struct SourceListTests {
        @Test func names_areThoseOfTheFixtures() {
            for fixture in Fixture.all {
                #expect(SourceList.names.contains(fixture.name), "add \"\(fixture.name)\" to SourceList.names")
                for pair in fixture.pairs {
                    let advice: Comment = "add \"\(pair.currency)\" to SourceList.currencies"
                    #expect(SourceList.currencies.contains(pair.currency), advice)
                }
            }
            #expect(SourceList.names.count == Fixture.all.count)
        }
    }
}
