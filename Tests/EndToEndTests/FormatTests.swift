import Foundation
import StubExchange
import Testing

extension EndToEnd {
    /// What bars and monitors get: a fresh quote and a stale one, in every currency.
    @Suite struct FormatTests {
        /// One in each currency.
        private static let pairs = SourceList.currencies.compactMap { currency in
            Fixture.allPairs.last { $0.currency == currency }
        }

        @Test(arguments: pairs, [true, false])
        func waybar_isOneObjectOnOneLine(_ pair: Fixture.Pair, _ isStale: Bool) throws {
            let price = Self.price(pair.currency)
            let run = try run("waybar", pair, isStale: isStale)
            #expect(run.status == 0 && run.errors.isEmpty && run.text.count { $0 == "\n" } == 1, "\(run)")
            let object = try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: String]
            let state = isStale ? "stale" : "fresh"
            let tooltip = "\(pair.source) \(pair.name), 5m old"
            #expect(object == ["text": price, "alt": state, "class": state, "tooltip": tooltip], "\(run)")
            // waybar takes both texts for Pango markup.
            #expect(!run.text.contains { "<>&".contains($0) }, "\(run)")
        }

        @Test(arguments: pairs, [true, false])
        func xbar_isATitleAndAMenu(_ pair: Fixture.Pair, _ isStale: Bool) throws {
            let price = Self.price(pair.currency)
            let run = try run("xbar", pair, isStale: isStale)
            #expect(run.status == 0 && run.errors.isEmpty && run.text.hasSuffix("\n"), "\(run)")
            let lines = run.text.split(separator: "\n", omittingEmptySubsequences: false)
            try #require(lines.count == 6, "\(run)")
            let title = isStale ? "\(price) ~" : price
            #expect(lines[...2] == [title[...], "---", "\(pair.source) \(pair.name)"], "\(run)")
            #expect(lines[3].contains(#/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ, 5m old$/#), "\(run)")
            #expect(lines[4].hasSuffix("| refresh=true"), "\(run)")
            // A bar ends the text of a line.
            #expect(lines[..<4].allSatisfy { !$0.contains("|") }, "\(run)")
        }

        @Test(
            .enabled(if: prometheus != nil, "Prometheus's client library for Python is missing"),
            arguments: pairs, [true, false])
        func prometheus_isReadByItsOwnClient(_ pair: Fixture.Pair, _ isStale: Bool) throws {
            let before = Date(timeIntervalSinceNow: -301)
            let box = try Sandbox()
            let run = try run("prometheus", pair, isStale: isStale, in: box)
            #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
            // The collector skips a file with a timestamp, and each family needs its type and its help.
            let script = """
                import json, sys
                from prometheus_client.parser import text_string_to_metric_families as families
                for family in families(sys.stdin.read()):
                    for sample in family.samples:
                        print(json.dumps([family.name, family.type, family.documentation, sample.name, \
                sample.labels, sample.value, sample.timestamp]))
                """
            try Data(run.output).write(to: URL(filePath: "\(box.work)/metrics"))
            try Data(script.utf8).write(to: URL(filePath: "\(box.work)/read.py"))
            let read = try box.shell("'\(Self.prometheus ?? "")' read.py < metrics")
            #expect(read.status == 0, "\(read)")
            let samples = try read.text.split(separator: "\n").map {
                try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [Any])
            }
            let names = samples.map { $0[0] as? String }
            try #require(names == ["btcq_price", "btcq_quote_timestamp_seconds", "btcq_quote_stale"], "\(run)")
            for sample in samples {
                #expect(sample[1] as? String == "gauge" && (sample[2] as? String)?.isEmpty == false, "\(run)")
                #expect(sample[3] as? String == sample[0] as? String && sample[6] is NSNull, "\(run)")
                let labels = ["currency": pair.currency, "pair": pair.name, "source": pair.source]
                #expect(sample[4] as? [String: String] == labels, "\(run)")
            }
            let values = samples.map { $0[5] as? Double ?? -1 }
            #expect(values[0] == 60_000.5 && values[2] == (isStale ? 1 : 0), "\(run)")
            #expect((0...5).contains(values[1] - before.timeIntervalSince1970.rounded(.down)), "\(run)")
        }

        @Test(arguments: ["text", "number", "json", "csv", "waybar", "xbar", "prometheus"])
        func staleOK_isStatus0(_ format: String) throws {
            let box = try Sandbox()
            box.setAll("status-500")
            try box.cache(age: 300)
            let impliesIt = ["waybar", "xbar", "prometheus"].contains(format)
            for mode in ["--offline", "--timeout=800ms", "--max-age=1m", "--background"] {
                try box.run("-q", "-f", format, mode).expect { $0.status == (impliesIt ? 0 : 3) }
                try box.run("-q", "-f", format, mode, "--stale-ok").expect { $0.status == 0 }
            }
            try box.run("-oq", "--stale-ok", "--template", "{price}").expect { $0.status == 0 }
            // Nothing to print is no success for anybody.
            let none = try box.run("-o", "-f", format, "--stale-ok", "--max-stale=0")
            #expect(none.status == 1 && none.output.isEmpty, "\(none)")
            try box.waitForRefreshes()
        }

        @Test(.enabled(if: Program.tool("strace") != nil, "strace is missing"), arguments: ["xbar", "prometheus"])
        func severalLines_areOneWrite(_ format: String) throws {
            let box = try Sandbox()
            try box.cache()
            try box.shell("strace -o trace btcq -o -f \(format)")
            let writes = box.contents("\(box.work)/trace").split(separator: "\n").filter { $0.hasPrefix("write(1,") }
            #expect(writes.count == 1, "\(writes)")
        }

        /// A Python that has the library: Debian's package is for the system's own.
        private static let prometheus: String? = ["/usr/bin/python3", Program.tool("python3")].compactMap(\.self).first
        {
            python in
            let null = open("/dev/null", O_RDWR | O_CLOEXEC)
            defer { close(null) }
            let program = try? Program(
                python, ["-c", "import prometheus_client.parser"].map { Array($0.utf8) }, environment: [:],
                directory: "/",
                descriptors: [null, null, null])
            return program?.wait().ending == .status(0)
        }

        /// 60000.5 as text.
        private static func price(_ currency: String) -> String {
            SourceList.symbol(currency) + (currency == "JPY" ? "60,000" : "60,000.50")
        }

        private func run(
            _ format: String, _ pair: Fixture.Pair, isStale: Bool, in box: Sandbox? = nil
        ) throws -> Sandbox.Outcome {
            let box = try box ?? Sandbox()
            try box.cache(age: 300, source: pair.source, currency: pair.currency)
            let options =
                ["-o", "-f", format, "--currency", pair.currency]
                + (isStale ? [] : ["-s", pair.source, "--max-age=10m"])
            return try box.run(options.map { Array($0.utf8) })
        }
    }
}
