import BTCPriceCore
import BTCPriceNetworking
import Testing

@testable import BTCPriceComposer

@Suite struct SourceVariablesTests {
    private static let defaults: [(Choice, String)] = [
        (Choice(variables: ["BTCQ_PRIMARY": "kraken"]), "USD kraken, binance"),
        (Choice(variables: ["BTCQ_PRIMARY": "cryptocompare"]), "USD cryptocompare, binance"),
        (Choice(variables: ["BTCQ_FALLBACK": "kraken"]), "USD binance, kraken"),
        (Choice(variables: ["BTCQ_FALLBACK": "binance"]), "USD coinbase, binance"),
        (Choice(variables: ["BTCQ_FALLBACK": "none"]), "USD binance, none"),
        (Choice(variables: ["BTCQ_PRIMARY": "kraken", "BTCQ_FALLBACK": "bitstamp"]), "USD kraken, bitstamp"),
        (Choice(variables: ["BTCQ_PRIMARY": "bitstamp", "BTCQ_FALLBACK": "kraken"]), "USD bitstamp, kraken"),
        (Choice(variables: ["BTCQ_CURRENCY": "eur"]), "EUR binance, coinbase"),
        (Choice(variables: ["BTCQ_CURRENCY": "EUR", "BTCQ_PRIMARY": "kraken"]), "EUR kraken, binance"),
        (Choice(variables: ["BTCQ_CURRENCY": "", "BTCQ_PRIMARY": "", "BTCQ_FALLBACK": ""]), "USD binance, coinbase"),
    ]

    @Test(arguments: defaults)
    func variables_areTheDefaults(_ choice: Choice, _ outcome: String) {
        #expect(choice.outcome == outcome)
    }

    private static let replaced: [(Choice, String)] = [
        (Choice(primary: "coinbase", variables: ["BTCQ_PRIMARY": "kraken"]), "USD coinbase, binance"),
        (Choice(fallback: "coinbase", variables: ["BTCQ_FALLBACK": "kraken"]), "USD binance, coinbase"),
        (Choice(fallback: "none", variables: ["BTCQ_FALLBACK": "kraken"]), "USD binance, none"),
        (Choice(currency: .usd, variables: ["BTCQ_CURRENCY": "EUR"]), "USD binance, coinbase"),
        (Choice(primary: "coinbase", variables: ["BTCQ_PRIMARY": "nosuch"]), "USD coinbase, binance"),
        (.source("kraken", variables: ["BTCQ_PRIMARY": "nosuch", "BTCQ_FALLBACK": "nosuch"]), "USD kraken, none"),
        (Choice(currency: .eur, variables: ["BTCQ_CURRENCY": "nosuch"]), "EUR binance, coinbase"),
        (
            Choice(primary: "bitstamp", variables: ["BTCQ_PRIMARY": "kraken", "BTCQ_FALLBACK": "kraken"]),
            "USD bitstamp, kraken"
        ),
    ]

    @Test(arguments: replaced)
    func option_winsAndItsVariableIsNotLookedAt(_ choice: Choice, _ outcome: String) {
        #expect(choice.outcome == outcome)
    }

    private static let collisions: [(Choice, String)] = [
        (Choice(primary: "kraken", variables: ["BTCQ_FALLBACK": "kraken"]), "USD kraken, binance"),
        (Choice(fallback: "kraken", variables: ["BTCQ_PRIMARY": "kraken"]), "USD binance, kraken"),
        (Choice(fallback: "binance", variables: ["BTCQ_PRIMARY": "binance"]), "USD coinbase, binance"),
        (Choice(currency: .gbp, variables: ["BTCQ_PRIMARY": "binance"]), "GBP coinbase, kraken"),
        (Choice(currency: .gbp, variables: ["BTCQ_FALLBACK": "binance"]), "GBP coinbase, kraken"),
        (
            Choice(currency: .gbp, variables: ["BTCQ_PRIMARY": "binance", "BTCQ_FALLBACK": "binance"]),
            "GBP coinbase, kraken"
        ),
        (
            Choice(currency: .gbp, variables: ["BTCQ_PRIMARY": "binance", "BTCQ_FALLBACK": "coinbase"]),
            "GBP kraken, coinbase"
        ),
        (Choice(primary: "binance", variables: ["BTCQ_CURRENCY": "GBP"]), "USD binance, coinbase"),
        (Choice(fallback: "binance", variables: ["BTCQ_CURRENCY": "GBP"]), "USD coinbase, binance"),
        (.source("binance", variables: ["BTCQ_CURRENCY": "JPY"]), "USD binance, none"),
        (
            Choice(primary: "binance", variables: ["BTCQ_CURRENCY": "GBP", "BTCQ_FALLBACK": "kraken"]),
            "USD binance, kraken"
        ),
        (Choice(primary: "binance", variables: ["BTCQ_CURRENCY": "EUR"]), "EUR binance, coinbase"),
        (Choice(primary: "kraken", fallback: "binance", variables: ["BTCQ_CURRENCY": "GBP"]), "USD kraken, binance"),
    ]

