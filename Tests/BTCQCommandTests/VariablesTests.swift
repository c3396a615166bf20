import BTCPriceCore
import BTCPriceNetworking
import System
import Testing

@testable import BTCQCommand

@Suite struct VariablesTests {
    private static let defaults: [(RunSettings, String)] = [
        (RunSettings(), "USD binance, coinbase"),
        (RunSettings(variables: ["BTCQ_PRIMARY": "kraken"]), "USD kraken, binance"),
        (RunSettings(variables: ["BTCQ_PRIMARY": "cryptocompare"]), "USD cryptocompare, binance"),
        (RunSettings(variables: ["BTCQ_FALLBACK": "kraken"]), "USD binance, kraken"),
        (RunSettings(variables: ["BTCQ_FALLBACK": "binance"]), "USD coinbase, binance"),
        (RunSettings(variables: ["BTCQ_FALLBACK": "none"]), "USD binance, none"),
        (RunSettings(variables: ["BTCQ_PRIMARY": "kraken", "BTCQ_FALLBACK": "bitstamp"]), "USD kraken, bitstamp"),
        (RunSettings(variables: ["BTCQ_PRIMARY": "bitstamp", "BTCQ_FALLBACK": "kraken"]), "USD bitstamp, kraken"),
        (RunSettings(variables: ["BTCQ_CURRENCY": "EUR"]), "EUR binance, coinbase"),
        (RunSettings(variables: ["BTCQ_CURRENCY": "EUR", "BTCQ_PRIMARY": "kraken"]), "EUR kraken, binance"),
        (RunSettings(variables: ["BTCQ_CURRENCY": "GBP", "BTCQ_FALLBACK": "coinbase"]), "GBP kraken, coinbase"),
        (RunSettings(variables: ["BTCQ_CURRENCY": "JPY"]), "JPY kraken, bitflyer"),
        (RunSettings(variables: ["BTCQ_CURRENCY": "JPY", "BTCQ_FALLBACK": "kraken"]), "JPY bitflyer, kraken"),
        (RunSettings(variables: ["BTCQ_CURRENCY": "CHF"]), "CHF kraken, none"),
        (RunSettings(variables: ["BTCQ_CURRENCY": "AUD", "BTCQ_FALLBACK": "kraken"]), "AUD kraken, none"),
        (RunSettings(variables: ["CRYPTOCOMPARE_API_KEY": "k"]), "USD binance, cryptocompare"),
    ]

    @Test(arguments: defaults)
    func variables_areTheDefaultsOfTheirOptions(_ settings: RunSettings, _ expected: String) throws {
        #expect(try settings.selection() == expected)
    }

    @Test(arguments: [
        ["BTCQ_CURRENCY": "eur", "BTCQ_PRIMARY": "KRAKEN", "BTCQ_FALLBACK": "Coinbase"],
        ["BTCQ_CURRENCY": "Eur", "BTCQ_PRIMARY": "Kraken", "BTCQ_FALLBACK": "cOINBASE"],
    ])
    func variables_areMatchedInAnyCase(_ variables: [String: String]) throws {
        #expect(try RunSettings(variables: variables).selection() == "EUR kraken, coinbase")
        #expect(try RunSettings(variables: ["BTCQ_FALLBACK": "None"]).selection() == "USD binance, none")
    }

    @Test func variables_whenEmpty_countAsUnset() throws {
        let settings = RunSettings(variables: ["BTCQ_CURRENCY": "", "BTCQ_PRIMARY": "", "BTCQ_FALLBACK": ""])
        #expect(try settings.selection() == "USD binance, coinbase")
    }

    private static let replaced: [(RunSettings, String)] = [
        (RunSettings(["--primary=coinbase"], ["BTCQ_PRIMARY": "kraken"]), "USD coinbase, binance"),
        (RunSettings(["--fallback=coinbase"], ["BTCQ_FALLBACK": "kraken"]), "USD binance, coinbase"),
        (RunSettings(["--fallback=none"], ["BTCQ_FALLBACK": "kraken"]), "USD binance, none"),
        (RunSettings(["--currency=usd"], ["BTCQ_CURRENCY": "EUR"]), "USD binance, coinbase"),
        (
            RunSettings(["--primary=bitstamp"], ["BTCQ_PRIMARY": "kraken", "BTCQ_FALLBACK": "kraken"]),
            "USD bitstamp, kraken"
        ),
        (
            RunSettings(
                ["--source=kraken", "--currency=jpy"], ["BTCQ_PRIMARY": "binance", "BTCQ_FALLBACK": "bitstamp"]),
            "JPY kraken, none"
        ),
    ]

