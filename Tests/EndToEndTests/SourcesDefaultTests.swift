import StubExchange
import Testing

extension EndToEnd {
    /// Which sources a run asks in each currency if none is chosen. All sources fail here, so that it asks two if there are
    /// two.
    @Suite struct SourcesDefaultTests {
        /// Section 5 of the specification.
        private static let defaults: [(currency: String, withoutKey: [String], withKey: [String])] = [
            ("USD", ["binance", "coinbase"], ["binance", "cryptocompare"]),
            ("EUR", ["binance", "coinbase"], ["binance", "cryptocompare"]),
            ("GBP", ["coinbase", "kraken"], ["cryptocompare", "coinbase"]),
            ("JPY", ["kraken", "bitflyer"], ["cryptocompare", "kraken"]),
            ("CAD", ["kraken"], ["cryptocompare", "kraken"]),
            ("CHF", ["kraken"], ["cryptocompare", "kraken"]),
            ("AUD", ["kraken"], ["cryptocompare", "kraken"]),
        ]

        @Test(arguments: defaults.map(\.currency))
        func defaults_areThoseOfTheSpecification(_ currency: String) throws {
            let expected = try #require(Self.defaults.first { $0.currency == currency })
            let withoutKey = try asked(in: currency, hasKeys: false)
            #expect(withoutKey == expected.withoutKey)
            let withKey = try asked(in: currency, hasKeys: true)
            #expect(withKey == expected.withKey)
        }

        @Test(arguments: Fixture.currencies, [false, true])
        func defaults_areTheFirstTwoSourcesThatQuoteTheCurrencyAndHaveTheirKey(
            _ currency: String, _ hasKeys: Bool
        ) throws {
            let usable = try SourceList.quoting(currency).filter { name in
                try hasKeys || Fixture.named(name).keyVariable == nil
            }
            let asked = try asked(in: currency, hasKeys: hasKeys)
            #expect(asked == Array(usable.prefix(2)))
        }

        private func asked(in currency: String, hasKeys: Bool) throws -> [String] {
            let box = try Sandbox()
            box.setAll("status-500")
            let key = hasKeys ? "s3cret" : ""
            for variable in Fixture.all.compactMap(\.keyVariable) { box.environment[variable] = key }
            try box.run("--currency", currency).expect { $0.status == 1 && $0.output.isEmpty }
            #expect(box.asked.allSatisfy { $0.hasSuffix(" \(currency)") })
            return box.askedSources
        }
    }
}
