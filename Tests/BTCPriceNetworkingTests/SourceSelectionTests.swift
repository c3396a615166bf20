import BTCPriceCore
import System
import Testing

@testable import BTCPriceNetworking

@Suite struct SourceSelectionTests {
    /// The names of a choice, as options give them.
    struct Names: CustomTestStringConvertible {
        var primary: String?
        /// `none` for no fallback.
        var fallback: String?
        var currency: Currency?
        var hasKey = false

        var testDescription: String {
            "primary \(primary ?? "-"), fallback \(fallback ?? "-"), \(currency?.code ?? "-")\(hasKey ? ", with key" : "")"
        }

        var choice: SourceChoice {
            var choice = SourceChoice(currency: currency, primary: primary.flatMap(exchange))
            choice.fallback =
                fallback == "none" ? .disabled : fallback.flatMap(exchange).map(SourceChoice.Fallback.source)
            return choice
        }

        /// `USD binance, coinbase`
        func selection() throws(SourceSelectionError) -> String {
            let selection = try SourceSelection(choice, hasKey ? allKeys : noVariables)
            return "\(selection.currency.code) \(selection.primary.name), \(selection.fallback?.name ?? "none")"
        }
    }

    private static let choices: [(Names, String)] = [
        (Names(), "USD binance, coinbase"),
        (Names(hasKey: true), "USD binance, cryptocompare"),
        (Names(primary: "kraken"), "USD kraken, binance"),
        (Names(primary: "binance"), "USD binance, coinbase"),
        (Names(primary: "binance", hasKey: true), "USD binance, cryptocompare"),
        (Names(primary: "cryptocompare"), "USD cryptocompare, binance"),
        (Names(fallback: "kraken"), "USD binance, kraken"),
        (Names(fallback: "binance"), "USD coinbase, binance"),
        (Names(fallback: "binance", hasKey: true), "USD cryptocompare, binance"),
        (Names(fallback: "cryptocompare"), "USD binance, cryptocompare"),
        (Names(fallback: "none"), "USD binance, none"),
        (Names(primary: "bitstamp", fallback: "kraken"), "USD bitstamp, kraken"),
        (Names(primary: "kraken", fallback: "none"), "USD kraken, none"),
        (Names(primary: "kraken", fallback: "none", currency: .jpy), "JPY kraken, none"),
        (Names(primary: "bitflyer", currency: .jpy), "JPY bitflyer, kraken"),
        (Names(fallback: "kraken", currency: .jpy), "JPY bitflyer, kraken"),
        (Names(primary: "kraken", currency: .gbp), "GBP kraken, coinbase"),
        (Names(fallback: "coinbase", currency: .gbp), "GBP kraken, coinbase"),
        (Names(fallback: "none", currency: .gbp), "GBP coinbase, none"),
    ]

    /// Section 5 of the specification.
    private static let defaults: [(currency: Currency, withoutKey: String, withKey: String)] = [
        (.usd, "binance, coinbase", "binance, cryptocompare"), (.eur, "binance, coinbase", "binance, cryptocompare"),
        (.gbp, "coinbase, kraken", "cryptocompare, coinbase"), (.jpy, "kraken, bitflyer", "cryptocompare, kraken"),
        (.cad, "kraken, none", "cryptocompare, kraken"), (.chf, "kraken, none", "cryptocompare, kraken"),
        (.aud, "kraken, none", "cryptocompare, kraken"),
    ]

    @Test(arguments: defaults)
    func selection_whenNothingIsChosen_isThatOfTheSpecification(
        _ currency: Currency, _ withoutKey: String, _ withKey: String
    ) throws {
        #expect(try Names(currency: currency).selection() == "\(currency.code) \(withoutKey)")
        #expect(try Names(currency: currency, hasKey: true).selection() == "\(currency.code) \(withKey)")
    }

    @Test(arguments: choices)
    func selection_completesTheChoice(_ names: Names, _ expected: String) throws {
        #expect(try names.selection() == expected)
    }

