import StubExchange
import Testing

/// The sources and the currencies in the program's order. Tests that mean all of them read these lists.
enum SourceList {
    /// As a usage error lists them.
    static let names = listed("--primary")
    /// As a usage error lists them.
    static let currencies = listed("--currency")

    static func quoting(_ currency: String) throws -> [String] {
        try names.filter { name in try Fixture.named(name).pairs.contains { $0.currency == currency } }
    }

    /// What precedes a price in text: without a symbol of its own, the currency's code and a space.
    static func symbol(_ currency: String) -> String {
        ["USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥"][currency] ?? "\(currency) "
    }

    private static func listed(_ option: String) -> [String] {
        let run = try? Sandbox().run(option, "nosuchvalue")
        let list = run?.errors.firstMatch(of: #/ is not one of ([A-Za-z]+(?:, [A-Za-z]+)*)/#)?.1 ?? ""
        return list.split(separator: ", ").map(String.init)
    }
}

extension EndToEnd {
    @Suite struct SourceListTests {
        @Test func namesAndCurrencies_areThoseOfTheFixtures() {
            let fixtures = Fixture.all.map(\.name)
            for name in SourceList.names where !fixtures.contains(name) {
                Issue.record("add Tests/StubExchange/Fixtures/\(name).txt")
            }
            for name in fixtures where !SourceList.names.contains(name) {
                Issue.record("add \(name.capitalized)() to SourceRegistry.exchanges, or build the program again")
            }
            for code in SourceList.currencies where !Fixture.currencies.contains(code) {
                Issue.record("add to a fixture in Tests/StubExchange/Fixtures: pair \(code) SYMBOL NAME")
            }
            for code in Fixture.currencies where !SourceList.currencies.contains(code) {
                Issue.record("add \(code) to Currency, or build the program again")
            }
            #expect(SourceList.names.sorted() == fixtures)
            #expect(SourceList.currencies == Fixture.currencies)
        }
    }
}
