import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    @Suite struct FallbackTests {
        @Test func fallback_whenPrimaryIsSilent_isAskedWithin50msOfTheTimeout() throws {
            let box = try Sandbox(binance: "silent")
            let start = ContinuousClock.now
            let run = try box.run("-m", "20s", "--timeout", "200ms").expect(0, .live("bitstamp"))
            let requests = box.exchange.requests
            let fallback = try #require(requests.last).time
            // A busy machine may not send the first request before the run ends.
            let gap = fallback - (requests.count == 2 ? requests[0].time : start)
            // The timeout counts from the beginning of the run.
            #expect(fallback - start >= .milliseconds(200), "\(run)")
            #expect(gap < .milliseconds(250) + run.end.delay + Program.allowance, "\(run)")
        }

        @Test func price_whenOnlyTheClockOfThisMachineMakesItOld_isLiveWithAWarning() throws {
            let box = try Sandbox()
            for (source, body) in [
                ("binance", #"{"symbol":"BTCUSDT","lastPrice":"68901.23"}"#), ("bitstamp", #"{"last":"68901.23"}"#),
            ] {
                box.respond(source, with: .respond(headers: ["Date: Mon, 27 Oct 2025 19:56:39 GMT"], body: body))
            }
            let warning = #"btcq: the clock of this machine is \d+d ahead of that of binance; .*\n"#
            try box.run().expect(0, .live("binance"), errors: .matches(warning))
            try box.run("-s", "binance", "--max-stale", "0").expect(1, errors: .contains("response is "))
        }

        /// The market has fallen if both say so, and otherwise one of them is wrong.
        @Test func price_thatIsVeryDifferentFromThatOf24HoursBefore_needsASecondSource() throws {
            let box = try Sandbox(bitstamp: "price-70000")
            func fall(_ source: String, to price: String) throws {
                let fixture = try Fixture.named(source)
                let body = try fixture.bodyOfNow(currency: "USD").replacing(fixture.price, with: price)
                box.respond(source, with: .respond(body: body))
            }
            try fall("binance", to: "857.70")
            try box.run().expect(0, .live("bitstamp"), errors: "")
            let reason = "binance: price 857.7 is less than a third of 67345.1, that of 24h before"
            try box.run("-v").expect(0, .live("bitstamp"), errors: .contains("\nbtcq: \(reason); total "))
            // Nothing of the price that was not printed is stored.
            box.set("bitstamp", "status-500")
            try box.run().expect(
                3, .cached("bitstamp", "0s"), errors: .contains("\(reason); bitstamp: HTTP 500; using"))
            try box.run("-s", "binance").expect(1, errors: .contains("\(reason) (a second source could confirm it)"))
            try fall("bitstamp", to: "860")
            try box.run("-v").expect(0, .live("binance"), errors: .contains("the other source confirms it"))
            try fall("bitstamp", to: "1000")
            try box.run("--max-stale", "0").expect(
                1, errors: .suffix("that of 24h before; they differ by more than a tenth\n"))
        }

        @Test func timeout_withoutFallback_limitsTheRun() throws {
            let box = try Sandbox(binance: "silent")
            try box.run("-s", "binance", "--timeout", "200ms").expect(
                1, minimum: .milliseconds(180), maximum: .milliseconds(250))
        }

        @Test func timeout_whenTheFallbackIsRateLimited_doesNotLimitTheRun() throws {
            let box = try Sandbox(binance: "slow-400", bitstamp: "status-429")
            try box.run("-s", "bitstamp").expect(1)
            try box.run("--timeout", "100ms").expect(0, .live("binance"))
        }

        /// The body comes later than the headers: its time belongs to no step.
        @Test func verbose_reportsEachSourcesResultAndTimes() throws {
            let box = try Sandbox(binance: "status-500")
            let body = #"{"last":"68901.23"}"#
            let head = "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
            box.respond("bitstamp", with: .raw(head) + [Step].raw(body).delayed(.milliseconds(500)))
            let run = try box.run("-v").expect(0, errors: .contains("\nbtcq: binance: HTTP 500; total "))
            let line =
                #/btcq: bitstamp: 68901\.23; total ([\d.]+)ms \((libcurl .*, name .*, connect .*, first byte .*)\); at (http:.*)/#
            let match = try #require(run.errorLines.last?.wholeMatch(of: line), "\(run)")
            let steps = match.2.matches(of: #/([\d.]+)ms/#).compactMap { Double($0.1) }
            #expect(steps.count == 4 && steps.reduce(0, +) < 250 && (Double(match.1) ?? 0) > 450, "\(run)")
            #expect(String(match.3) == box.environment["BTCQ_BITSTAMP_URL"])
        }

        @Test func key_whenMissingOrRejected_isNamedAndNeverPrinted() throws {
            let box = try Sandbox(binance: "status-500")
            box.set("cryptocompare", "status-401")
            try box.run("-s", "cryptocompare").expect(1, errors: .contains("CRYPTOCOMPARE_API_KEY"))
            box.environment["CRYPTOCOMPARE_API_KEY"] = "s3cret"
            let run = try box.run("-v").expect(1, errors: .contains("CRYPTOCOMPARE_API_KEY"))
            #expect(!run.errors.contains("s3cret"), "\(run)")
            #expect(box.exchange.requests.map { $0.header("Authorization") } == [nil, nil, "Apikey s3cret"])
        }

        @Test func request_namesThisProgramAndKeepsThePathPrefix() throws {
            let box = try Sandbox()
            let version = try box.run("-V").text.split(whereSeparator: \.isWhitespace).last ?? ""
            try box.run()
            let request = try #require(box.exchange.requests.first)
            #expect(request.line == "GET /ok/api/v3/ticker/24hr?symbol=BTCUSDT&type=MINI&symbolStatus=TRADING HTTP/1.1")
            #expect(request.header("User-Agent") == "btcq/\(version)")
            #expect(
                request.headers.map { $0.prefix { $0 != ":" } } == ["Host", "User-Agent", "Accept", "Accept-Encoding"])
            #expect(request.header("Accept-Encoding") == "identity")
        }

        /// The primary and the fallback, with the change in 24 hours, as far as they report it.
        private static let defaults = [
            "USD": ("binance +2.31%", "bitstamp +2.31%"), "EUR": ("bitstamp +2.31%", "coinbase "),
            "GBP": ("bitstamp +2.31%", "coinbase "), "JPY": ("bitflyer ", "coingecko +2.31%"),
            "CAD": ("kraken ", "coingecko +2.31%"), "CHF": ("kraken ", "coingecko +2.31%"),
            "AUD": ("kraken ", "coingecko +2.31%"),
        ]

        @Test func price_inEveryCurrency_isLiveThenOfTheFallbackThenCached() throws {
            for currency in try Fixture.named("coingecko").pairs.map(\.currency) {
                let box = try Sandbox()
                let sources = Self.defaults[currency] ?? ("coingecko +2.31%", "coinbasespot ")
                let options = ["--currency", currency, "--template", "{number} {currency} {source} {change}"]
                for (source, status) in [(sources.0, 0), (sources.1, 0), (sources.1, 3)] as [(String, Int32)] {
                    try box.run(options).expect(status, .exactly("68901.23 \(currency) \(source)\n"))
                    box.set(String(source.prefix { $0 != " " }), "status-500")
                }
                let names = [sources.0, sources.0, sources.1, sources.0, sources.1].map { $0.prefix { $0 != " " } }
                #expect(box.asked == names.map { "\($0) \(currency)" })
            }
        }

        @Test func loopbackOverHTTP_neverGoesThroughAProxy() throws {
            let box = try Sandbox()
            for name in ["http_proxy", "all_proxy", "https_proxy"] { box.environment[name] = "http://127.0.0.1:1" }
            for host in ["127.0.0.1", "localhost"] {
                box.setURL("binance", "http://\(host):\(box.exchange.port)/ok")
                try box.run("-s", "binance").expect(0, .live("binance"))
            }
        }
    }
}
