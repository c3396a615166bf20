import Foundation
import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// What a run prints and which sources it asks: what each option does.
    @Suite struct ScenarioTests {
        private static let template = "--template={source},{age},{cached},{stale}"
        private static let live = "binance,0s,false,false\n"
        private static let fallback = "bitstamp,0s,false,false\n"
        private static let stale = "kraken,5m,true,true\n"
        private static let header = "timestamp,price,currency,pair,source,cached,stale,age,change_24h_percent\n"
        private static let row = "TIMESTAMP,68901.23,USD,BTCUSDT,binance,false,false,0,2.31\n"
        private static let old: Scenario.Preparation = { try $0.cache(age: 330) }
        private static let oldAndFailing: Scenario.Preparation = {
            try $0.cache(age: 330)
            $0.setAll("status-500")
        }

        private static let sources = [
            Scenario("the primary responds", template, prints: live, asked: "binance USD"),
            Scenario(
                "the primary fails", template, in: { $0.set("binance", "status-500") }, prints: fallback,
                asked: "binance USD", "bitstamp USD"),
            Scenario(
                "the primary is late", "-t", "500ms", "-m", "20s", template, in: { $0.set("binance", "silent") },
                prints: fallback, asked: "binance USD", "bitstamp USD"),
            Scenario("one source", "-s", "bitstamp", template, prints: fallback, asked: "bitstamp USD"),
            Scenario(
                "a primary and a fallback", "--primary", "kraken", "--fallback", "bitstamp", "--currency", "eur", "-n",
                in: { $0.set("kraken", "status-500") }, prints: "68901.23\n", asked: "kraken EUR", "bitstamp EUR"),
            Scenario(
                "both fail without a cache",
                in: {
                    $0.set("binance", "status-500")
                    $0.set("bitstamp", "status-503")
                }, says: "binance: HTTP 500; bitstamp: HTTP 503", asked: "binance USD", "bitstamp USD"),
        ]

        private static let caches = [
            Scenario("both fail", template, in: oldAndFailing, prints: stale, says: "HTTP 500", status: 3),
            Scenario(
                "both fail, and a stale quote is a success", "--stale-ok", template, in: oldAndFailing, prints: stale,
                says: "HTTP 500"),
            Scenario(
                "both fail, and warnings are not wanted", "-q", template, in: oldAndFailing, prints: stale, status: 3),
            Scenario("the cached quote is too old", "-q", "--max-stale", "5m", in: oldAndFailing),
            Scenario(
                "a fresh quote is cached", "-a", "10m", template, in: { try $0.cache(age: 90, source: "bitstamp") },
                prints: "bitstamp,1m,true,false\n", asked: nil),
            Scenario("--offline without a cache", "-o", says: "no usable quote is cached", asked: nil),
            Scenario("the same, and warnings are not wanted", "-oq", asked: nil),
            Scenario(
                "--offline and --background", "-bov", template, in: old, prints: stale, says: "--offline", status: 3,
                asked: nil),
        ]

        private static let formats = [
            Scenario("decimals", "--decimals", "0", prints: "$68,901 TIMESTAMP binance BTCUSDT\n"),
            Scenario("a format by its name", "-f", "number", prints: "68901.23\n"),
            Scenario(
                "JSON", "-j",
                prints: #"{"price":68901.23,"currency":"USD","pair":"BTCUSDT","timestamp":"TIMESTAMP","#
                    + #""source":"binance","cached":false,"stale":false,"age":0,"change_24h_percent":2.31}"# + "\n"),
            Scenario("CSV in an empty file", "-c", prints: header + row),
            Scenario("CSV without a header", "-c", "--header", "never", prints: row),
            Scenario("a header of no CSV", "-n", "--header", "always", prints: "68901.23\n"),
        ]

        private static let scenarios = sources + caches + formats

        @Test(arguments: scenarios)
        func run_printsItsQuoteAndItsMessages(_ scenario: Scenario) throws { try scenario.check() }

        /// Except those that `specialOption_printsItsTextAndUsesNothingElse` tests.
        @Test func options_haveAScenario() throws {
            let arguments = Self.scenarios.flatMap(\.arguments)
            let options = try Sandbox().run("--completions", "fish").text
                .matches(of: /\ncomplete -c btcq(?: -s (.))? -l (\S+)/).map { (short: $0.1 ?? "", long: "--\($0.2)") }
            try #require(!options.isEmpty)
            for option in options where !["--help", "--version", "--completions"].contains(option.long) {
                let hasOne = arguments.contains { argument in
                    argument.split(separator: "=")[0] == option.long
                        || argument.contains(/^-[^-]/) && !option.short.isEmpty && argument.contains(option.short)
                }
                #expect(hasOne, "add a scenario with \(option.long) to ScenarioTests")
            }
        }

        /// Options by themselves, options together, sources together, then base URLs and keys. The base URL is checked
        /// even if the network is not used, but only that of the run's sources.
        @Test(arguments: [
            (["--decimals", "2", "-j", "-x"], " -x\n"),
            (["--decimals", "2", "-j"], "--decimals has no effect on json"),
            (["--fallback", "binance"], "is both primary and fallback"), ([], "BTCQ_BINANCE_URL: "),
            (["-qo"], "BTCQ_BINANCE_URL: "),
        ])
        func usageError_isTheFirstInTheOrderOfTheContract(_ arguments: [String], _ wrong: String) throws {
            let box = try Sandbox()
            box.environment["BTCQ_BINANCE_URL"] = "nonsense"
            try box.run(["-s", "binance"] + arguments).expect(2, errors: .contains(wrong))
            try box.run("-s", "bitstamp").expect(0)
        }

        @Test(arguments: [
            ("text", 3), ("number", 3), ("json", 3), ("csv", 3), ("short", 0), ("waybar", 0), ("xbar", 0),
            ("prometheus", 0),
        ])
        func status_ofAStaleQuote_dependsOnTheFormatAndStaleOK(_ format: String, _ status: Int32) throws {
            let box = try Sandbox()
            try box.cache()
            try box.run("-o", "-f", format).expect(status)
            try box.run("-o", "-f", format, "--stale-ok").expect(0)
            try box.run("-o", "-f", format, "--template", "{price}").expect(3)
        }

        @Test(arguments: [
            (["-V", "-q"], #"btcq \d+\.\d+\.\d+\n"#), (["-h"], #"Usage: btcq \[options\]\n[^\e]*"#),
            (["--completions", "fish"], #"complete -c btcq -f\n[^\e]*"#),
        ])
        func specialOption_printsItsTextAndUsesNothingElse(_ arguments: [String], _ text: String) throws {
            let box = try Sandbox()
            try box.configure("--primary mtgox")
            try box.run(arguments).expect(0, .matches(text), errors: "")
            #expect(box.isUnused)
        }

        @Test(arguments: [
            ("/certificates/bundle.pem", "/certificates/bundle.pem"),
            ("/\u{1b}[2J\n/\u{202e}", "/\\u{1b}[2J\\u{a}/\\u{202e}"),
        ])
        func version_whenVerbose_alsoNamesWhatABugReportNeeds(_ path: String, _ shown: String) throws {
            let box = try Sandbox()
            box.environment["SSL_CERT_FILE"] = path
            // It waits for the loader, however short the limit is.
            let run = try box.run("-vV", "-m1ms").expect(0, errors: "")
            let format =
                #/btcq [0-9.]+\nlibcurl [0-9.]+[-A-Z]* \(.+\)\ncertificates (.+)\ncache (.+)\nconfiguration (.+)\n/#
            let parts = try #require(run.text.wholeMatch(of: format), "\(run)")
            #expect(parts.1 == shown && parts.2 == box.cacheDirectory && box.isUnused, "\(run)")
            #expect(parts.3 == "\(box.configurationPath) (none)")
            try box.configure("--nonsense")
            try box.run("-Vv").expect(0, .suffix("\nconfiguration \(box.configurationPath)\n"))
            box.environment["HOME"] = nil
            try box.run("-Vv").expect(
                0, .matches("(?s).*\ncache disabled: HOME is not set.*\nconfiguration \\(none\\)\n"))
        }
    }
}
