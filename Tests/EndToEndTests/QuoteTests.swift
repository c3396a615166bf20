import Foundation
import StubExchange
import Testing

extension EndToEnd {
    @Suite struct QuoteTests {
        @Test(arguments: Fixture.allPairs)
        func source_givesItsQuote(_ pair: Fixture.Pair) throws {
            let run = try Sandbox().run("-s", pair.source, "--currency", pair.currency, "--format", "text")
            #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
            let line = #/(?:[$€£¥]|[A-Z]{3} )68,901(?:\.23)? \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ (\w+ [A-Z\/_-]+)\n/#
            #expect(try line.wholeMatch(in: run.text)?.1 == "\(pair.source) \(pair.name)", "\(run)")
        }

        @Test(arguments: [
            ("68901.22999999998976", "$68,901.23"), ("0.00000001", "$0.00000001"),
            ("999999999999.99999999", "$1,000,000,000,000.00"),
        ])
        func digits_surviveFetchCacheAndEveryFormat(_ digits: String, _ text: String) throws {
            let box = try Sandbox()
            for source in Fixture.quoting("USD").map(\.name) {
                box.environment["BTCQ_\(source.uppercased())_URL"] = box.exchange.on("exact") {
                    StubExchange.response(to: $0, price: digits)
                }
                for offline in [[], ["--offline"]] {
                    let run = { (arguments: [String]) in
                        try box.run((["-s", source] + offline + arguments).map { Array($0.utf8) })
                    }
                    try run(["-n"]).expect { $0.text == "\(digits)\n" }
                    try run(["-j"]).expect { $0.text.hasPrefix(#"{"price":\#(digits),"currency":"USD","pair":""#) }
                    try run(["-c", "--header=never"]).expect { $0.text.contains(",\(digits),USD,") }
                    try run(["--template", "{number}|{price}"]).expect { $0.text == "\(digits)|\(text)\n" }
                    try run(["-f", "prometheus"]).expect {
                        $0.text.contains("btcq_price{") && $0.text.contains("} \(digits)\n")
                    }
                    try run(["-f", "waybar"]).expect { $0.text.hasPrefix(#"{"text":"\#(text)","#) }
                    try run(["-f", "xbar"]).expect { $0.text.hasPrefix("\(text)\n") == offline.isEmpty }
                    try run([]).expect { $0.text.hasPrefix("\(text) 2") }
                }
                #expect(box.cached?.price == digits)
            }
        }

        @Test func loopbackByItsOtherNames_isAsked() throws {
            let box = try Sandbox()
            let version6 = try? StubExchange(on: .version6)
            let urls = ["http://localhost:\(box.exchange.port)/ok", version6?.url("ok")].compactMap(\.self)
            for url in urls {
                box.environment["BTCQ_BINANCE_URL"] = url
                let run = try box.run("-s", "binance")
                #expect(run.status == 0, "\(url) \(run)")
            }
        }

        @Test func cache_containsTheFetchedQuote() throws {
            let box = try Sandbox()
            try box.run()
            let timestamp = try #require(box.cached).timestamp
            let quote = Sandbox.CachedQuote(
                price: "68901.23", currency: "USD", pair: "BTCUSDT", timestamp: timestamp, source: "binance")
            #expect(box.contents(box.cacheFile) == "\(quote.text())\n")
            #expect(timestamp.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/#) != nil, "\(timestamp)")
            let mode = { try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int }
            #expect(try mode(box.cacheFile) == 0o600)
            #expect(try mode(box.cacheDirectory) == 0o700)
        }

        @Test func offline_printsTheCachedQuoteWithStatus3AndAsksNoSource() throws {
            let box = try Sandbox()
            try box.cache(age: 300)
            let run = try box.run("--offline")
            #expect(run.status == 3 && run.errors.isEmpty && run.text.hasPrefix("$60,000.50 "), "\(run)")
            #expect(run.text.hasSuffix(" kraken XBTUSD (cached, 5m old)\n"), "\(run)")
            #expect(box.exchange.connections == 0)
        }

        @Test func offlineWithoutACache_hasStatus1() throws {
            let run = try Sandbox().run("-o")
            #expect(run.status == 1 && run.text.isEmpty, "\(run)")
            #expect(run.errors == "btcq: no quote: no usable quote is cached\n")
        }

        @Test(arguments: [
            (["--max-age", "5m"], 200.0, "binance", true), (["-a5m"], 200, "coinbase", true),
            (["--max-age", "5m"], 200, "kraken", false), (["--max-age", "5m"], 301, "binance", false),
            (["--max-age", "0"], 0, "binance", false), (["--max-age", "5m"], -60, "binance", false),
            (["-a5m", "-s", "kraken"], 200, "kraken", true), (["-a5m", "-s", "kraken"], 200, "binance", false),
        ])
        func maxAge_takesAFreshQuoteOfThisRunsSources(
            _ arguments: [String], _ age: Double, _ source: String, _ isTaken: Bool
        ) throws {
            let box = try Sandbox()
            box.set("KRAKEN", "ok")
            try box.cache(age: age, source: source)
            let run = try box.run((arguments + ["-j"]).map { Array($0.utf8) })
            #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
            #expect(run.text.contains(#""cached":\#(isTaken),"stale":false"#), "\(run)")
            #expect((box.exchange.connections == 0) == isTaken)
        }

        /// How each format says that a quote is stale, is cached but fresh, and is neither: what the line ends with.
        private static let states: [(format: String, stale: String, cached: String, live: String)] = [
            ("text", " binance BTCUSDT (cached, 5m old)", " binance BTCUSDT (cached, 5m old)", " binance BTCUSDT"),
            // It says the price alone.
            ("number", "60000.5", "60000.5", "68901.23"),
            (
                "json", #""cached":true,"stale":true,"age":300}"#, #""cached":true,"stale":false,"age":300}"#,
                #""cached":false,"stale":false,"age":0}"#
            ),
            ("csv", ",binance,true,true,300", ",binance,true,false,300", ",binance,false,false,0"),
            (
                "waybar", #""alt":"stale","class":"stale","tooltip":"binance BTCUSDT, 5m old"}"#,
                #""alt":"fresh","class":"fresh","tooltip":"binance BTCUSDT, 5m old"}"#,
                #""alt":"fresh","class":"fresh","tooltip":"binance BTCUSDT, 0s old"}"#
            ),
            ("xbar", "$60,000.50 ~", "$60,000.50", "$68,901.23"),
            (
                "prometheus", #"btcq_quote_stale{currency="USD",pair="BTCUSDT",source="binance"} 1"#,
                #"btcq_quote_stale{currency="USD",pair="BTCUSDT",source="binance"} 0"#,
                #"btcq_quote_stale{currency="USD",pair="BTCUSDT",source="binance"} 0"#
            ),
            (
                "{stale} {cached}{stale: old}{cached: kept}{fresh: new} {age_seconds}", "true true old kept 300",
                "false true kept new 300", "false false new 0"
            ),
        ]

        @Test(arguments: states.map(\.format))
        func format_distinguishesStaleFromCachedFromLive(_ format: String) throws {
            let state = try #require(Self.states.first { $0.format == format })
            let box = try Sandbox(binance: "status-500", coinbase: "status-500")
            try box.cache(age: 300, source: "binance")
            let arguments = format.hasPrefix("{") ? ["--template", format] : ["--format", format]
            let run = { (more: [String]) in try box.run((["-q"] + arguments + more).map { Array($0.utf8) }) }
            // The title of xbar's is its first line.
            let line = { (run: Sandbox.Outcome) in
                format == "xbar" ? run.text.prefix { $0 != "\n" } : run.text.dropLast()
            }
            try run([]).expect { line($0).hasSuffix(state.stale) }
            try run(["-a", "1h"]).expect { line($0).hasSuffix(state.cached) }
            box.set("binance", "ok")
            try run([]).expect { line($0).hasSuffix(state.live) }
        }

        /// Every format is in the list above.
        @Test func states_areThoseOfEveryFormat() throws {
            let run = try Sandbox().run("--format", "nope")
            let known = Self.states.map(\.format).filter { !$0.hasPrefix("{") }
            #expect(
                run.errors.hasPrefix("btcq: --format: nope is not one of \(known.joined(separator: ", "))\n"), "\(run)")
        }

        @Test func futureQuote_isZeroOldAndReplaced() throws {
            let box = try Sandbox()
            try box.cache(age: -900)
            try box.run("-oj").expect { $0.text.contains(#""age":0}"#) }
            try box.run()
            #expect(box.cached?.price == "68901.23")
        }

        /// This run has its quote and the lock, and is held up there while another one receives a later quote and keeps it.
        @Test(
            .enabled(if: Program.tool("strace") != nil, "needs strace, to hold a run up at its lock"),
            arguments: [(60.0, "68901.23"), (0, "7"), (-3600, "68901.23")])
        func keptQuote_staysOnlyIfItIsLaterAndNotFromTheFuture(_ age: Double, _ price: String) throws {
            let box = try Sandbox()
            try box.makeCacheDirectory()
            let run = try box.start("-m", "9s", stoppingAt: "flock")
            defer { run.goOn() }
            try run.waitUntilStopped()
            try waitForTheNextMillisecond()
            try box.cache(price: "7", age: age)
            try waitForTheNextMillisecond()
            run.goOn()
            #expect(run.program.wait().ending == .status(0))
            #expect(box.cached?.price == price)
        }

        /// Timestamps are in whole milliseconds.
        private func waitForTheNextMillisecond() throws {
            let next = Date() + 0.001
            try waitUntil("the next millisecond") { Date() >= next }
        }

        @Test(.enabled(if: Program.tool("jq") != nil, "needs jq"))
        func json_isReadByJQ() throws {
            let box = try Sandbox()
            let run = try box.shell("btcq --json | jq -e .price")
            #expect(run.status == 0 && run.text == "68901.23\n", "\(run)")
        }

        @Test func number_isGoodForArithmetic() throws {
            let box = try Sandbox()
            box.environment["BTCQ_BINANCE_URL"] = box.exchange.on("whole") {
                StubExchange.response(to: $0, price: "68901")
            }
            try box.shell("echo $(( $(btcq -n) * 2 ))").expect { $0.text == "137802\n" }
        }

        @Test func csv_appendedThreeTimesHasOneHeader() throws {
            let box = try Sandbox()
            let run = try box.shell("for i in 1 2 3; do btcq --csv >> f.csv || exit; done; cat f.csv")
            let lines = run.text.split(separator: "\n")
            #expect(run.status == 0 && lines.count == 4, "\(run)")
            #expect(lines.first == "timestamp,price,currency,pair,source,cached,stale,age")
            #expect(lines.dropFirst().allSatisfy { $0.hasSuffix(",68901.23,USD,BTCUSDT,binance,false,false,0") })
        }

        @Test(arguments: [
            ("btcq -c | cat", false), ("btcq -c --header=always | cat", true),
            ("btcq -c --header always >> f; cat f", true),
            ("btcq -c --header never > f; cat f", false), ("btcq -c > f; cat f", true), ("btcq -j > f; cat f", false),
            ("echo x > f; btcq -c >> f; cat f", false),
        ])
        func header_isWrittenWhenItIsDue(_ line: String, _ isDue: Bool) throws {
            let run = try Sandbox().shell(line)
            #expect(run.text.contains("timestamp,price") == isDue, "\(run)")
        }

        @Test func template_passesTheUsersBytesUnchanged() throws {
            let template = [0xFF, 0x1B, 0x5C, 0x6E] + Array("{number}".utf8) + [0xC3]
            let run = try Sandbox().run([Array("--template".utf8), template])
            #expect(run.output == [0xFF, 0x1B, 0x5C, 0x6E] + Array("68901.23".utf8) + [0xC3, 0x0A], "\(run)")
        }

        @Test func noLocaleOrTimeZone_changesAnything() throws {
            let box = try Sandbox()
            try box.cache(age: 300)
            let plain = try box.run("-o").text
            box.environment.merge(["LC_ALL": "de_DE.UTF-8", "TZ": "Asia/Tokyo", "LANG": "fa_IR"]) { $1 }
            try box.run("-o").expect { $0.text == plain }
        }
    }
}
