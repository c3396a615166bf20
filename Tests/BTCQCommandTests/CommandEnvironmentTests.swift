import BTCPriceComposer
import BTCPriceCore
import BTCPriceNetworking
import StubExchange
import Testing

@testable import BTCQCommand

/// The variables of the contract, through the command.
@Suite(.timeLimit(.minutes(1))) struct CommandEnvironmentTests {
    private let defaults: [String]
    private let names = SourceRegistry.exchanges.map(\.name).joined(separator: ", ")
    private let codes = Currency.allCases.map(\.code).joined(separator: ", ")

    init() throws {
        defaults = try #require(SourceSelection.default).sources.map(\.name)
    }

    /// A source that has dollars, and a currency that it lacks.
    private func lacking() throws -> (source: String, currency: Currency) {
        for exchange in SourceRegistry.exchanges where exchange.pair(in: .usd) != nil {
            guard let currency = Currency.allCases.first(where: { exchange.pair(in: $0) == nil }) else { continue }
            return (exchange.name, currency)
        }
        throw UsageError("every source has every currency")
    }

    /// The names of the sources that have a currency, in the registry's order.
    private func having(_ currency: Currency) -> String {
        SourceRegistry.exchanges.filter { $0.pair(in: currency) != nil }.map(\.name).joined(separator: ", ")
    }

    // Defaults of one's own.

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
        let other = try #require(Fixture.all.first { $0.name != fixture.name }).name
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

    @Test func emptyVariables_areNone() throws {
        let home = try Home()
        for name in ["PRIMARY", "FALLBACK", "CURRENCY"] { home.environment["BTCQ_\(name)"] = "" }
        #expect(home.run("--template", "{source} {currency}").text == "\(defaults[0]) USD\n")
    }

    @Test func wrongVariable_isToldByItsName() throws {
        try expectUsageError(["BTCQ_PRIMARY": "mtgox"], "BTCQ_PRIMARY: mtgox is not one of \(names)")
        try expectUsageError(["BTCQ_PRIMARY": "none"], "BTCQ_PRIMARY: none is not one of \(names)")
        try expectUsageError(["BTCQ_FALLBACK": "mtgox"], "BTCQ_FALLBACK: mtgox is not one of \(names), none")
        try expectUsageError(["BTCQ_CURRENCY": "XYZ"], "BTCQ_CURRENCY: XYZ is not one of \(codes)")
        try expectUsageError(
            ["BTCQ_PRIMARY": String(repeating: "x", count: 100_000)],
            "BTCQ_PRIMARY: \(String(repeating: "x", count: 60))... is not one of \(names)")
    }

    @Test func wrongVariableThatAnOptionReplaces_isNotLookedAt() throws {
        let home = try Home()
        home.environment["BTCQ_PRIMARY"] = "mtgox"
        home.environment["BTCQ_FALLBACK"] = "mtgox"
        home.environment["BTCQ_CURRENCY"] = "XYZ"
        let words = ["--primary", defaults[0], "--fallback", defaults[1], "--currency", "USD"]
        #expect(home.run(words).status == .printed)
    }

    @Test func twoVariablesThatNameTheSameSource_areAUsageError() throws {
        let name = defaults[1]
        try expectUsageError(
            ["BTCQ_PRIMARY": name, "BTCQ_FALLBACK": name], "BTCQ_PRIMARY and BTCQ_FALLBACK both name \(name)")
    }

    @Test func variableThatCollidesWithAnOption_isPassedOver() throws {
        let home = try Home()
        home.environment["BTCQ_FALLBACK"] = defaults[0]
        #expect(home.run("--primary", defaults[0], "--template", "{source}").text == "\(defaults[0])\n")
        home.environment["BTCQ_FALLBACK"] = nil
        home.environment["BTCQ_PRIMARY"] = defaults[1]
        let run = home.run("--fallback", defaults[1], "--template", "{source}")
        #expect(run.status == .printed && run.text == "\(defaults[0])\n")
    }

    @Test func variableWhoseSourceLacksTheCurrencyOfAnOption_isPassedOver() throws {
        let home = try Home()
        let (source, currency) = try lacking()
        let code = currency.code
        home.environment["BTCQ_PRIMARY"] = source
        let run = home.run("--currency", code, "--template", "{source} {currency}")
        #expect(run.status == .printed && run.text.hasSuffix(" \(code)\n") && !run.text.hasPrefix(source))
        home.environment["BTCQ_PRIMARY"] = nil
        home.environment["BTCQ_CURRENCY"] = code
        #expect(home.run("-s", source, "--template", "{source} {currency}").text == "\(source) USD\n")
    }

    @Test func variablesThatDoNotGoTogether_areToldWithTheSourcesThatHaveTheCurrency() throws {
        let (source, currency) = try lacking()
        let code = currency.code
        try expectUsageError(
            ["BTCQ_CURRENCY": code, "BTCQ_PRIMARY": source],
            "BTCQ_PRIMARY: \(source) has no \(code); \(having(currency)) have")
    }

    // What the options say together.

    @Test func sameSourceTwice_isAUsageError() throws {
        for name in [defaults[0], defaults[1]] {
            let run = try Home().run("--primary", name, "--fallback", name)
            #expect(run.status == .usage)
            #expect(
                run.errors == [
                    "btcq: primary and fallback are both \(name): name two, or --fallback none", "Try 'btcq --help'.",
                ])
        }
    }

    @Test(arguments: Currency.allCases)
    func currencyThatASourceLacks_isToldWithTheSourcesThatHaveIt(_ currency: Currency) throws {
        for exchange in SourceRegistry.exchanges where exchange.pair(in: currency) == nil {
            for option in ["-s", "--primary", "--fallback"] {
                let run = try Home().run("--currency", currency.code, option, exchange.name)
                #expect(run.status == .usage)
                #expect(run.errors.first == "btcq: \(exchange.name) has no \(currency.code); \(having(currency)) have")
            }
        }
    }

    @Test(arguments: Currency.allCases)
    func currency_isAskedOfTheFirstSourcesThatHaveItAndNeedNoKey(_ currency: Currency) throws {
        let home = try Home("status-500")
        let free = SourceRegistry.exchanges.filter { $0.pair(in: currency) != nil && $0.keyVariable == nil }.prefix(2)
        let run = home.run("--currency", currency.code)
        #expect(run.errors == ["btcq: no quote: " + free.map { "\($0.name): HTTP 500" }.joined(separator: "; ")])
    }

    // Addresses and keys.

    @Test(arguments: [
        ("http://example.com", "http is for loopback hosts only; use https"), ("nonsense", "it is not a URL"),
        ("https://user:SECRET@h", "user information has no place in it"), ("https://h:65536", "its port is not one"),
        ("http://127.0.0.1%00.evil:9", "it is not a URL"),
        ("https://h?SECRET", "a query or a fragment has no place in it"),
    ])
    func addressThatCannotBeUsed_isAUsageErrorOfTheRunsSourcesAlone(_ address: String, _ words: String) throws {
        for fixture in Fixture.all {
            let home = try Home()
            let variable = "BTCQ_\(fixture.name.uppercased())_URL"
            home.environment[variable] = address
            // Before anything else, the network or not.
            let run = home.run("-o", "-s", fixture.name)
            #expect(run.status == .usage && home.exchange.connections == 0)
            #expect(run.errors == ["btcq: \(variable) cannot be used: \(words)", "Try 'man btcq'."])
            let other = try #require(Fixture.all.first { $0.name != fixture.name })
            #expect(home.run("-s", other.name).status == .printed)
        }
    }

    @Test(arguments: ["SECRET\nX: y", "SECRET\u{0}", "SECRET\u{7f}", "SECRET\u{85}", "\u{1b}SECRET", "SECRET\t"])
    func keyWithAControlCharacter_isAUsageErrorThatDoesNotRepeatIt(_ key: String) throws {
        for exchange in SourceRegistry.exchanges {
            guard let variable = exchange.keyVariable else { continue }
            try expectUsageError([variable: key], "\(variable) holds a control character", ["-s", exchange.name])
            let home = try Home()
            home.environment[variable] = key
            let other = try #require(SourceRegistry.exchanges.first { $0.keyVariable != variable })
            #expect(home.run("-s", other.name).status == .printed)
        }
    }

    private func expectUsageError(
        _ variables: [String: String], _ message: String, _ words: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let home = try Home()
        home.environment.merge(variables) { _, new in new }
        let run = home.run(words)
        #expect(run.status == .usage && run.text.isEmpty, sourceLocation: sourceLocation)
        #expect(run.errors == ["btcq: \(message)", "Try 'man btcq'."], sourceLocation: sourceLocation)
        #expect(home.exchange.connections == 0 && home.cachedText() == nil, sourceLocation: sourceLocation)
    }
}
