import Foundation
import StubExchange
import Testing

extension EndToEnd {
    /// A rate-limited source is skipped until its back-off ends, from run to run.
    @Suite struct LimitTests {
        private static let responses: [(name: String, source: String, steps: [Step], seconds: Double)] = [
            ("seconds", "binance", .respond(429, headers: ["Retry-After: 7"], body: ""), 7),
            ("seconds, 418", "binance", .respond(418, headers: ["Retry-After: 120"], body: ""), 120),
            ("absent", "binance", .respond(429, body: ""), 60),
            ("no number", "binance", .respond(429, headers: ["Retry-After: soon"], body: ""), 60),
            ("negative", "binance", .respond(429, headers: ["Retry-After: -5"], body: ""), 60),
            ("absurd", "binance", .respond(429, headers: ["Retry-After: 99999999999999999999"], body: ""), 3600),
            ("a year", "binance", .respond(429, headers: ["Retry-After: 31536000"], body: ""), 3600),
            (
                "far date", "binance", .respond(429, headers: ["Retry-After: Fri, 01 Jan 2100 00:00:00 GMT"], body: ""),
                3600
            ),
            ("Kraken's text", "kraken", .respond(body: #"{"error":["EGeneral:Too many requests"]}"#), 60),
            (
                "CryptoCompare's text", "cryptocompare",
                .respond(body: #"{"Response":"Error","Message":"You are over your rate limit","Type":99,"Data":{}}"#),
                60
            ),
            (
                "Bitstamp's text", "bitstamp",
                .respond(400, body: #"{"status":"error","reason":"limit","response_code":"400.002"}"#), 60
            ),
        ]

        /// Both respond with a rate limit just before the deadline, while another run holds the lock.
        @Test func run_whenBackoffIsLocked_endsAtItsDeadline() throws {
            let box = try Sandbox()
            let limit = [Step].respond(429, body: "")
            box.environment["BTCQ_BINANCE_URL"] = box.exchange.on("first", limit.delayed(.milliseconds(275)))
            box.environment["BTCQ_COINBASE_URL"] = box.exchange.on("second", limit.delayed(.milliseconds(265)))
            try box.makeCacheDirectory()
            let lock = open("\(box.cacheDirectory)/\(Sandbox.backoffLockName)", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            #expect(flock(lock, LOCK_EX) == 0)
            defer { close(lock) }
            let run = try box.run("-t", "10ms", "-m", "300ms")
            #expect(run.status == 1, "\(run)")
            #expect(run.ownTime < .milliseconds(350) + Program.allowance, "\(run)")
        }

        /// A quote shortly before the deadline, while another run holds the lock: it is printed, and stored without comparing.
        @Test func quote_whenCacheIsLocked_isPrintedBeforeTheDeadline() throws {
            let box = try Sandbox()
            box.set("binance", "slow-120")
            try box.cache(age: 300)
            let lock = open("\(box.cacheDirectory)/BTC-USD.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            #expect(flock(lock, LOCK_EX) == 0)
            defer { close(lock) }
            let run = try box.run("-s", "binance", "-m", "300ms")
            #expect(run.status == 0 && run.text.hasSuffix(" binance BTCUSDT\n"), "\(run)")
            #expect(run.ownTime < .milliseconds(350) + Program.allowance, "\(run)")
            #expect(box.cached?.price == "68901.23")
        }

        /// The same, while another run holds the lock of the file with the rows.
        @Test func quote_whenOutputFileIsLocked_isPrintedBeforeTheDeadline() throws {
            let box = try Sandbox()
            box.set("binance", "slow-120")
            let path = "\(box.work)/rows.csv"
            let rows = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            #expect(RecordLock.acquire(rows))
            defer { close(rows) }
            let run = try box.shell("exec btcq -c -s binance -m 900ms >> rows.csv")
            #expect(run.status == 0 && run.ownTime < .milliseconds(950) + Program.allowance, "\(run)")
            #expect(box.contents(path).hasSuffix(",68901.23,USD,BTCUSDT,binance,false,false,0\n"), "\(run)")
        }

        @Test(arguments: responses.map(\.name))
        func rateLimit_isRememberedBetweenRuns(_ name: String) throws {
            let limit = try #require(Self.responses.first { $0.name == name })
            let box = try Sandbox()
            box.environment["BTCQ_\(limit.source.uppercased())_URL"] = box.exchange.on("limit", limit.steps)
            let before = Date()
            for _ in 0..<3 {
                let run = try box.run("--primary", limit.source, "--fallback", "coinbase", "--max-time", "5s")
                #expect(run.status == 0 && run.text.hasSuffix(" coinbase BTC-USD\n"), "\(run)")
            }
            #expect(box.exchange.requests.map(\.route) == ["limit", "ok", "ok", "ok"])
            let until = try #require(box.backoff[limit.source]?[.rateLimited])
            #expect(until.timeIntervalSince(before) >= limit.seconds - 0.01)
            #expect(until.timeIntervalSince(before) < limit.seconds + 2)
        }

        @Test func dateInRetryAfter_isTaken() throws {
            let box = try Sandbox()
            let style = Date.FormatStyle(locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt)
            let date = Date(timeIntervalSinceNow: 300)
            let text =
                date.formatted(style.weekday(.abbreviated)) + ", "
                + ISO8601DateFormatter().string(from: date)
                .replacing(#/(\d+)-(\d+)-(\d+)T([\d:]+)Z/#) { match in
                    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
                    return "\(match.3) \(months[(Int(match.2) ?? 1) - 1]) \(match.1) \(match.4) GMT"
                }
            box.environment["BTCQ_BINANCE_URL"] = box.exchange.on(
                "limit", .respond(429, headers: ["Retry-After: \(text)"], body: ""))
            try box.run()
            let until = try #require(box.backoff["binance"]?[.rateLimited])
            #expect(abs(until.timeIntervalSince(date)) < 2)
        }

        @Test func rateLimitedSource_isReportedWithItsTime() throws {
            let box = try Sandbox(binance: "status-429", coinbase: "status-500")
            try box.run()
            let run = try box.run()
            let line =
                #/btcq: no quote: binance: skipped for another [67](\.\d)?s \(rate limited\); coinbase: HTTP 500\n/#
            #expect(try line.wholeMatch(in: run.errors) != nil, "\(run)")
        }

        @Test(arguments: [-1.0, 3700])
        func rateLimit_whenItHasEndedOrEndsTooLate_isIgnored(_ seconds: Double) throws {
            let box = try Sandbox()
            try box.setBackoff("binance", .rateLimited, for: seconds)
            try box.run().expect { $0.text.hasSuffix(" binance BTCUSDT\n") }
        }

        @Test(arguments: ["", "{", "[]", #"{"binance":1}"#, #"{"binance":"\u001b[31m"}"#, "\u{0}"])
        func garbage_isIgnored(_ text: String) throws {
            let box = try Sandbox()
            try box.setBackoff(raw: text)
            let run = try box.run()
            #expect(run.status == 0 && run.text.hasSuffix(" binance BTCUSDT\n") && run.errors.isEmpty, "\(run)")
        }

        @Test func rateLimits_whenStoredByManyRunsAtOnce_areAllStored() throws {
            let box = try Sandbox(binance: "status-429", coinbase: "status-429")
            for source in ["KRAKEN", "BITSTAMP"] { box.set(source, "status-429") }
            let pairs = [("binance", "coinbase"), ("kraken", "bitstamp")]
            let programs = try (0..<10).map { index in
                try box.start("--primary", pairs[index % 2].0, "--fallback", pairs[index % 2].1)
            }
            for program in programs { #expect(program.wait().ending == .status(1)) }
            let rateLimited = box.backoff.filter { $0.value[.rateLimited] != nil }
            #expect(Set(rateLimited.keys) == ["binance", "coinbase", "kraken", "bitstamp"])
        }
    }
}
