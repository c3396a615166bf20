import Foundation
import StubExchange
import Testing

extension EndToEnd {
    /// An outdated price is invalid: the response's own date is more than 15 minutes later.
    @Suite struct OutdatedPriceTests {
        /// Each source whose response contains the time of its price, and that response.
        private static let sources: [(name: String, body: @Sendable (Date) -> String)] = [
            ("coinbase", { #"{"price":"68901.23","time":"\#($0.formatted(iso))"}"# }),
            ("bitstamp", { #"{"last":"68901.23","timestamp":"\#(Int($0.timeIntervalSince1970))"}"# }),
            (
                "cryptocompare",
                { date in
                    let time = Int(date.timeIntervalSince1970)
                    return #"{"RAW":{"FROMSYMBOL":"BTC","TOSYMBOL":"USD","PRICE":68901.23,"LASTUPDATE":\#(time)}}"#
                }
            ),
        ]
        private static let iso = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        /// Not the user's time: only the source's own clocks count.
        private static let then = Date(timeIntervalSince1970: 1_000_000_000)
        private static let date = "Date: Sun, 09 Sep 2001 01:46:40 GMT"

        @Test(
            arguments: sources.map(\.name),
            [(899.0, nil), (900, nil), (901, "15m"), (3600, "1h"), (21_700, "6h"), (200_000, "2d")])
        func price_whenMoreThan15MinutesOlderThanItsResponse_isInvalid(_ source: String, _ age: (Double, String?))
            throws
        {
            let run = try run(source, at: Self.then.addingTimeInterval(-age.0), headers: [Self.date])
            if let ageText = age.1 {
                #expect(run.status == 1 && run.output.isEmpty, "\(run)")
                #expect(run.errors == "btcq: no quote: \(source): invalid data (price is \(ageText) old)\n", "\(run)")
            } else {
                #expect(run.status == 0 && run.text.hasPrefix("$68,901.23 "), "\(run)")
            }
        }

        @Test(arguments: sources.map(\.name), [[], ["Date: today"], ["Date: Sun, 09 Sep 2001 01:46:40 CET"]])
        func price_whenTheResponseHasNoReadableDate_isNotChecked(_ source: String, _ headers: [String]) throws {
            let run = try run(source, at: Self.then.addingTimeInterval(-100_000), headers: headers)
            #expect(run.status == 0, "\(run)")
        }

        @Test(arguments: sources.map(\.name))
        func price_whenLaterThanItsResponse_isValid(_ source: String) throws {
            let run = try run(source, at: Self.then.addingTimeInterval(100_000), headers: [Self.date])
            #expect(run.status == 0, "\(run)")
        }

        @Test(arguments: [
            ("coinbase", #"{"price":"68901.23","time":"yesterday"}"#), ("coinbase", #"{"price":"68901.23","time":1}"#),
            ("coinbase", #"{"price":"68901.23"}"#), ("bitstamp", #"{"last":"68901.23","timestamp":"soon"}"#),
            ("bitstamp", #"{"last":"68901.23","timestamp":"99999999999999999999999"}"#),
            ("bitstamp", #"{"last":"68901.23","timestamp":null}"#),
            ("cryptocompare", #"{"RAW":{"PRICE":68901.23,"LASTUPDATE":"x"}}"#),
            ("cryptocompare", #"{"RAW":{"PRICE":68901.23,"LASTUPDATE":-1}}"#),
        ])
        func price_whenItsTimeIsUnreadable_isNotChecked(_ source: String, _ body: String) throws {
            let box = try Sandbox()
            box.environment["BTCQ_\(source.uppercased())_URL"] = box.exchange.on(
                "body", .respond(headers: [Self.date], body: body))
            try box.run("-s", source).expect { $0.status == 0 }
        }

        @Test func fallback_whenThePrimarysPriceIsOutdated_isAsked() throws {
            let box = try Sandbox(binance: "status-500")
            let source = Self.sources[0]
            box.environment["BTCQ_COINBASE_URL"] = box.exchange.on(
                "outdated", .respond(headers: [Self.date], body: source.body(Self.then.addingTimeInterval(-7200))))
            let run = try box.run("--primary", "coinbase", "--fallback", "kraken")
            #expect(run.status == 0 && run.text.hasSuffix(" kraken XBTUSD\n"), "\(run)")
        }

        private func run(_ name: String, at time: Date, headers: [String]) throws -> Sandbox.Outcome {
            let box = try Sandbox()
            let source = try #require(Self.sources.first { $0.name == name })
            box.environment["BTCQ_\(name.uppercased())_URL"] = box.exchange.on(
                "dated", .respond(headers: headers, body: source.body(time)))
            return try box.run("-s", name)
        }
    }
}
