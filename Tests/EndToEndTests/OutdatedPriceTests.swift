import Foundation
import StubExchange
import Testing

extension EndToEnd {
    /// An outdated price is invalid: the response's own date is more than 15 minutes later.
    @Suite struct OutdatedPriceTests {
        /// Each source whose response contains the time of its price, long before the user's time: only the source's own
        /// clocks count.
        private static let sources = Fixture.all.filter { $0.time != nil }
        private static let date = "Date: Sun, 09 Sep 2001 01:46:40 GMT"

        @Test(
            arguments: sources,
            [(899.0, nil), (900, nil), (901, "15m"), (3600, "1h"), (21_700, "6h"), (200_000, "2d")])
        func price_whenMoreThan15MinutesOlderThanItsResponse_isInvalid(
            _ source: Fixture, _ age: (Double, String?)
        ) throws {
            let run = try run(source, headers: [try Self.date(age.0, after: source)])
            if let ageText = age.1 {
                #expect(run.status == 1 && run.output.isEmpty, "\(run)")
                #expect(run.errors == "btcq: no quote: \(source): invalid data (price is \(ageText) old)\n", "\(run)")
            } else {
                #expect(run.status == 0 && run.text == "68901.23\n", "\(run)")
            }
        }

        @Test(arguments: sources, [[], ["Date: today"], ["Date: Sun, 09 Sep 2096 01:46:40 CET"]])
        func price_whenTheResponseHasNoReadableDate_isNotChecked(_ source: Fixture, _ headers: [String]) throws {
            try run(source, headers: headers).expect { $0.status == 0 }
        }

        @Test(arguments: sources)
        func price_whenLaterThanItsResponse_isValid(_ source: Fixture) throws {
            try run(source, headers: [try Self.date(-100_000, after: source)]).expect { $0.status == 0 }
        }

        @Test(arguments: [
            ("coinbase", #"{"price":"68901.23","time":"yesterday"}"#), ("coinbase", #"{"price":"68901.23","time":1}"#),
            ("coinbase", #"{"price":"68901.23"}"#), ("bitstamp", #"{"last":"68901.23","timestamp":"soon"}"#),
            ("bitstamp", #"{"last":"68901.23","timestamp":"99999999999999999999999"}"#),
            ("bitstamp", #"{"last":"68901.23","timestamp":null}"#),
            ("cryptocompare", #"{"RAW":{"PRICE":68901.23,"LASTUPDATE":"x"}}"#),
            ("cryptocompare", #"{"RAW":{"PRICE":68901.23,"LASTUPDATE":-1}}"#),
            ("bitflyer", #"{"product_code":"BTC_JPY","state":"RUNNING","ltp":1,"timestamp":"2001-09-08T01:46:40+09"}"#),
            ("bitflyer", #"{"product_code":"BTC_JPY","state":"RUNNING","ltp":1,"timestamp":1000000000}"#),
        ])
        func price_whenItsTimeIsUnreadable_isNotChecked(_ source: String, _ body: String) throws {
            let box = try Sandbox()
            box.environment["BTCQ_\(source.uppercased())_URL"] = box.exchange.on(
                "body", .respond(headers: [Self.date], body: body))
            let currency = try Fixture.named(source).pairs[0].currency
            try box.run("-s", source, "--currency", currency).expect { $0.status == 0 }
        }

        @Test func fallback_whenThePrimarysPriceIsOutdated_isAsked() throws {
            let box = try Sandbox(binance: "status-500")
            let coinbase = try Fixture.named("coinbase")
            box.environment["BTCQ_COINBASE_URL"] = box.exchange.on(
                "outdated",
                .respond(headers: [try Self.date(7200, after: coinbase)], body: try coinbase.body(currency: "USD")))
            let run = try box.run("--primary", "coinbase", "--fallback", "kraken")
            #expect(run.status == 0 && run.text.hasSuffix(" kraken XBTUSD\n"), "\(run)")
        }

        /// A header with the time that is so many seconds after that of the source's price.
        private static func date(_ seconds: Double, after source: Fixture) throws -> String {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = .gmt
            formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
            let time = Double(try #require(source.time)) + seconds
            return "Date: " + formatter.string(from: Date(timeIntervalSince1970: time))
        }

        private func run(_ source: Fixture, headers: [String]) throws -> Sandbox.Outcome {
            let box = try Sandbox()
            let currency = source.pairs[0].currency
            let body = try source.body(currency: currency, price: "68901.23")
            box.environment["BTCQ_\(source.name.uppercased())_URL"] = box.exchange.on(
                "dated", .respond(headers: headers, body: body))
            return try box.run("-n", "-s", source.name, "--currency", currency)
        }
    }
}
