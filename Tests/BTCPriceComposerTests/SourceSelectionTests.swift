import BTCPriceCore
import BTCPriceNetworking
import Testing

@testable import BTCPriceComposer

/// The options alone, and the key.
@Suite struct SourceSelectionTests {
    private static let key = ["CRYPTOCOMPARE_API_KEY": "k"]

    private static let choices: [(Choice, String)] = [
        (Choice(), "USD binance, coinbase"),
        (Choice(variables: key), "USD binance, cryptocompare"),
        (Choice(variables: ["CRYPTOCOMPARE_API_KEY": ""]), "USD binance, coinbase"),
        (Choice(primary: "kraken"), "USD kraken, binance"),
        (Choice(primary: "binance"), "USD binance, coinbase"),
        (Choice(primary: "binance", variables: key), "USD binance, cryptocompare"),
        (Choice(primary: "cryptocompare"), "USD cryptocompare, binance"),
        (Choice(fallback: "kraken"), "USD binance, kraken"),
        (Choice(fallback: "binance"), "USD coinbase, binance"),
        (Choice(fallback: "binance", variables: key), "USD cryptocompare, binance"),
        (Choice(fallback: "cryptocompare"), "USD binance, cryptocompare"),
        (Choice(fallback: "none"), "USD binance, none"),
        (Choice(primary: "bitstamp", fallback: "kraken"), "USD bitstamp, kraken"),
        (.source("kraken"), "USD kraken, none"),
        (.source("kraken", currency: .jpy), "JPY kraken, none"),
        (Choice(currency: .usd), "USD binance, coinbase"),
        (Choice(currency: .eur), "EUR binance, coinbase"),
        (Choice(currency: .gbp), "GBP coinbase, kraken"),
        (Choice(currency: .gbp, variables: key), "GBP cryptocompare, coinbase"),
        (Choice(primary: "kraken", currency: .gbp), "GBP kraken, coinbase"),
        (Choice(fallback: "coinbase", currency: .gbp), "GBP kraken, coinbase"),
        (Choice(fallback: "none", currency: .gbp), "GBP coinbase, none"),
    ]

    @Test(arguments: choices)
    func options_choose(_ choice: Choice, _ outcome: String) {
        #expect(choice.outcome == outcome)
    }

    @Test(arguments: Currency.allCases, [true, false])
    func defaults_areTheFirstTwoThatHaveTheCurrencyAndNeedNoKeyThatIsMissing(_ currency: Currency, _ hasKey: Bool) {
        let usable = hasKey ? SourceRegistry.names(in: currency) : SourceRegistry.namesWithoutKey(in: currency)
        let choice = Choice(currency: currency, variables: hasKey ? Self.key : [:])
        let fallback = usable.count > 1 ? usable[1] : "none"
        #expect(choice.outcome == "\(currency.code) \(usable[0]), \(fallback)")
    }

    /// Without a key, of a currency that one other source has.
    @Test(arguments: Currency.allCases.filter { SourceRegistry.namesWithoutKey(in: $0).count == 1 })
    func onlySource_isAskedAloneAlsoWhereItIsTheFallback(_ currency: Currency) {
        let only = SourceRegistry.namesWithoutKey(in: currency)[0]
        let expected = "\(currency.code) \(only), none"
        #expect(Choice(primary: only, currency: currency).outcome == expected)
        #expect(Choice(fallback: only, currency: currency).outcome == expected)
        #expect(Choice(currency: currency, variables: ["BTCQ_FALLBACK": only]).outcome == expected)
    }

    @Test(arguments: SourceRegistry.exchanges.map(\.name))
    func sameSourceTwice_isAUsageError(_ name: String) {
        #expect(
            Choice(primary: name, fallback: name).outcome
                == "primary and fallback are both \(name): name two, or --fallback none [btcq --help]")
    }

    @Test func currencyThatAChosenSourceLacks_isAUsageErrorThatNamesThoseThatHaveIt() {
        let having = SourceRegistry.names(in: .gbp).joined(separator: ", ")
        let expected = "binance has no GBP; \(having) have [btcq --help]"
        #expect(Choice(primary: "binance", currency: .gbp).outcome == expected)
        #expect(Choice(fallback: "binance", currency: .gbp).outcome == expected)
        #expect(Choice.source("binance", currency: .gbp).outcome == expected)
        // Where both lack it, the primary is named.
        #expect(Choice(primary: "binance", fallback: "bitstamp", currency: .gbp).outcome == expected)
    }

    @Test func whatTheOptionsSayTogether_isCheckedBeforeTheVariables() {
        let choice = Choice(primary: "kraken", fallback: "kraken", variables: ["BTCQ_CURRENCY": "XYZ"])
        #expect(choice.outcome.hasPrefix("primary and fallback are both kraken"))
    }

    @Test func selection_listsThePrimaryFirst() throws {
        #expect(
            try Choice(primary: "kraken", fallback: "binance").selection.sources.map(\.name) == ["kraken", "binance"])
        #expect(try Choice.source("kraken").selection.sources.map(\.name) == ["kraken"])
        let standard = try #require(SourceSelection.default)
        #expect(standard.sources.map(\.name) == ["binance", "coinbase"])
        #expect(standard.currency == .usd)
    }
}
