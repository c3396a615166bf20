import Foundation
import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    @Suite struct FallbackTests {
        @Test func fallback_whenPrimaryIsSilent_isAskedWithin50msOfTheTimeout() throws {
            let box = try Sandbox(binance: "silent")
            let start = ContinuousClock.now
            let run = try box.run("--timeout", "200ms").expect(0, .live("coinbase"))
            let requests = box.exchange.requests
            try #require(requests.count == 2)
            let gap = requests[1].time - requests[0].time
            // The timeout counts from the beginning of the run; a busy machine may note the first request late.
            #expect(requests[1].time - start >= .milliseconds(200), "\(run)")
            #expect(gap < .milliseconds(250) + run.end.delay + Program.allowance, "\(run)")
        }

        /// Its transfer may last as long as the run.
        @Test func primary_whenLateAndTheFallbackFails_wins() throws {
            let box = try Sandbox(binance: "slow-1300", coinbase: "status-500")
            try box.run("--timeout", "100ms", "--max-time", "2s").expect(0, .live("binance"))
        }

        @Test func fasterSource_whenBothAreSlow_wins() throws {
            let box = try Sandbox(binance: "slow-900", coinbase: "slow-200")
            try box.run("--timeout", "100ms").expect(0, .live("coinbase"), maximum: .milliseconds(600))
        }

        @Test func fallback_whenTimeoutIsNotLessThanMaxTime_isAskedOnFailureOnly() throws {
            let box = try Sandbox(binance: "silent")
            let noted = try box.run("--timeout", "1s", "--max-time", "300ms", notingRequest: 1)
            let line = #/btcq: no quote: binance: no response in [\d.]+m?s\n/#
            noted.run.expect(1, errors: .matches(line), maximum: .milliseconds(350))
            try noted.expect("binance", noResponseUntil: .milliseconds(300))
        }

        @Test func run_whenBothSourcesFail_printsTheCachedQuoteAndOneLineWithTheReasons() throws {
            let box = try Sandbox(binance: "status-451", coinbase: "silent")
            try box.cache(age: 300, source: "binance")
            let noted = try box.run("--max-time", "1s", notingRequest: 2)
            let line =
                #/btcq: no fresh quote: binance: HTTP 451 \(.*\); coinbase: no response in [\d.]+m?s; using the .* 5m ago\n/#
            noted.run.expect(3, .cached("binance", "5m"), errors: .matches(line), maximum: .milliseconds(1090))
            try noted.expect("coinbase", noResponseUntil: .seconds(1))
        }

        @Test func run_whenBothSourcesFailWithoutACache_printsNothing() throws {
            let box = try Sandbox(coinbase: "status-500")
            box.setURL("binance", "http://127.0.0.1:\(try rejectingPort())")
            try box.run().expect(1, errors: "btcq: no quote: binance: connection refused; coinbase: HTTP 500\n")
        }

        /// The body comes later than the headers: the time of the first byte is not the total time.
        @Test func verbose_reportsEachSourcesResultAndTimes() throws {
            let box = try Sandbox(binance: "status-500")
            let body = #"{"price":"68901.23"}"#
            let head = "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
            box.respond("coinbase", with: .raw(head) + [Step].raw(body).delayed(.milliseconds(100)))
            let run = try box.run("-v").expect(0, errors: .prefix("btcq: binance: HTTP 500; total "))
            try #require(run.errorLines.count == 2, "\(run)")
            let line =
                #/btcq: coinbase: 68901\.23; total ([\d.]+)ms \(.*connect [\d.]+ms, first byte ([\d.]+)ms\); at (http:.*)/#
            let match = try #require(run.errorLines[1].wholeMatch(of: line), "\(run)")
            let (total, firstByte) = (try #require(Double(match.1)), try #require(Double(match.2)))
            #expect(total - firstByte > 90 && String(match.3) == box.environment["BTCQ_COINBASE_URL"], "\(run)")
        }

        @Test func verbose_reportsTheSourcesThatHaveNotResponded() throws {
            let box = try Sandbox(binance: "silent")
            let noted = try box.run("-v", "--timeout", "100ms", notingRequest: 1)
            let lines = noted.run.errorLines.sorted()
            #expect(lines.count == 2 && lines[0].contains("binance: no response in "), "\(noted)")
            try noted.expect("binance", noResponseUntil: .milliseconds(100))
            box.set("coinbase", "silent")
            let late = try box.run("-v", "-t", "100ms", "-m", "600ms", "--max-stale=0", notingRequest: 3)
            late.run.expect(1, maximum: .milliseconds(650))
            #expect(late.run.errorLines.count == 3, "\(late)")
            try late.expect("binance", noResponseUntil: .milliseconds(600))
        }

        /// A stale quote, and a cache that cannot be written: a warning for each, but not with --quiet.
        @Test func quiet_suppressesEveryWarning() throws {
            let box = try Sandbox(binance: "status-500", coinbase: "status-500")
            try box.cache()
            try box.run("-q").expect(3, .cached("kraken", "5m"), errors: "")
            try box.run("-q", "--max-stale", "0").expect(1, errors: "")
            box.set("binance", "ok")
            box.environment["HOME"] = "/dev/null"
            try box.run("-q").expect(0, errors: "")
        }

        @Test func key_whenMissingOrRejected_isNamedByItsVariableAndNeverPrinted() throws {
            let box = try Sandbox(binance: "status-500")
            box.set("cryptocompare", "status-401")
            let unset = try box.run("-s", "cryptocompare")
            unset.expect(1, errors: .contains("cryptocompare: HTTP 401 (set CRYPTOCOMPARE_API_KEY)"))
            box.environment["CRYPTOCOMPARE_API_KEY"] = "s3cret"
            let run = try box.run("-v").expect(
                1, errors: .contains("HTTP 401 (CRYPTOCOMPARE_API_KEY is not accepted)"))
            #expect(!run.errors.contains("s3cret"), "\(run)")
            #expect(box.exchange.requests.map { $0.header("Authorization") } == [nil, nil, "Apikey s3cret"])
        }

        @Test func request_namesThisProgramAndKeepsThePathPrefix() throws {
            let box = try Sandbox()
            let version = try box.run("-V").text.split(whereSeparator: \.isWhitespace).last ?? ""
            try box.run()
            let request = try #require(box.exchange.requests.first)
            #expect(request.line == "GET /ok/api/v3/ticker/24hr?symbol=BTCUSDT&type=MINI&symbolStatus=TRADING HTTP/1.1")
            #expect(request.header("User-Agent") == "btcq/\(version)" && request.header("Accept-Encoding") == nil)
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
