import Foundation
import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// From the response to the cache and to the output. The formats are tested in BTCPricePresentationTests.
    @Suite struct QuoteTests {
        @Test(arguments: ["68901.22999999998976", "0.00000001"])
        func digits_surviveFetchAndCache(_ digits: String) throws {
            let box = try Sandbox()
            box.exchange.on("exact") { StubExchange.response(to: $0, price: digits) }
            box.setAll("exact")
            for source in Fixture.quoting("USD").map(\.name) {
                let options = ["-s", source, "--template", "{number} {source}"]
                try box.run(options).expect(0, .exactly("\(digits) \(source)\n"))
                try box.run(options + ["--offline", "--max-age=1m"]).expect(0, .exactly("\(digits) \(source)\n"))
            }
            try box.run("-oj").expect(3, .prefix(#"{"price":\#(digits),"currency":"USD","pair":""#))
        }

        /// The price is lower than 24 hours before in the cache, and higher in the response.
        @Test func staleFreshAndLiveQuotes_areDistinguished() throws {
            let box = try Sandbox(binance: "status-500", bitstamp: "status-500")
            try box.cache(age: 300, source: "binance", before: "67345.10")
            let cached = #".*"cached":true,"stale":STALE,"age":3\d\d,"change_24h_percent":-10.91}\n"#
            let (stale, fresh) = (cached.replacing("STALE", with: "true"), cached.replacing("STALE", with: "false"))
            try box.run("-qj").expect(3, .matches(stale))
            try box.run("-qj", "--stale-ok").expect(0, .matches(stale))
            try box.run("-q", "-f", "waybar").expect(0, .contains(#""class":["stale","down"],"#))
            try box.run("-qja1h").expect(0, .matches(fresh))
            box.set("binance", "ok")
            let live = #""cached":false,"stale":false,"age":0,"change_24h_percent":2.31}"# + "\n"
            try box.run("-qj").expect(0, .suffix(live))
        }

        @Test func localeAndTimeZone_changeNothing() throws {
            let box = try Sandbox()
            try box.cache(age: 300)
            let plain = try box.run("-o").text
            box.environment.merge(["LC_ALL": "de_DE.UTF-8", "TZ": "Asia/Tokyo", "LANG": "fa_IR"]) { $1 }
            try box.run("-o").expect(3, .exactly(plain))
        }

        /// The collector skips a file with a timestamp, and each family needs its type and its help.
        @Test(
            .enabled(if: prometheus != nil, "needs python3-prometheus-client"),
            arguments: [true, false])
        func prometheus_isReadByItsOwnClient(_ isStale: Bool) throws {
            let (box, start) = (try Sandbox(), Date(timeIntervalSinceNow: -301))
            try box.cache(age: 300, currency: "EUR")
            let freshness = isStale ? "" : "-s kraken --max-age=10m"
            try box.write(
                """
                import json, sys
                from prometheus_client.parser import text_string_to_metric_families as families
                for family in families(sys.stdin.read()):
                    for sample in family.samples:
                        print(json.dumps([family.name, family.type, family.documentation != "", sample.name,
                            sample.labels, float(sample.value), sample.timestamp], sort_keys=True))
                """, to: "read.py")
            let command = "btcq -o -f prometheus --currency EUR \(freshness) | '\(Self.prometheus ?? "")' read.py"
            let run = try box.shell(command).expect(0, errors: "")
            let time = try #require(run.text.firstMatch(of: #/seconds".*}, (\d+\.0), null/#)?.1)
            let labels = #"{"currency": "EUR", "pair": "XBTEUR", "source": "kraken"}"#
            let values = [
                ("price", "60000.5"), ("quote_timestamp_seconds", time), ("quote_stale", isStale ? "1.0" : "0.0"),
            ]
            let lines = values.map { name, value in
                #"["btcq_\#(name)", "gauge", true, "btcq_\#(name)", \#(labels), \#(value), null]"#
            }
            #expect(run.text.split(separator: "\n").map(String.init) == lines)
            let age = try #require(Double(time)) - start.timeIntervalSince1970.rounded(.down)
            #expect((0...50).contains(age))
        }

        /// A Python that has the library: Debian's package is for the system's own.
        private static let prometheus: String? = ["/usr/bin/python3", Program.tool("python3")].compactMap(\.self)
            .first { python in
                let program = try? Program(
                    python, ["-c", "import prometheus_client.parser"].map { Array($0.utf8) }, environment: [:],
                    directory: "/")
                return program?.end().ending == .status(0)
            }
    }
}
