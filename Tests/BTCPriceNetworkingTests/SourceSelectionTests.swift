import BTCPriceCore
import Platform
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
            "primary \(primary ?? "-"), fallback \(fallback ?? "-"), currency \(currency?.code ?? "-"), key \(hasKey)"
        }

        var choice: SourceChoice {
            func exchange(_ name: String) -> (any Exchange)? { SourceRegistry.exchange(named: name.utf8) }
            let source = fallback.flatMap(exchange).map(SourceChoice.Fallback.source)
            return SourceChoice(
                currency: currency, primary: primary.flatMap(exchange),
                fallback: fallback == "none" ? .disabled : source)
        }

        /// Such as `USD binance, coinbase`.
        var selection: Result<String, SourceSelectionError> {
            Result { () throws(SourceSelectionError) in
                let selection = try SourceSelection(choice, hasKey ? allKeys : noVariables)
                let sources = selection.sources.map(\.name).joined(separator: ", ")
                return "\(selection.currency.code) \(sources)"
            }
        }

        var checkError: SourceSelectionError? {
            do throws(SourceSelectionError) {
                try SourceSelection.check(choice)
                return nil
            } catch {
                return error
            }
        }
    }

    @Test(arguments: Currency.allCases, [true, false])
    func selection_whenOnlyCurrencyIsChosen_isFirstTwoUsableSources(_ currency: Currency, _ hasKey: Bool) {
        let usable = SourceRegistry.exchanges(quoting: currency).filter { hasKey || $0.keyVariable == nil }.map(\.name)
        let expected = "\(currency.code) \(usable.prefix(2).joined(separator: ", "))"
        #expect(Names(currency: currency, hasKey: hasKey).selection == .success(expected))
    }

    @Test(arguments: [
        (Names(), "USD binance, coinbase"),
        (Names(hasKey: true), "USD binance, cryptocompare"),
        (Names(currency: .gbp), "GBP coinbase, kraken"),
        (Names(currency: .jpy), "JPY kraken, bitflyer"),
        (Names(primary: "kraken"), "USD kraken, binance"),
        (Names(primary: "binance", hasKey: true), "USD binance, cryptocompare"),
        (Names(primary: "cryptocompare"), "USD cryptocompare, binance"),
        (Names(fallback: "binance"), "USD coinbase, binance"),
        (Names(fallback: "binance", hasKey: true), "USD cryptocompare, binance"),
        (Names(fallback: "cryptocompare"), "USD binance, cryptocompare"),
        (Names(fallback: "none"), "USD binance"),
        (Names(primary: "bitstamp", fallback: "kraken"), "USD bitstamp, kraken"),
        (Names(primary: "kraken", fallback: "none", currency: .jpy), "JPY kraken"),
        (Names(fallback: "kraken", currency: .jpy), "JPY bitflyer, kraken"),
        (Names(fallback: "coinbase", currency: .gbp), "GBP kraken, coinbase"),
        // A fallback that alone quotes the currency.
        (Names(fallback: "kraken", currency: .cad), "CAD kraken"),
        (Names(fallback: "kraken", currency: .cad, hasKey: true), "CAD cryptocompare, kraken"),
    ])
    func selection_whenChoiceIsIncomplete_completesIt(_ names: Names, _ expected: String) {
        #expect(names.selection == .success(expected))
    }

    /// Every choice: what fits together is kept, and completed to sources that quote the currency and differ.
    @Test(arguments: [nil] + Currency.allCases, [false, true])
    func selection_ofEveryChoice_isCompleteOrTheErrorOfCheck(_ chosen: Currency?, _ hasKey: Bool) throws {
        let currency = chosen ?? .usd
        let names: [String?] = [nil] + SourceRegistry.exchanges.map(\.name)
        let quoting = SourceRegistry.exchanges(quoting: currency).map(\.name)
        for (primary, fallback) in names.flatMap({ primary in (names + ["none"]).map { (primary, $0) } }) {
            let names = Names(primary: primary, fallback: fallback, currency: chosen, hasKey: hasKey)
            let comment = Comment(rawValue: names.testDescription)
            let error: SourceSelectionError? =
                if let primary, primary == fallback {
                    .sameSourceTwice(primary)
                } else if let primary, !quoting.contains(primary) {
                    .primaryDoesNotQuote(primary, currency)
                } else if let fallback, fallback != "none", !quoting.contains(fallback) {
                    .fallbackDoesNotQuote(fallback, currency)
                } else {
                    nil
                }
            #expect(names.checkError == error, comment)
            guard error == nil else {
                #expect(names.selection == error.map(Result.failure), comment)
                continue
            }
            let selection = try SourceSelection(names.choice, hasKey ? allKeys : noVariables)
            let sources = selection.sources.map(\.name)
            #expect(selection.currency == currency && sources.first == selection.primary.name, comment)
            #expect(Set(sources).count == sources.count && sources.allSatisfy(quoting.contains), comment)
            #expect(primary == nil || sources.first == primary, comment)
            #expect(fallback == nil || (fallback == "none" ? sources.count == 1 : sources.last == fallback), comment)
            for source in selection.sources where source.keyVariable != nil && !hasKey {
                #expect([primary, fallback].contains(source.name), comment)
            }
        }
    }

    @Test(arguments: Currency.allCases)
    func usable_areSourcesThatQuoteCurrencyAndHaveKeyTheyNeed(_ currency: Currency) {
        let quoting = SourceRegistry.exchanges(quoting: currency)
        #expect(SourceSelection.usable(in: currency, allKeys).map(\.name) == quoting.map(\.name))
        let withoutKey = quoting.filter { $0.keyVariable == nil }.map(\.name)
        #expect(SourceSelection.usable(in: currency, Environment { _ in [] }).map(\.name) == withoutKey)
    }

    @Test func loaders_areThoseOfSourcesInTheirOrder() throws {
        let selection = try SourceSelection(Names(primary: "kraken", fallback: "binance").choice, noVariables)
        let environment = Environment(["BTCQ_BINANCE_URL": "https://mirror.example/", "BTCQ_COINBASE_URL": "nowhere"])
        let loaders = try selection.loaders(
            userAgent: "btcq", environment: environment, maxTime: .seconds(5), now: { Timestamp(milliseconds: 0) })
        #expect(loaders.map(\.loader.source) == ["kraken", "binance"])
        let urls = [Kraken().baseURL, "https://mirror.example"]
        #expect(loaders.map(\.id) == zip(["kraken", "binance"], urls).map(SourceID.init(name:baseURL:)))
    }
}

private let noVariables = Environment { _ in nil }
private let allKeys = Environment { _ in Array("k".utf8) }
