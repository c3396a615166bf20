import Foundation
import StubExchange
import Testing

extension EndToEnd {
    /// Several currencies side by side: each has a cache of its own, and all share the back-off of the sources.
    @Suite struct CurrencyCacheTests {
        /// A pair of each currency, and a price of its own.
        private static let quotes = SourceList.currencies.enumerated().compactMap { index, currency in
            Fixture.allPairs.last { $0.currency == currency }.map { (pair: $0, price: "\(index + 1)") }
        }

        @Test func offline_printsTheQuoteOfItsOwnCurrency() throws {
            let box = try Sandbox()
            for (pair, price) in Self.quotes {
                try box.cache(price: price, source: pair.source, currency: pair.currency)
            }
            for (pair, price) in Self.quotes {
                let run = try box.run("-o", "--currency", pair.currency, "--template", "{number} {currency} {pair}")
                #expect(run.status == 3 && run.text == "\(price) \(pair.currency) \(pair.name)\n", "\(run)")
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

        @Test func manyRunsOfMixedCurrencies_mixNothingUp() throws {
            let box = try Sandbox()
            var prices: [(target: String, price: String)] = []
            for (pair, price) in Self.quotes {
                let target = try Fixture.named(pair.source).target(for: pair.currency)
                prices.append((target, price))
            }
            box.exchange.on("priced") { [prices] request in
                let price = prices.first { request.target.hasSuffix($0.target) }?.price
                return StubExchange.response(to: request, price: price ?? "0")
            }
            box.setAll("priced")
            let runs = try (0..<6).flatMap { _ in
                try Self.quotes.map { pair, price in
                    let path = "\(box.work)/\(UUID().uuidString)"
                    let output = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
                    defer { close(output) }
                    let program = try box.start(
                        "-s", pair.source, "--currency", pair.currency, "--max-time", "20s", "--template",
                        "{number} {currency} {pair}", output: output)
                    return (program: program, line: "\(price) \(pair.currency) \(pair.name)\n", path: path)
                }
            }
            for run in runs {
                #expect(run.program.wait().ending == .status(0))
                #expect(box.contents(run.path) == run.line)
            }
            #expect(box.exchange.requests.count == runs.count)
            for (pair, price) in Self.quotes {
                #expect(box.cached(pair.currency)?.price == price)
                #expect(box.cached(pair.currency)?.currency == pair.currency)
                #expect(box.cached(pair.currency)?.pair == pair.name)
            }
            let files = try FileManager.default.contentsOfDirectory(atPath: box.cacheDirectory)
            #expect(Set(files) == Set(SourceList.currencies.flatMap { ["BTC-\($0).json", "BTC-\($0).lock"] }))
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