    @Test(arguments: replaced)
    func variable_whenAnOptionReplacesIt_isNotUsed(_ settings: RunSettings, _ expected: String) throws {
        #expect(try settings.selection() == expected)
    }

    @Test(arguments: ["nosuch", "\u{0}", " ", String(repeating: "x", count: 1000)])
    func variable_whenAnOptionReplacesIt_isNotEvenRead(_ value: String) throws {
        func settings(_ options: [String], _ names: [String]) -> RunSettings {
            RunSettings(options, Dictionary(uniqueKeysWithValues: names.map { ($0, value) }))
        }
        #expect(try settings(["--primary=kraken"], ["BTCQ_PRIMARY"]).selection() == "USD kraken, binance")
        #expect(try settings(["--fallback=kraken"], ["BTCQ_FALLBACK"]).selection() == "USD binance, kraken")
        #expect(try settings(["--currency=EUR"], ["BTCQ_CURRENCY"]).selection() == "EUR binance, coinbase")
        #expect(try settings(["-s", "kraken"], ["BTCQ_PRIMARY", "BTCQ_FALLBACK"]).selection() == "USD kraken, none")
    }

    private static let names = SourceRegistry.exchanges.map(\.name)

    private static let invalid: [([String: String], String, [String])] = [
        (["BTCQ_PRIMARY": "nosuch"], "BTCQ_PRIMARY", names),
        (["BTCQ_PRIMARY": "none"], "BTCQ_PRIMARY", names),
        (["BTCQ_FALLBACK": "nosuch"], "BTCQ_FALLBACK", names + ["none"]),
        (["BTCQ_CURRENCY": "XYZ"], "BTCQ_CURRENCY", Currency.allCases.map(\.code)),
        (["BTCQ_CURRENCY": " "], "BTCQ_CURRENCY", Currency.allCases.map(\.code)),
        (["BTCQ_PRIMARY": "nosuch", "BTCQ_FALLBACK": "nosuch", "BTCQ_CURRENCY": "XYZ"], "BTCQ_PRIMARY", names),
    ]

    @Test(arguments: invalid)
    func variable_whenItIsNoName_isAUsageErrorThatNamesIt(
        _ variables: [String: String], _ name: String, _ choices: [String]
    ) throws {
        let value = Array(try #require(variables[name]).utf8)
        let error = UsageError.invalidValue(name: name, isVariable: true, value: value, .notOneOf(choices))
        #expect(throws: error) { try RunSettings(variables: variables).selection() }
        #expect(UsageErrorText(error).message.hasPrefix("\(name): "))
        #expect(UsageErrorText(error).hint == "Try 'man btcq'.")
    }

    @Test(arguments: ["BTCQ_PRIMARY", "BTCQ_FALLBACK", "BTCQ_CURRENCY"])
    func variable_whenItIsNotUTF8_isAUsageError(_ name: String) {
        var options = RunOptions()
        let error = #expect(throws: UsageError.self) {
            try options.applyVariables(Environment { $0 == name ? [0x6B, 0xFF] : nil })
        }
        #expect(error.map { UsageErrorText($0).message }?.hasPrefix("\(name): k\u{FFFD} is not one of ") == true)
    }

