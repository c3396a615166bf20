import BTCPriceCore
import Testing

@Suite struct RunSourcesTests {
    private final class SourceDouble: Source {
        let name: String
        let pairs: [TradingPair]

        init(_ name: String, _ currencies: Currency...) {
            self.name = name
            pairs = currencies.map { TradingPair($0, "BTC-\($0.code)") }
        }
    }

    private static let sources = [
        SourceDouble("alpha", .usd, .eur), SourceDouble("keyed", .usd, .eur, .cad, .aud),
        SourceDouble("beta", .usd, .gbp), SourceDouble("gamma", .usd, .jpy, .cad), SourceDouble("francs", .chf),
    ]

    /// The names of the run's sources, or the error. Without a name, nothing is chosen; `none` is no fallback.
    private static func names(
        primary: String? = nil, fallback: String? = nil, in currency: Currency? = nil, hasKey: Bool = false
    ) -> Result<[String], RunSourcesError> {
        func source(_ name: String?) -> SourceDouble? { sources.first { $0.name == name } }
        var options = SourceOptions<SourceDouble>()
        (options.currency, options.primary, options.fallback) = (currency, source(primary), source(fallback))
        options.isForOneSource = fallback == "none"
        return Result { () throws(RunSourcesError) in
            let run = try RunSources(options, among: sources.filter { hasKey || $0.name != "keyed" })
            #expect(run.currency == currency ?? .usd && run.all.allSatisfy { $0.pair.currency == run.currency })
            return run.all.map(\.source.name)
        }
    }

    @Test func sources_whenNotChosen_areTheFirstOthersOfTheCurrency() {
        #expect(Self.names() == .success(["alpha", "beta"]))
        #expect(Self.names(hasKey: true) == .success(["alpha", "keyed"]))
        #expect(Self.names(in: .gbp) == .success(["beta"]))
        #expect(Self.names(in: .cad, hasKey: true) == .success(["keyed", "gamma"]))
        #expect(Self.names(primary: "gamma") == .success(["gamma", "alpha"]))
        #expect(Self.names(primary: "keyed") == .success(["keyed", "alpha"]))
        #expect(Self.names(primary: "alpha", in: .eur) == .success(["alpha"]))
        #expect(Self.names(fallback: "alpha") == .success(["beta", "alpha"]))
        #expect(Self.names(fallback: "alpha", hasKey: true) == .success(["keyed", "alpha"]))
        #expect(Self.names(fallback: "keyed") == .success(["alpha", "keyed"]))
        #expect(Self.names(fallback: "none") == .success(["alpha"]))
        #expect(Self.names(primary: "gamma", fallback: "beta") == .success(["gamma", "beta"]))
        // A fallback that alone quotes the currency.
        #expect(Self.names(fallback: "gamma", in: .jpy) == .success(["gamma"]))
        #expect(Self.names(fallback: "keyed", in: .aud) == .success(["keyed"]))
    }

    @Test func sources_whenTheyDoNotFitTogether_areAnError() {
        #expect(Self.names(primary: "beta", fallback: "beta", in: .jpy) == .failure(.sameSourceTwice("beta")))
        #expect(Self.names(primary: "beta", in: .eur) == .failure(.doesNotQuote("beta", .eur, others: ["alpha"])))
        #expect(
            Self.names(primary: "gamma", fallback: "beta", in: .eur)
                == .failure(.doesNotQuote("gamma", .eur, others: ["alpha"])))
        #expect(Self.names(fallback: "beta", in: .cad) == .failure(.doesNotQuote("beta", .cad, others: ["gamma"])))
        #expect(
            Self.names(primary: "gamma", fallback: "beta", in: .cad)
                == .failure(.doesNotQuote("beta", .cad, others: ["gamma"])))
        #expect(Self.names(fallback: "none", in: .aud) == .failure(.noSource(.aud)))
    }
}
