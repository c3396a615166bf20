import BTCPriceCore
import BTCPriceNetworking
import StubExchange
import Testing

@testable import BTCQCommand

/// The environment variables, through the command.
@Suite(.timeLimit(.minutes(1))) struct CommandEnvironmentTests {
    private let defaults: [String]
    private let names = SourceRegistry.exchanges.map(\.name).joined(separator: ", ")
    private let codes = Currency.allCases.map(\.code).joined(separator: ", ")

    init() throws {
        defaults = try defaultSources()
    }

    /// A source that quotes USD, and a currency that it does not quote.
    private func sourceAndMissingCurrency() throws -> (source: String, currency: Currency) {
        let pairs = SourceRegistry.exchanges.lazy.compactMap { exchange in
            Currency.allCases.first { exchange.pair(in: $0) == nil }.map { (source: exchange.name, currency: $0) }
        }
        return try #require(pairs.first { SourceRegistry.exchange(named: $0.source.utf8)?.pair(in: .usd) != nil })
    }

    /// The name of another source, and a currency that both quote.
    private func otherSource(than fixture: Fixture) throws -> (name: String, currency: String) {
        let others = fixture.pairs.lazy.compactMap { pair in
            Fixture.all.first { other in
                other.name != fixture.name && other.pairs.contains { $0.currency == pair.currency }
            }.map { (name: $0.name, currency: pair.currency) }
        }
        return try #require(others.first)
    }

    /// The names of the sources that quote a currency, in the order of the registry.
    private func sources(quoting currency: Currency) -> [String] {
        SourceRegistry.exchanges.filter { $0.pair(in: currency) != nil }.map(\.name)
    }

    // Defaults of options.

    @Test func currencyVariable_isTheDefaultOfTheOption() throws {
        let home = try Home()
        home.environment["BTCQ_CURRENCY"] = "eur"
        #expect(home.run("-j").text.contains(#""currency":"EUR""#))
        #expect(home.run("-j", "--currency", "USD").text.contains(#""currency":"USD""#))
        home.environment["BTCQ_CURRENCY"] = ""
        #expect(home.run("-j").text.contains(#""currency":"USD""#))
    }

    @Test(arguments: Fixture.all)
    func sourceVariables_areTheDefaultsOfTheOptions(_ fixture: Fixture) throws {
        let home = try Home()
        let (other, currency) = try otherSource(than: fixture)
        home.environment["BTCQ_CURRENCY"] = currency
        home.environment["BTCQ_PRIMARY"] = fixture.name
        home.environment["BTCQ_FALLBACK"] = other
        #expect(home.run("--template", "{source}").text == "\(fixture.name)\n")
        home.set(fixture.name, "status-500")
        #expect(home.run("--template", "{source}").text == "\(other)\n")
        home.environment["BTCQ_FALLBACK"] = "none"
        #expect(
            home.run("--template", "{source}", "--max-stale", "0").errors == [
                "btcq: no quote: \(fixture.name): HTTP 500"
            ])
        #expect(home.run("--template", "{source}", "--primary", other).text == "\(other)\n")
    }

    @Test func variables_whenEmpty_countAsUnset() throws {
        let home = try Home()
        for name in ["PRIMARY", "FALLBACK", "CURRENCY"] { home.environment["BTCQ_\(name)"] = "" }
        #expect(home.run("--template", "{source} {currency}").text == "\(defaults[0]) USD\n")
    }

    @Test func variable_whenInvalid_isAUsageErrorThatNamesIt() throws {
        try expectUsageError(["BTCQ_PRIMARY": "mtgox"], "BTCQ_PRIMARY: mtgox is not one of \(names)")
        try expectUsageError(["BTCQ_PRIMARY": "none"], "BTCQ_PRIMARY: none is not one of \(names)")
        try expectUsageError(["BTCQ_FALLBACK": "mtgox"], "BTCQ_FALLBACK: mtgox is not one of \(names), none")
        try expectUsageError(["BTCQ_CURRENCY": "XYZ"], "BTCQ_CURRENCY: XYZ is not one of \(codes)")
        try expectUsageError(
            ["BTCQ_PRIMARY": String(repeating: "x", count: 100_000)],
            "BTCQ_PRIMARY: \(String(repeating: "x", count: 60))... is not one of \(names)")
    }

    @Test func variable_whenAnOptionReplacesIt_isIgnored() throws {
        let home = try Home()
        home.environment["BTCQ_PRIMARY"] = "mtgox"
        home.environment["BTCQ_FALLBACK"] = "mtgox"
        home.environment["BTCQ_CURRENCY"] = "XYZ"
        let currency = ["--currency", "USD"]
        #expect(home.run(["--primary", defaults[0], "--fallback", defaults[1]] + currency).status == .success)
        #expect(home.run(["--source", defaults[0]] + currency).status == .success)
    }

    @Test func variables_whenBothNameTheSameSource_areAUsageErrorWithARemedy() throws {
        let name = defaults[1]
        try expectUsageError(
            ["BTCQ_PRIMARY": name, "BTCQ_FALLBACK": name],
            "BTCQ_FALLBACK: \(name) is both primary and fallback; use --fallback \(defaults[0])")
    }

    @Test func variable_whenItNamesTheSourceOfAnOption_isAUsageErrorWithARemedy() throws {
        let name = defaults[0]
        try expectUsageError(
            ["BTCQ_FALLBACK": name],
            "BTCQ_FALLBACK: \(name) is both primary and fallback; use --fallback \(defaults[1])",
            ["--primary", name])
        try expectUsageError(
            ["BTCQ_PRIMARY": name], "BTCQ_PRIMARY: \(name) is both primary and fallback; use --primary \(defaults[1])",
            ["--fallback", name])
    }

    @Test func variable_whenItsSourceDoesNotQuoteTheCurrency_isAUsageErrorWithARemedy() throws {
        let (source, currency) = try sourceAndMissingCurrency()
        let code = currency.code
        let other = try #require(
            SourceRegistry.exchanges.first { $0.pair(in: currency) != nil && $0.keyVariable == nil }
        ).name
        let message = "BTCQ_PRIMARY: \(source) does not quote \(code); use --primary \(other)"
        try expectUsageError(["BTCQ_PRIMARY": source], message, ["--currency", code])
        try expectUsageError(["BTCQ_CURRENCY": code, "BTCQ_PRIMARY": source], message)
        try expectUsageError(
            ["BTCQ_CURRENCY": code], "BTCQ_CURRENCY: \(source) does not quote \(code); use --currency USD",
            ["-s", source])
    }

    // Options that do not fit together.

    @Test(arguments: Currency.allCases)
    func currency_whenASourceDoesNotQuoteIt_isAUsageErrorThatNamesTheSourcesThatDo(_ currency: Currency) throws {
        let others = sources(quoting: currency).joined(separator: ", ")
        for exchange in SourceRegistry.exchanges where exchange.pair(in: currency) == nil {
            for option in ["-s", "--primary", "--fallback"] {
                let run = try Home().run("--currency", currency.code, option, exchange.name)
                #expect(run.status == .usage)
                #expect(
                    run.errors.first
                        == "btcq: \(exchange.name) does not quote \(currency.code); sources that do: \(others)")
            }
        }
    }

    @Test(arguments: Currency.allCases)
    func run_whenNoSourceIsChosen_asksTheFirstTwoThatQuoteTheCurrencyWithoutAKey(_ currency: Currency) throws {
        let home = try Home("status-500")
        let free = SourceRegistry.exchanges.filter { $0.pair(in: currency) != nil && $0.keyVariable == nil }.prefix(2)
        let run = home.run("--currency", currency.code)
        #expect(run.errors == ["btcq: no quote: " + free.map { "\($0.name): HTTP 500" }.joined(separator: "; ")])
    }

    /// Options by themselves, options together, variables, then base URLs and keys.
    @Test func usageErrors_whenSeveral_areCheckedInOrder() throws {
        let home = try Home()
        home.environment["BTCQ_\(defaults[0].uppercased())_URL"] = "nonsense"
        home.environment["BTCQ_CURRENCY"] = "XYZ"
        let source = ["--source", defaults[0]]
        #expect(home.run(source + ["--decimals", "2", "-j", "-x"]).errors.first == "btcq: unknown option -x")
        #expect(
            home.run(source + ["--decimals", "2", "-j"]).errors.first
                == "btcq: --decimals: the price is always exact in the format json")
        #expect(home.run(source).errors.first == "btcq: BTCQ_CURRENCY: XYZ is not one of \(codes)")
        home.environment["BTCQ_CURRENCY"] = nil
        #expect(
            home.run(source).errors.first
                == "btcq: BTCQ_\(defaults[0].uppercased())_URL: not a URL such as https://host/path")
        #expect(home.exchange.connections == 0 && home.cachedText() == nil)
    }

    // Base URLs and keys.

    @Test(arguments: [
        ("http://example.com", "http is allowed for loopback hosts only; use https"),
        ("nonsense", "not a URL such as https://host/path"),
        ("https://user:SECRET@h", "user information is not allowed"),
        ("http://127.0.0.1%00.evil:9", "http is allowed for loopback hosts only; use https"),
        ("https://h?SECRET", "a query or a fragment is not allowed"),
    ])
    func baseURL_whenInvalid_isAUsageErrorOnlyIfTheRunUsesTheSource(_ url: String, _ reason: String) throws {
        for fixture in Fixture.all {
            let home = try Home()
            let variable = "BTCQ_\(fixture.name.uppercased())_URL"
            home.environment[variable] = url
            // It is checked first, even if the network is not used.
            let (other, currency) = try otherSource(than: fixture)
            let run = home.run("-o", "-s", fixture.name, "--currency", currency)
            #expect(run.status == .usage && home.exchange.connections == 0)
            #expect(run.errors == ["btcq: \(variable): \(reason)", "Try 'man btcq'."])
            #expect(home.run("-s", other, "--currency", currency).status == .success)
        }
    }

    @Test(arguments: ["SECRET\nX: y", "SECRET\u{0}", "SECRET\u{7f}", "SECRET\u{85}", "\u{1b}SECRET", "SECRET\t"])
    func key_whenItContainsAControlCharacter_isAUsageErrorThatDoesNotRepeatIt(_ key: String) throws {
        for exchange in SourceRegistry.exchanges {
            guard let variable = exchange.keyVariable else { continue }
            try expectUsageError([variable: key], "\(variable) contains a control character", ["-s", exchange.name])
            let home = try Home()
            home.environment[variable] = key
            let other = try #require(SourceRegistry.exchanges.first { $0.keyVariable != variable })
            #expect(home.run("-s", other.name).status == .success)
        }
    }

    private func expectUsageError(
        _ variables: [String: String], _ message: String, _ arguments: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let home = try Home()
        home.environment.merge(variables) { _, new in new }
        let run = home.run(arguments)
        #expect(run.status == .usage && run.text.isEmpty, sourceLocation: sourceLocation)
        #expect(run.errors == ["btcq: \(message)", "Try 'man btcq'."], sourceLocation: sourceLocation)
        #expect(home.exchange.connections == 0 && home.cachedText() == nil, sourceLocation: sourceLocation)
    }
}
