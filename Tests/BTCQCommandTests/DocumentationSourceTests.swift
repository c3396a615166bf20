import BTCPriceCore
import BTCPriceNetworking
import System
import Testing

@testable import BTCQCommand

/// `--help`, the man page and the README list the sources of the registry, row by row.
@Suite struct DocumentationSourceTests {
    private let manual: DocumentationManual
    private let readme: DocumentationReadme

    init() throws {
        manual = try DocumentationManual()
        readme = try DocumentationReadme()
    }

    @Test func manual_hasATableOfPairs() {
        let heading = "Em source" + Currency.allCases.map { " Ta Cm \($0.code)" }.joined()
        let rows = SourceRegistry.exchanges.map { exchange in
            "Cm \(exchange.name)" + exchange.pairNames.map { " Ta \($0 ?? "-")" }.joined()
        }
        #expect(tables.first == [heading] + rows)
    }

    @Test func manual_hasATableOfHosts() throws {
        try #require(tables.count == 2)
        let rows = tables[1].dropFirst()
        try #require(rows.count == SourceRegistry.exchanges.count)
        for (row, exchange) in zip(rows, SourceRegistry.exchanges) {
            #expect(row.hasPrefix("Cm \(exchange.name) Ta \(exchange.host) Ta "))
            for fact in exchange.facts { #expect(row.contains(fact)) }
        }
    }

    @Test func manual_namesTheVariables() {
        let environment = manual.section("ENVIRONMENT").lines
        let named = Set(environment.flatMap { $0.matches(of: /BTCQ_[A-Z]+_URL/).map { String($0.output) } })
        #expect(named == Set(SourceRegistry.exchanges.map(\.urlVariable)))
        let others =
            SourceRegistry.exchanges.compactMap(\.keyVariable)
            + Option.all.compactMap(\.variable?.name)
        let heads = manual.section("ENVIRONMENT").items.map(\.head).joined(separator: " ").split(separator: " ")
        for variable in others { #expect(heads.contains { $0 == variable }, "\(variable)") }
    }

    @Test func readme_hasATableOfSources() throws {
        let section = readme.section("Sources and currencies")
        let heading = section.rows.first
        #expect(heading == ["source", "asked at"] + Currency.allCases.map(\.code) + ["to know"])
        let rows = section.rows(below: "source")
        let expected = SourceRegistry.exchanges.map { exchange in
            ["`\(exchange.name)`", "`\(exchange.host)`"] + exchange.pairNames.map { $0 ?? "" }
        }
        #expect(rows.map { Array($0.dropLast()) } == expected)
        for (row, exchange) in zip(rows, SourceRegistry.exchanges) {
            for fact in exchange.facts { #expect(row.last?.contains(fact) == true, "\(exchange.name): \(fact)") }
        }
    }

    @Test func readme_namesTheVariables() {
        let text = readme.section("Sources and currencies").text
        let variables = Option.all.compactMap(\.variable?.name) + ["BTCQ_<NAME>_URL"]
        for variable in variables { #expect(text.contains("`\(variable)`"), "\(variable)") }
        for exchange in SourceRegistry.exchanges {
            #expect(exchange.urlVariable == "BTCQ_\(exchange.name.uppercased())_URL")
        }
    }

    @Test(arguments: Currency.allCases)
    func readme_namesTheDefaultSources(_ currency: Currency) throws {
        let sources = try SourceSelection(SourceChoice(currency: currency), Environment { _ in nil }).sources
        let names = sources.count == 1 ? "\(sources[0].name) alone" : sources.map(\.name).joined(separator: ", then ")
        let text = readme.section("Sources and currencies").text.replacing("\n", with: " ")
        let sentence = try #require(text.split(separator: ".").first { $0.contains("Without a choice") })
        let clause = try #require(sentence.split(separator: ";").first { $0.contains(currency.code) })
        #expect(clause.contains(" \(names) for "))
    }

    @Test(arguments: SourceRegistry.exchanges.map(\.name))
    func help_namesEveryPair(_ name: String) throws {
        let exchange = try #require(SourceRegistry.exchange(named: name.utf8))
        let text = HelpText.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let pairs = exchange.pairs.map { pair in pair.name + (pair.note.map { " (\($0))" } ?? "") }
        let listed = " \(name) \(pairs.joined(separator: ", "))"
        #expect(text.contains(listed))
        if let key = exchange.keyVariable { #expect(text.contains("\(listed); needs a key in $\(key)")) }
    }

    /// The rows of each table of the section SOURCES, without `.It`.
    private var tables: [[String]] {
        manual.section("SOURCES").lines.split { $0 == ".El" }
            .map { lines in lines.filter { $0.hasPrefix(".It ") }.map { String($0.dropFirst(".It ".count)) } }
            .filter { !$0.isEmpty }
    }
}

extension Exchange {
    /// The pair in each currency, nil if there is none.
    fileprivate var pairNames: [String?] { Currency.allCases.map { pair(in: $0)?.name } }

    fileprivate var host: String { String(baseURL.trimmingPrefix("https://")) }

    /// What the last column must contain.
    fileprivate var facts: [String] {
        pairs.compactMap(\.note) + [keyVariable].compactMap(\.self)
    }
}
