import BTCPriceCore
import Testing

@Suite struct SourceSelectionTests {
    private static let sources = [
        source("alpha", .usd, .eur), source("keyed", .usd, .eur, .cad, .aud, keyVariable: "KEY"),
        source("beta", .usd, .gbp), source("gamma", .usd, .jpy, .cad),
    ]

    private static func source(_ name: String, _ currencies: Currency..., keyVariable: String? = nil) -> Source {
        let pairs = currencies.map { TradingPair($0, "BTC-\($0.code)") }
        return Source(name, host: "\(name).example", pairs: pairs, keyVariable: keyVariable)
    }

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
            let source = fallback.flatMap { sources.named($0.utf8) }.map(SourceChoice.Fallback.source)
            return SourceChoice(
                currency: currency, primary: primary.flatMap { sources.named($0.utf8) },
                fallback: fallback == "none" ? .disabled : source)
        }

        /// Such as `USD alpha, beta`.
        var selection: Result<String, SourceSelectionError> {
            Result { () throws(SourceSelectionError) in
                let selection = try SourceSelection(choice, among: sources) { hasKey && $0 == "KEY" }
                return "\(selection.currency.code) \(selection.sources.map(\.name).joined(separator: ", "))"
            }
        }
    }

    @Test(arguments: [
        (Names(), "USD alpha, beta"),
        (Names(hasKey: true), "USD alpha, keyed"),
        (Names(currency: .gbp), "GBP beta"),
        (Names(currency: .cad), "CAD gamma"),
        (Names(currency: .cad, hasKey: true), "CAD keyed, gamma"),
        (Names(primary: "gamma"), "USD gamma, alpha"),
        (Names(primary: "alpha", hasKey: true), "USD alpha, keyed"),
        (Names(primary: "keyed"), "USD keyed, alpha"),
        (Names(fallback: "alpha"), "USD beta, alpha"),
        (Names(fallback: "alpha", hasKey: true), "USD keyed, alpha"),
        (Names(fallback: "keyed"), "USD alpha, keyed"),
        (Names(fallback: "none"), "USD alpha"),
        (Names(primary: "gamma", fallback: "beta"), "USD gamma, beta"),
        (Names(primary: "gamma", fallback: "none", currency: .cad), "CAD gamma"),
        // A fallback that alone quotes the currency.
        (Names(fallback: "gamma", currency: .jpy), "JPY gamma"),
        (Names(fallback: "keyed", currency: .aud), "AUD keyed"),
    ])
    func selection_whenChoiceIsIncomplete_completesIt(_ names: Names, _ expected: String) {
        #expect(names.selection == .success(expected))
    }

    /// Every choice: what fits together is kept, and completed to sources that quote the currency and differ.
    @Test(arguments: [nil] + Currency.allCases, [false, true])
    func selection_ofEveryChoice_isCompleteOrAnError(_ chosen: Currency?, _ hasKey: Bool) throws {
        let currency = chosen ?? .usd
        let names: [String?] = [nil] + Self.sources.map(\.name)
        let quoting = Self.sources.quoting(currency).map(\.name)
        let defaults = quoting.filter { hasKey || $0 != "keyed" }
        for (primary, fallback) in names.flatMap({ primary in (names + ["none"]).map { (primary, $0) } }) {
            let names = Names(primary: primary, fallback: fallback, currency: chosen, hasKey: hasKey)
            let comment = Comment(rawValue: names.testDescription)
            let chosenFallback = fallback == "none" ? nil : fallback
            let error: SourceSelectionError? =
                if let primary, primary == fallback {
                    .sameSourceTwice(primary)
                } else if let primary, !quoting.contains(primary) {
                    .primaryDoesNotQuote(primary, currency)
                } else if let chosenFallback, !quoting.contains(chosenFallback) {
                    .fallbackDoesNotQuote(chosenFallback, currency)
                } else if primary == nil, chosenFallback == nil, defaults.isEmpty {
                    .noSource(currency)
                } else {
                    nil
                }
            let expectedPrimary = primary ?? defaults.first { $0 != chosenFallback } ?? chosenFallback
            let expectedFallback = chosenFallback ?? (fallback == nil ? defaults.first { $0 != expectedPrimary } : nil)
            let expected = [expectedPrimary, expectedFallback == expectedPrimary ? nil : expectedFallback]
            let text = "\(currency.code) \(expected.compactMap(\.self).joined(separator: ", "))"
            #expect(names.selection == error.map(Result.failure) ?? .success(text), comment)
        }
    }

    @Test func check_whenCurrencyIsNotChosen_isThatOfDollars() {
        #expect(throws: SourceSelectionError.primaryDoesNotQuote("euros", .usd)) {
            try SourceChoice(primary: Self.source("euros", .eur)).check()
        }
    }

    @Test(arguments: sources)
    func sourceNamed_matchesNameInAnyCase(_ source: Source) {
        let name = source.name
        for text in [name, name.uppercased(), name.capitalized] {
            #expect(Self.sources.named(text.utf8) == source, "\(text)")
        }
        for other in [name + " ", " " + name, String(name.dropLast()), name + "x", ""] {
            #expect(Self.sources.named(other.utf8) == nil, "\(other)")
        }
    }

    @Test(arguments: Currency.allCases)
    func defaults_areSourcesThatQuoteCurrencyAndHaveKeyTheyNeed(_ currency: Currency) {
        let quoting = Self.sources.filter { $0.pairs.contains { $0.currency == currency } }
        #expect(SourceSelection.defaults(in: currency, among: Self.sources) { $0 == "KEY" } == quoting)
        let withoutKey = SourceSelection.defaults(in: currency, among: Self.sources) { _ in false }
        #expect(withoutKey == quoting.filter { $0.keyVariable == nil })
    }
}
