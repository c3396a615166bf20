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
            #expect(try asked(in: currency, hasKeys: false) == expected.withoutKey)
            #expect(try asked(in: currency, hasKeys: true) == expected.withKey)
        }

        @Test(arguments: Fixture.currencies, [false, true])
        func defaults_areTheFirstTwoSourcesThatQuoteTheCurrencyAndHaveTheirKey(
            _ currency: String, _ hasKeys: Bool
        ) throws {
            let usable = try sourcesInOrder().filter { fixture in
                fixture.pairs.contains { $0.currency == currency } && (hasKeys || fixture.keyVariable == nil)
            }
            #expect(try asked(in: currency, hasKeys: hasKeys) == usable.prefix(2).map(\.name))
        }

        /// The order of the sources, as a usage error lists them.
        private func sourcesInOrder() throws -> [Fixture] {
            let run = try Sandbox().run("--primary", "nosuchsource")
            let list = try #require(run.errors.firstMatch(of: #/is not one of ([a-z, ]+)/#)).1
            let fixtures = try list.split(separator: ", ").map { try Fixture.named(String($0)) }
            #expect(fixtures.map(\.name).sorted() == Fixture.all.map(\.name), "\(run)")
            return fixtures
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