    @Test(arguments: collisions)
    func variableThatCollidesWithAnOption_isPassedOver(_ choice: Choice, _ outcome: String) {
        #expect(choice.outcome == outcome)
    }

    private static let names = SourceRegistry.exchanges.map(\.name).joined(separator: ", ")

    private static let wrong: [([String: String], String)] = [
        (["BTCQ_PRIMARY": "nosuch"], "BTCQ_PRIMARY: nosuch is not one of \(names)"),
        (["BTCQ_PRIMARY": "none"], "BTCQ_PRIMARY: none is not one of \(names)"),
        (["BTCQ_PRIMARY": "Kraken"], "BTCQ_PRIMARY: Kraken is not one of \(names)"),
        (["BTCQ_FALLBACK": "nosuch"], "BTCQ_FALLBACK: nosuch is not one of \(names), none"),
        (["BTCQ_FALLBACK": "None"], "BTCQ_FALLBACK: None is not one of \(names), none"),
        (["BTCQ_CURRENCY": "XYZ"], "BTCQ_CURRENCY: XYZ is not one of USD, EUR, GBP, JPY, CAD"),
        (["BTCQ_CURRENCY": " "], "BTCQ_CURRENCY:   is not one of USD, EUR, GBP, JPY, CAD"),
        (
            ["BTCQ_PRIMARY": String(repeating: "x", count: 1000)],
            "BTCQ_PRIMARY: \(String(repeating: "x", count: 60))... is not one of \(names)"
        ),
        (["BTCQ_PRIMARY": "kraken", "BTCQ_FALLBACK": "kraken"], "BTCQ_PRIMARY and BTCQ_FALLBACK both name kraken"),
        (
            ["BTCQ_CURRENCY": "GBP", "BTCQ_PRIMARY": "binance"],
            "BTCQ_PRIMARY: binance has no GBP; \(SourceRegistry.names(in: .gbp).joined(separator: ", ")) have"
        ),
        (
            ["BTCQ_CURRENCY": "JPY", "BTCQ_FALLBACK": "bitstamp"],
            "BTCQ_FALLBACK: bitstamp has no JPY; \(SourceRegistry.names(in: .jpy).joined(separator: ", ")) have"
        ),
    ]

    @Test(arguments: wrong)
    func wrongVariable_isAUsageErrorThatNamesIt(_ variables: [String: String], _ message: String) {
        #expect(Choice(variables: variables).outcome == "\(message) [man btcq]")
    }

    @Test func variablesThatContradictEachOther_areAUsageErrorWhateverTheOptions() {
        let choice = Choice(primary: "kraken", variables: ["BTCQ_CURRENCY": "GBP", "BTCQ_FALLBACK": "binance"])
        #expect(choice.outcome.hasPrefix("BTCQ_FALLBACK: binance has no GBP"))
    }

    @Test func variableThatIsNotUTF8_isAUsageError() {
        for name in [SourceDefaults.primaryVariable, SourceDefaults.fallbackVariable, SourceDefaults.currencyVariable] {
            let error = #expect(throws: UsageError.self) {
                try SourceSelection(Request(), Environment { $0 == name ? [0x6B, 0xFF] : nil })
            }
            #expect(error?.message.hasPrefix("\(name): k\u{FFFD} is not one of ") == true)
        }
    }
}
