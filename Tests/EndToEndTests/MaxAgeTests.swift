import Foundation
import StubExchange
import Testing

extension EndToEnd {
    /// Which cached quotes are fresh, and which are too old to be printed at all.
    @Suite struct MaxAgeTests {
        @Test(arguments: [
            ("10m", 300.0, "binance", true), ("10m", 300, "coinbase", true), ("301s", 300, "binance", true),
            ("299s", 300, "binance", false), ("10m", 300, "kraken", false), ("0", 300, "binance", false),
            ("10m", -60, "binance", false),
        ])
        func maxAge_comesBeforeOffline(_ bound: String, _ age: Double, _ source: String, _ isFresh: Bool) throws {
            let box = try Sandbox()
            try box.cache(age: age, source: source)
            for option in ["--offline", "-bo"] {
                let run = try box.run(option, "--max-age", bound, "--json")
                #expect(run.status == (isFresh ? 0 : 3) && run.errors.isEmpty, "\(run)")
                #expect(run.text.contains(#""cached":true,"stale":\#(!isFresh),"#), "\(run)")
            }
            #expect(box.exchange.connections == 0)
        }

        /// A pipeline sees only stdout: unless the user says so, no quote of the day before yesterday is printed.
        @Test(arguments: [["--offline"], [], ["--background"], ["--max-age=1m"]])
        func maxStale_isADay(_ options: [String]) throws {
            let box = try Sandbox()
            defer { box.endRefreshes() }
            box.setAll("status-500")
            let arguments = options.map { Array($0.utf8) }
            try box.cache(age: 86_400 - 60)
            let young = try box.run(arguments)
            #expect(young.status == 3 && young.text.hasSuffix(" kraken XBTUSD (cached, 23h old)\n"), "\(young)")
            try box.waitForRefreshes()
            try box.cache(age: 86_400 + 60)
            let old = try box.run(arguments)
            #expect(old.status == 1 && old.output.isEmpty, "\(old)")
            #expect(old.errors.contains("the quote cached 1d ago is older than --max-stale"), "\(old)")
            try box.waitForRefreshes()
            let unbounded = try box.run(arguments + [Array("--max-stale=2d".utf8)])
            #expect(
                unbounded.status == 3 && unbounded.text.hasSuffix(" kraken XBTUSD (cached, 1d old)\n"), "\(unbounded)")
            try box.waitForRefreshes()
        }

        /// The bound is on stale quotes, and what `--max-age` allows is none.
        @Test(arguments: [["--max-age=3d"], ["-o", "--max-age=3d"], ["--max-age=3d", "--max-stale=0"]])
        func maxStale_boundsNoFreshQuote(_ options: [String]) throws {
            let box = try Sandbox()
            try box.cache(age: 2 * 86_400, source: "binance")
            let run = try box.run(options.map { Array($0.utf8) })
            #expect(run.status == 0 && run.text.hasSuffix(" binance BTCUSDT (cached, 2d old)\n"), "\(run)")
            #expect(box.exchange.connections == 0)
        }
    }
}
