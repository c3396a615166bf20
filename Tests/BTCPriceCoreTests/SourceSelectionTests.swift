import BTCPriceCore
import Testing

@Suite struct SourceSelectionTests {
    private static let sources = [
        source("alpha", .usd, .eur), source("keyed", .usd, .eur, .cad, .aud, keyVariable: "KEY"),
        source("beta", .usd, .gbp), source("gamma", .usd, .jpy, .cad), source("francs", .chf),
    ]

    private static func source(_ name: String, _ currencies: Currency..., keyVariable: String? = nil) -> Source {
        let pairs = currencies.map { TradingPair($0, "BTC-\($0.code)") }
        return Source(name, host: "\(name).example", pairs: pairs, keyVariable: keyVariable)
    }

    /// The names of the sources in the selection, or the error. Without a name, nothing is chosen; `none` is no fallback.
    private static func selection(
        primary: String? = nil, fallback: String? = nil, in currency: Currency? = nil, hasKey: Bool = false
    ) -> Result<[String], RunSourcesError> {
        let source = fallback.flatMap { sources.named($0.utf8) }.map(SourceOptions<AppSource>.Fallback.source)
        let choice = SourceOptions<AppSource>(
            currency: currency, primary: primary.flatMap { sources.named($0.utf8) },
            fallback: fallback == "none" ? .disabled : source)
        return Result { () throws(RunSourcesError) in
            let selection = try RunSources(choice, among: sources) { hasKey && $0 == "KEY" }
            #expect(selection.currency == currency ?? .usd)
            return selection.sources.map(\.name)
        }
    }

    @Test func selection_whenIncomplete_isCompletedBySourcesOfTheCurrency() {
        #expect(Self.selection() == .success(["alpha", "beta"]))
        #expect(Self.selection(hasKey: true) == .success(["alpha", "keyed"]))
        #expect(Self.selection(in: .gbp) == .success(["beta"]))
        #expect(Self.selection(in: .cad) == .success(["gamma"]))
        #expect(Self.selection(in: .cad, hasKey: true) == .success(["keyed", "gamma"]))
        #expect(Self.selection(primary: "gamma") == .success(["gamma", "alpha"]))
        #expect(Self.selection(primary: "gamma", hasKey: true) == .success(["gamma", "alpha"]))
        #expect(Self.selection(primary: "alpha", hasKey: true) == .success(["alpha", "keyed"]))
        #expect(Self.selection(primary: "keyed") == .success(["keyed", "alpha"]))
        #expect(Self.selection(primary: "alpha", in: .eur) == .success(["alpha"]))
        #expect(Self.selection(fallback: "alpha") == .success(["beta", "alpha"]))
        #expect(Self.selection(fallback: "beta") == .success(["alpha", "beta"]))
        #expect(Self.selection(fallback: "alpha", hasKey: true) == .success(["keyed", "alpha"]))
        #expect(Self.selection(fallback: "keyed") == .success(["alpha", "keyed"]))
        #expect(Self.selection(fallback: "none") == .success(["alpha"]))
        #expect(Self.selection(primary: "gamma", fallback: "beta") == .success(["gamma", "beta"]))
        #expect(Self.selection(primary: "keyed", fallback: "none", in: .cad) == .success(["keyed"]))
        // A fallback that alone quotes the currency.
        #expect(Self.selection(fallback: "gamma", in: .jpy) == .success(["gamma"]))
        #expect(Self.selection(fallback: "keyed", in: .aud) == .success(["keyed"]))
    }

    @Test func selection_whenChoiceDoesNotFitTogether_throws() {
        #expect(Self.selection(primary: "beta", fallback: "beta", in: .jpy) == .failure(.sameSourceTwice("beta")))
        #expect(Self.selection(primary: "beta", in: .eur) == .failure(.doesNotQuote("beta", .eur, isFallback: false)))
        let neither = Self.selection(primary: "gamma", fallback: "beta", in: .eur)
        #expect(neither == .failure(.doesNotQuote("gamma", .eur, other: "beta", isFallback: false)))
        #expect(Self.selection(fallback: "beta", in: .cad) == .failure(.doesNotQuote("beta", .cad, isFallback: true)))
        let second = Self.selection(primary: "gamma", fallback: "beta", in: .cad)
        #expect(second == .failure(.doesNotQuote("beta", .cad, other: "gamma", isFallback: true)))
        #expect(Self.selection(primary: "francs") == .failure(.doesNotQuote("francs", .usd, isFallback: false)))
        #expect(Self.selection(fallback: "none", in: .aud) == .failure(.noSource(.aud)))
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

    @Test(arguments: [(true, ["alpha", "keyed"]), (false, ["alpha"])])
    func defaults_areSourcesThatQuoteCurrencyAndHaveKeyTheyNeed(_ hasKey: Bool, _ names: [String]) {
        let defaults = RunSources.defaults(in: .eur, among: Self.sources) { hasKey && $0 == "KEY" }
        #expect(defaults.map(\.name) == names)
    }
}