    private static let conflicts: [(RunSettings, String)] = [
        (
            RunSettings(["--currency=jpy"], ["BTCQ_PRIMARY": "binance"]),
            "BTCQ_PRIMARY: binance does not quote JPY; use --primary kraken"
        ),
        (
            RunSettings(["--currency=jpy"], ["BTCQ_PRIMARY": "binance", "CRYPTOCOMPARE_API_KEY": "k"]),
            "BTCQ_PRIMARY: binance does not quote JPY; use --primary cryptocompare"
        ),
        (
            RunSettings(variables: ["BTCQ_CURRENCY": "GBP", "BTCQ_PRIMARY": "binance"]),
            "BTCQ_PRIMARY: binance does not quote GBP; use --primary coinbase"
        ),
        (
            RunSettings(variables: ["BTCQ_CURRENCY": "CAD", "BTCQ_FALLBACK": "bitstamp"]),
            "BTCQ_FALLBACK: bitstamp does not quote CAD; use --fallback kraken"
        ),
        (
            RunSettings(["--primary=kraken", "--currency=jpy"], ["BTCQ_FALLBACK": "bitstamp"]),
            "BTCQ_FALLBACK: bitstamp does not quote JPY; use --fallback bitflyer"
        ),
        (
            RunSettings(["--primary=kraken", "--currency=chf"], ["BTCQ_FALLBACK": "bitstamp"]),
            "BTCQ_FALLBACK: bitstamp does not quote CHF; use --fallback none"
        ),
        (
            RunSettings(["--primary=kraken"], ["BTCQ_FALLBACK": "kraken"]),
            "BTCQ_FALLBACK: kraken is both primary and fallback; use --fallback binance"
        ),
        (
            RunSettings(["--fallback=binance"], ["BTCQ_PRIMARY": "binance"]),
            "BTCQ_PRIMARY: binance is both primary and fallback; use --primary coinbase"
        ),
        (
            RunSettings(variables: ["BTCQ_PRIMARY": "kraken", "BTCQ_FALLBACK": "kraken"]),
            "BTCQ_FALLBACK: kraken is both primary and fallback; use --fallback binance"
        ),
        (
            RunSettings(["--source=binance"], ["BTCQ_CURRENCY": "JPY"]),
            "BTCQ_CURRENCY: binance does not quote JPY; use --currency USD"
        ),
        (
            RunSettings(["--fallback=bitflyer"], ["BTCQ_CURRENCY": "USD", "BTCQ_PRIMARY": "binance"]),
            "BTCQ_CURRENCY: bitflyer does not quote USD; use --currency JPY --primary kraken"
        ),
        (
            RunSettings(["--primary=bitflyer"], ["BTCQ_CURRENCY": "USD", "BTCQ_FALLBACK": "binance"]),
            "BTCQ_CURRENCY: bitflyer does not quote USD; use --currency JPY --fallback none"
        ),
        (
            RunSettings(["--currency=jpy"], ["BTCQ_PRIMARY": "binance", "BTCQ_FALLBACK": "bitstamp"]),
            "BTCQ_PRIMARY: binance does not quote JPY; use --source kraken"
        ),
    ]

    @Test(arguments: conflicts)
    func variable_whenItDoesNotFitTheRest_isAUsageErrorWithARemedy(_ settings: RunSettings, _ message: String) {
        let error = #expect(throws: UsageError.self) { try settings.selection() }
        #expect(error.map { UsageErrorText($0).message } == message)
        #expect(error.map { UsageErrorText($0).hint } == "Try 'man btcq'.")
    }

    @Test func options_areCheckedTogetherBeforeAnyVariable() {
        let variables = ["BTCQ_CURRENCY": "XYZ", "BTCQ_PRIMARY": "nosuch"]
        let error = #expect(throws: UsageError.self) {
            try RunSettings(["--primary=kraken", "--fallback=kraken"], variables).selection()
        }
        #expect(error == .sourceSelection(.sameSourceTwice("kraken")))
    }

    @Test func options_withoutACurrency_takeThatOfTheVariable() throws {
        for exchange in SourceRegistry.exchanges {
            for currency in Currency.allCases {
                let settings = RunSettings(["--source=\(exchange.name)"], ["BTCQ_CURRENCY": currency.code])
                if exchange.pair(in: currency) == nil {
                    #expect(throws: UsageError.self, "\(settings)") { try settings.selection() }
                } else {
                    #expect(try settings.selection() == "\(currency.code) \(exchange.name), none")
                }
            }
        }
    }
}
