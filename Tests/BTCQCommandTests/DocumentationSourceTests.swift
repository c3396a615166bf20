import BTCPriceComposer
import BTCPriceCore
import BTCPriceNetworking
import Testing

@testable import BTCQCommand

/// What the registry of sources says, `--help`, the manual and the README must say too, row by row.
@Suite struct DocumentationSourceTests {
    private let manual: DocumentationManual
    private let readme: DocumentationReadme

    init() throws {
        manual = try DocumentationManual()
        readme = try DocumentationReadme()
    }

    @Test func manual_hasATableOfMarkets() {
        let heading = "Em source" + Currency.allCases.map { " Ta Cm \($0.code)" }.joined()
        let rows = SourceRegistry.exchanges.map { exchange in
            "Cm \(exchange.name)" + exchange.markets.map { " Ta \($0 ?? "-")" }.joined()
        }
        #expect(tables.first == [heading] + rows)
    }

    @Test func manual_hasATableOfHosts() throws {
        try #require(tables.count == 2)
        let rows = tables[1].dropFirst()
        try #require(rows.count == SourceRegistry.exchanges.count)
        for (row, exchange) in zip(rows, SourceRegistry.exchanges) {
            #expect(row.hasPrefix("Cm \(exchange.name) Ta \(exchange.host) Ta "))
            for fact in exchange.toKnow { #expect(row.contains(fact)) }
        }
    }

    @Test func manual_namesTheVariables() {
        let environment = manual.section("ENVIRONMENT").lines
        let named = Set(environment.flatMap { $0.matches(of: /BTCQ_[A-Z]+_URL/).map { String($0.output) } })
        #expect(named == Set(SourceRegistry.exchanges.map(\.urlVariable)))
        let others =
            SourceRegistry.exchanges.compactMap(\.keyVariable)
            + [SourceDefaults.currencyVariable, SourceDefaults.primaryVariable, SourceDefaults.fallbackVariable]
        let heads = manual.section("ENVIRONMENT").items.map(\.head).joined(separator: " ").split(separator: " ")
        for variable in others { #expect(heads.contains { $0 == variable }, "\(variable)") }
    }

    @Test func readme_hasATableOfSources() throws {
        let section = readme.section("Sources and currencies")
        let heading = section.rows.first
        #expect(heading == ["source", "asked at"] + Currency.allCases.map(\.code) + ["to know"])
        let rows = section.rows(below: "source")
        let expected = SourceRegistry.exchanges.map { exchange in
            ["`\(exchange.name)`", "`\(exchange.host)`"] + exchange.markets.map { $0 ?? "" }
        }
        #expect(rows.map { Array($0.dropLast()) } == expected)
        for (row, exchange) in zip(rows, SourceRegistry.exchanges) {
            for fact in exchange.toKnow { #expect(row.last?.contains(fact) == true, "\(exchange.name): \(fact)") }
        }
    }

    @Test func readme_namesTheVariables() {
        let text = readme.section("Sources and currencies").text
        let variables = [
            SourceDefaults.currencyVariable, SourceDefaults.primaryVariable, SourceDefaults.fallbackVariable,
            "BTCQ_<NAME>_URL",
        ]
        for variable in variables { #expect(text.contains("`\(variable)`"), "\(variable)") }
        for exchange in SourceRegistry.exchanges {
            #expect(exchange.urlVariable == "BTCQ_\(exchange.name.uppercased())_URL")
        }
    }

    @Test(arguments: Currency.allCases)
    func readme_saysWhoIsAskedWithoutAChoice(_ currency: Currency) throws {
        var request = Request()
        request.currency = currency
        let sources = try AppDependencies(request, environment: Environment { _ in nil }).selection.sources
        let names = sources.count == 1 ? "\(sources[0].name) alone" : sources.map(\.name).joined(separator: ", then ")
        let text = readme.section("Sources and currencies").text.replacing("\n", with: " ")
        let sentence = try #require(text.split(separator: ".").first { $0.contains("Without a choice") })
        let clause = try #require(sentence.split(separator: ";").first { $0.contains(currency.code) })
        #expect(clause.contains(" \(names) for "))
    }

    @Test(arguments: SourceRegistry.exchanges.map(\.name))
    func help_namesEveryMarket(_ name: String) throws {
        let exchange = try #require(SourceRegistry.exchange(named: name.utf8))
        let text = HelpText.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let pairs = exchange.pairs.map { pair in pair.name + (pair.note.map { " (\($0))" } ?? "") }
        let markets = " \(name) \(pairs.joined(separator: ", "))"
        #expect(text.contains(markets))
        if let key = exchange.keyVariable { #expect(text.contains("\(markets); wants a key: $\(key)")) }
    }

    /// The rows of each table of the section SOURCES, without `.It`.
    private var tables: [[String]] {
        manual.section("SOURCES").lines.split { $0 == ".El" }
            .map { lines in lines.filter { $0.hasPrefix(".It ") }.map { String($0.dropFirst(".It ".count)) } }
            .filter { !$0.isEmpty }
    }
}

extension Exchange {
    /// The pair in each currency, nil where there is none.
    fileprivate var markets: [String?] { Currency.allCases.map { pair(in: $0)?.name } }

    fileprivate var host: String { String(baseURL.trimmingPrefix("https://")) }

    /// What belongs in the last column.
    fileprivate var toKnow: [String] {
        pairs.compactMap(\.note) + [keyVariable].compactMap(\.self)
    }
}
