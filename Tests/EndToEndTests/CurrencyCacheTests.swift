import Foundation
import StubExchange
import Testing

extension EndToEnd {
    /// Several currencies side by side: each has a cache of its own, and all share the back-off of the sources.
    @Suite struct CurrencyCacheTests {
        private static let prices = ["USD": "1", "EUR": "2", "GBP": "3", "JPY": "4", "CAD": "5"]

        @Test func offline_printsTheQuoteOfItsOwnCurrency() throws {
            let box = try Sandbox()
            for (currency, price) in Self.prices { try box.cache(price: price, currency: currency) }
            for (currency, price) in Self.prices {
                let run = try box.run("-o", "--currency", currency, "--template", "{number} {currency} {pair}")
                #expect(run.status == 3 && run.text == "\(price) \(currency) XBT\(currency)\n", "\(run)")
            }
        }

        @Test func quoteInAnotherCurrency_isNeitherFreshNorStale() throws {
            let box = try Sandbox()
            defer { box.endRefreshes() }
            box.setAll("status-500")
            try box.cache(age: 1, source: "coinbase", currency: "EUR")
            for option in ["--offline", "--max-age=1h", "--max-stale=1h", "--background"] {
                let run = try box.run(option, "--currency=GBP")
                #expect(run.status == 1 && run.output.isEmpty, "\(run)")
            }
            try box.waitForRefreshes()
        }

        @Test(arguments: ["USD", "eur", "XYZ", ""])
        func cache_whenItNamesAnotherCurrency_isIgnoredAndReplaced(_ named: String) throws {
            let box = try Sandbox()
            try box.cache(age: 1, source: "binance", currency: "EUR")
            var quote = try #require(box.cached("EUR"))
            quote.currency = named
            try box.cache(raw: quote.text(), currency: "EUR")
            let run = try box.run("-ov", "--max-age=1h", "--currency=EUR")
            #expect(run.status == 1 && run.output.isEmpty, "\(run)")
            #expect(
                run.errors.contains("ignoring the cache: \(box.cacheFile("EUR")): it is in another currency\n"),
                "\(run)")
            try box.run("--currency=EUR").expect { $0.status == 0 }
            #expect(box.cached("EUR")?.price == "68901.23")
            try box.run("-o", "--currency=EUR").expect { $0.status == 3 }
        }

        @Test func fortyRunsOfMixedCurrencies_mixNothingUp() throws {
            let box = try Sandbox()
            box.environment["BTCQ_KRAKEN_URL"] = box.exchange.on("priced") { request in
                let currency = Self.prices.keys.first { request.target.hasSuffix("XBT\($0)") }
                return StubExchange.response(to: request, price: Self.prices[currency ?? ""] ?? "0")
            }
            let runs = try (0..<8).flatMap { _ in
                try Self.prices.keys.sorted().map { currency in
                    let path = "\(box.work)/\(UUID().uuidString)"
                    let output = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
                    defer { close(output) }
                    let program = try box.start(
                        "-s", "kraken", "--currency", currency, "--max-time", "20s", "--template",
                        "{number} {currency} {pair}", output: output)
                    return (program: program, currency: currency, path: path)
                }
            }
            for run in runs {
                #expect(run.program.wait().ending == .status(0))
                let line = "\(Self.prices[run.currency] ?? "") \(run.currency) XBT\(run.currency)\n"
                #expect(box.contents(run.path) == line)
            }
            #expect(box.exchange.requests.count == 40)
            for (currency, price) in Self.prices {
                #expect(box.cached(currency)?.price == price)
                #expect(box.cached(currency)?.currency == currency)
                #expect(box.cached(currency)?.pair == "XBT\(currency)")
            }
            let files = try FileManager.default.contentsOfDirectory(atPath: box.cacheDirectory)
            #expect(Set(files) == Set(Self.prices.keys.flatMap { ["BTC-\($0).json", "BTC-\($0).lock"] }))
        }

        @Test func lockOfOneCurrency_keepsNoOtherOneWaiting() throws {
            let box = try Sandbox()
            try box.makeCacheDirectory()
            let lock = open("\(box.cacheDirectory)/BTC-USD.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            defer { close(lock) }
            #expect(flock(lock, LOCK_EX) == 0)
            // A writer gives a lock up after a quarter of a second.
            let bound = Duration.milliseconds(200) + Program.allowance
            let run = try box.run("--currency=EUR")
            #expect(run.status == 0 && run.ownTime < bound, "\(run)")
            #expect(box.cached("EUR")?.price == "68901.23")
        }

        @Test func rateLimit_inOneCurrency_appliesToTheOthers() throws {
            let box = try Sandbox()
            box.set("kraken", "status-429")
            let options = ["--primary", "kraken", "--fallback", "bitstamp"].map { Array($0.utf8) }
            try box.run(options + [Array("--currency=EUR".utf8)]).expect { $0.status == 0 }
            try box.run(options).expect { $0.status == 0 }
            #expect(box.asked == ["kraken EUR", "bitstamp EUR", "bitstamp USD"])
        }

    }
}
