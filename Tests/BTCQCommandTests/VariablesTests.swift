import BTCPriceCore
import BTCPriceNetworking
import System
import Testing

@testable import BTCQCommand

/// Single cases. `VariableCombinationTests` tries all combinations.
@Suite struct VariablesTests {
    @Test(arguments: [
        (RunSettings(), "USD binance, coinbase"),
        (
            RunSettings(["BTCQ_CURRENCY": "eur", "BTCQ_PRIMARY": "KRAKEN", "BTCQ_FALLBACK": "Coinbase"]),
            "EUR kraken, coinbase"
        ),
        (RunSettings(["BTCQ_FALLBACK": "None"]), "USD binance, none"),
        (RunSettings(["BTCQ_CURRENCY": "", "BTCQ_PRIMARY": "", "BTCQ_FALLBACK": ""]), "USD binance, coinbase"),
        (RunSettings(["BTCQ_CURRENCY": "AUD", "BTCQ_FALLBACK": "kraken"]), "AUD kraken, none"),
        (RunSettings(["CRYPTOCOMPARE_API_KEY": "k"]), "USD binance, cryptocompare"),
        // An option replaces the variable, whatever it contains.
        (RunSettings(["BTCQ_PRIMARY": "\u{0}"], "--primary=kraken"), "USD kraken, binance"),
        (RunSettings(["BTCQ_FALLBACK": "nosuch"], "--fallback=kraken"), "USD binance, kraken"),
        (RunSettings(["BTCQ_CURRENCY": " "], "--currency=EUR"), "EUR binance, coinbase"),
        (RunSettings(["BTCQ_PRIMARY": "x", "BTCQ_FALLBACK": "x"], "--source=kraken"), "USD kraken, none"),
    ])
    func variables_areTheDefaultsOfTheirOptions(_ settings: RunSettings, _ expected: String) throws {
        let selection = try settings.selection()
        #expect(selection == expected)
    }

    private static let invalid: [(variables: [String: String], name: String, choices: [String])] = [
        (["BTCQ_PRIMARY": "nosuch"], "BTCQ_PRIMARY", Names.sources),
        (["BTCQ_PRIMARY": "none"], "BTCQ_PRIMARY", Names.sources),
        (["BTCQ_FALLBACK": "nosuch"], "BTCQ_FALLBACK", Names.sources + ["none"]),
        (["BTCQ_CURRENCY": "XYZ"], "BTCQ_CURRENCY", Names.currencies),
        (["BTCQ_CURRENCY": " "], "BTCQ_CURRENCY", Names.currencies),
        (["BTCQ_PRIMARY": "nosuch", "BTCQ_FALLBACK": "x", "BTCQ_CURRENCY": "XYZ"], "BTCQ_PRIMARY", Names.sources),
    ]

    @Test(arguments: invalid)
    func variable_whenItIsNoName_isAUsageErrorThatNamesIt(
        _ variables: [String: String], _ name: String, _ choices: [String]
    ) throws {
        let value = try #require(variables[name])
        #expect(throws: UsageError.invalidValue(name, value, .notOneOf(choices))) {
            try RunSettings(variables).selection()
        }
    }

    @Test(arguments: ["BTCQ_PRIMARY", "BTCQ_FALLBACK", "BTCQ_CURRENCY"])
    func variable_whenItIsNotUTF8_isAUsageError(_ name: String) throws {
        var options = RunOptions()
        let error = try #require(throws: UsageError.self) {
            try options.applyVariables(Environment { $0 == name ? [0x6B, 0xFF] : nil })
        }
        #expect(error.message.hasPrefix("\(name): k\u{FFFD} is not one of "), "\(error.message)")
    }

    private static let conflicts: [(settings: RunSettings, message: String)] = [
        (
            RunSettings(["BTCQ_PRIMARY": "binance"], "--currency=jpy"),
            "BTCQ_PRIMARY: binance does not quote JPY; use --primary kraken"
        ),
        (
            RunSettings(["BTCQ_PRIMARY": "binance", "CRYPTOCOMPARE_API_KEY": "k"], "--currency=jpy"),
            "BTCQ_PRIMARY: binance does not quote JPY; use --primary cryptocompare"
        ),
        (
            RunSettings(["BTCQ_CURRENCY": "CAD", "BTCQ_FALLBACK": "bitstamp"]),
            "BTCQ_FALLBACK: bitstamp does not quote CAD; use --fallback kraken"
        ),
        (
            RunSettings(["BTCQ_FALLBACK": "bitstamp"], "--primary=kraken", "--currency=chf"),
            "BTCQ_FALLBACK: bitstamp does not quote CHF; use --fallback none"
        ),
        (
            RunSettings(["BTCQ_PRIMARY": "binance"], "--fallback=binance"),
            "BTCQ_PRIMARY: binance is both primary and fallback; use --primary coinbase"
        ),
        (
            RunSettings(["BTCQ_PRIMARY": "kraken", "BTCQ_FALLBACK": "kraken"]),
            "BTCQ_FALLBACK: kraken is both primary and fallback; use --fallback binance"
        ),
        (
            RunSettings(["BTCQ_PRIMARY": "binance", "BTCQ_FALLBACK": "bitstamp"], "--currency=jpy"),
            "BTCQ_PRIMARY: binance does not quote JPY; use --source kraken"
        ),
        (
            RunSettings(["BTCQ_CURRENCY": "JPY"], "--source=binance"),
            "BTCQ_CURRENCY: binance does not quote JPY; use --currency USD"
        ),
        (
            RunSettings(["BTCQ_CURRENCY": "USD", "BTCQ_PRIMARY": "binance"], "--fallback=bitflyer"),
            "BTCQ_CURRENCY: bitflyer does not quote USD; use --currency JPY --source bitflyer"
        ),
        (
            RunSettings(["BTCQ_CURRENCY": "JPY"], "--primary=binance", "--fallback=bitflyer"),
            "BTCQ_CURRENCY: binance does not quote JPY; use --currency USD --source binance"
        ),
    ]

    @Test(arguments: conflicts)
    func variable_whenItDoesNotFitTheRest_isAUsageErrorWithARemedy(_ settings: RunSettings, _ message: String) {
        let error = #expect(throws: UsageError.self) { try settings.selection() }
        #expect(error?.message == message)
        #expect(error?.hint == "Try 'man btcq'.")
    }
}