    @Test(arguments: Currency.allCases, [true, false])
    func selection_whenNothingIsChosen_isTheFirstTwoUsableSources(_ currency: Currency, _ hasKey: Bool) throws {
        let quoting = SourceRegistry.exchanges(quoting: currency)
        let usable = quoting.filter { hasKey || $0.keyVariable == nil }.map(\.name)
        let primary = try #require(usable.first, "no source quotes \(currency.code)\(hasKey ? "" : " without a key")")
        let fallback = usable.count > 1 ? usable[1] : "none"
        #expect(
            try Names(currency: currency, hasKey: hasKey).selection() == "\(currency.code) \(primary), \(fallback)")
    }

    /// Without a key, in a currency that no other source quotes.
    @Test(arguments: Currency.allCases.filter { SourceSelection.usable(in: $0, noVariables).count == 1 })
    func selection_whenTheFallbackAloneQuotesTheCurrency_makesItThePrimary(_ currency: Currency) throws {
        let only = SourceSelection.usable(in: currency, noVariables)[0].name
        let expected = "\(currency.code) \(only), none"
        #expect(try Names(primary: only, currency: currency).selection() == expected)
        #expect(try Names(fallback: only, currency: currency).selection() == expected)
    }

    @Test(arguments: SourceRegistry.exchanges.map(\.name))
    func check_whenOneSourceIsChosenTwice_throws(_ name: String) {
        for currency in [nil, Currency.jpy] {
            let names = Names(primary: name, fallback: name, currency: currency)
            #expect(throws: SourceSelectionError.sameSourceTwice(name)) { try SourceSelection.check(names.choice) }
            #expect(throws: SourceSelectionError.sameSourceTwice(name)) { try names.selection() }
        }
    }

    @Test(arguments: Currency.allCases)
    func check_whenAChosenSourceDoesNotQuoteTheCurrency_throws(_ currency: Currency) throws {
        let quoting = SourceRegistry.exchanges(quoting: currency).map(\.name)
        for name in SourceRegistry.exchanges.map(\.name) {
            let primary = Names(primary: name, currency: currency)
            let fallback = Names(fallback: name, currency: currency)
            if quoting.contains(name) {
                try SourceSelection.check(primary.choice)
                try SourceSelection.check(fallback.choice)
            } else {
                #expect(throws: SourceSelectionError.primaryDoesNotQuote(name, currency)) {
                    try SourceSelection.check(primary.choice)
                }
                #expect(throws: SourceSelectionError.fallbackDoesNotQuote(name, currency)) {
                    try SourceSelection.check(fallback.choice)
                }
                #expect(throws: SourceSelectionError.primaryDoesNotQuote(name, currency)) { try primary.selection() }
                #expect(throws: SourceSelectionError.fallbackDoesNotQuote(name, currency)) { try fallback.selection() }
            }
        }
    }

    @Test func check_whenNeitherSourceQuotesTheCurrency_namesThePrimary() {
        let names = Names(primary: "binance", fallback: "bitstamp", currency: .jpy)
        #expect(throws: SourceSelectionError.primaryDoesNotQuote("binance", .jpy)) {
            try SourceSelection.check(names.choice)
        }
    }

    @Test func check_withoutACurrency_assumesTheDefault() throws {
        for exchange in SourceRegistry.exchanges {
            let choice = SourceChoice(primary: exchange)
            if exchange.pair(in: SourceSelection.defaultCurrency) != nil {
                try SourceSelection.check(choice)
            } else {
                #expect(throws: SourceSelectionError.primaryDoesNotQuote(exchange.name, .usd)) {
                    try SourceSelection.check(choice)
                }
            }
        }
    }

    /// Whatever fits together by `check` is completed to sources that quote the currency and differ.
    @Test func selection_ofEveryValidChoice_keepsItAndIsComplete() throws {
        let names: [String?] = [nil] + SourceRegistry.exchanges.map(\.name)
        for currency in [nil] + Currency.allCases.map(Optional.some) {
            for (primary, fallback) in names.flatMap({ primary in (names + ["none"]).map { (primary, $0) } }) {
                for hasKey in [false, true] {
                    let names = Names(primary: primary, fallback: fallback, currency: currency, hasKey: hasKey)
                    guard (try? SourceSelection.check(names.choice)) != nil else { continue }
                    try expectComplete(names)
                }
            }
        }
    }

    private func expectComplete(_ names: Names) throws {
        let selection = try SourceSelection(names.choice, names.hasKey ? allKeys : noVariables)
        let comment = Comment(rawValue: names.testDescription)
        let sources = selection.sources.map(\.name)
        #expect(selection.currency == names.currency ?? .usd, comment)
        #expect(Set(sources).count == sources.count, comment)
        #expect(selection.sources.allSatisfy { $0.pair(in: selection.currency) != nil }, comment)
        if let primary = names.primary { #expect(selection.primary.name == primary, comment) }
        if names.fallback == "none" {
            #expect(selection.fallback == nil, comment)
        } else if let fallback = names.fallback {
            #expect(sources.last == fallback, comment)
        }
        for source in selection.sources where source.keyVariable != nil && !names.hasKey {
            #expect([names.primary, names.fallback].contains(source.name), comment)
        }
    }

    @Test func sources_listThePrimaryFirst() throws {
        func sources(_ names: Names) throws -> [String] {
            try SourceSelection(names.choice, noVariables).sources.map(\.name)
        }
        #expect(try sources(Names(primary: "kraken", fallback: "binance")) == ["kraken", "binance"])
        #expect(try sources(Names(primary: "kraken", fallback: "none")) == ["kraken"])
    }

    @Test(arguments: Currency.allCases)
    func usable_areTheSourcesThatQuoteTheCurrencyAndHaveTheKeyTheyNeed(_ currency: Currency) {
        let quoting = SourceRegistry.exchanges(quoting: currency)
        #expect(SourceSelection.usable(in: currency, allKeys).map(\.name) == quoting.map(\.name))
        let withoutKey = quoting.filter { $0.keyVariable == nil }.map(\.name)
        #expect(SourceSelection.usable(in: currency, noVariables).map(\.name) == withoutKey)
        #expect(SourceSelection.usable(in: currency, Environment { _ in [] }).map(\.name) == withoutKey)
    }

    @Test func loaders_areThoseOfTheSourcesInTheirOrder() throws {
        let selection = try SourceSelection(Names(primary: "kraken", fallback: "binance").choice, noVariables)
        let loaders = try selection.loaders(
            userAgent: "btcq", environment: noVariables, maxTime: .seconds(5), now: { Timestamp(milliseconds: 0) })
        #expect(loaders.map(\.loader.source) == ["kraken", "binance"])
        #expect(loaders.map(\.id) == selection.sources.map { SourceID(name: $0.name, baseURL: $0.baseURL) })
    }
}

private let noVariables = Environment { _ in nil }
private let allKeys = Environment { _ in Array("k".utf8) }

private func exchange(_ name: String) -> (any Exchange)? { SourceRegistry.exchange(named: name.utf8) }
