import Foundation
import StubExchange
import TestSupport
import Testing

import struct TestSupport.SeededGenerator

extension EndToEnd {
    /// Any number of runs at once, also in several currencies: each has a cache of its own.
    @Suite struct CrowdTests {
        @Test func hundredRunsAtOnce_leaveOneCompleteQuoteAndNoTemporaryFile() throws {
            let box = try Sandbox()
            respondWithManyPrices(box, Locked(SeededGenerator()))
            let runs = try (0..<100).map { _ in try box.start("--max-time", "20s", "--timeout", "15s") }
            for run in runs { run.result().expect(0) }
            #expect(box.cached?.source == "binance" && box.cacheFiles == ["BTC-USD.json", "BTC-USD.lock"])
        }

        @Test func fiftyRunsAppendingToOneCSV_writeOneHeaderAndCompleteRows() throws {
            let box = try Sandbox()
            for number in 0..<5 {
                let path = "\(box.work)/\(number).csv"
                let files = (0..<50).map { _ in open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600) }
                let runs = try files.map { try box.start("--csv", "--max-time", "20s", output: $0) }
                for run in runs { run.result().expect(0) }
                files.forEach { close($0) }
                let lines = box.contents(path).split(separator: "\n", omittingEmptySubsequences: false)
                #expect(lines.count == 52 && lines.last == "")
                #expect(lines.first == "timestamp,price,currency,pair,source,cached,stale,age")
                let row = #/[\dTZ:-]{20},68901\.23,USD,(BTCUSDT,binance|BTC-USD,coinbase),false,false,0/#
                let others = lines.dropFirst().dropLast().filter { $0.wholeMatch(of: row) == nil }
                #expect(others.isEmpty)
            }
        }

        @Test func twoHundredRunsKilledAtRandomTimes_leaveACompleteCache() throws {
            let box = try Sandbox()
            let random = Locked(SeededGenerator())
            respondWithManyPrices(box, random)
            try box.run()
            for _ in 0..<50 {
                let runs = try (0..<4).map { _ in try box.start() }
                for run in runs {
                    usleep(random.withLock { UInt32.random(in: 0...12_000, using: &$0) })
                    kill(run.pid, SIGKILL)
                }
                for run in runs { _ = run.result() }
                #expect(box.cached?.source == "binance", "\(random.withLock(\.self))")
            }
            // A temporary file that a killed run has left is removed when it is a minute old.
            for name in box.cacheFiles where name.hasPrefix("BTC-USD.json.new.") { try box.setAge(61, of: name) }
            try box.run()
            #expect(box.cacheFiles == ["BTC-USD.json", "BTC-USD.lock"])
        }

        /// A smaller version of what `scripts/soak --crowd` does.
        @Test(.needsProcesses, arguments: [("ok", ["binance"]), ("status-500", ["binance", "coinbase"])])
        func fiveHundredPromptsFromTwentyShells_startOneRefreshInTenSeconds(
            _ route: String, _ sources: [String]
        ) throws {
            let box = try Sandbox(binance: route, coinbase: route)
            let ends = Locked<[Program.End]>([])
            let start = ContinuousClock.now
            let (environment, directory) = (box.environment, box.work)
            let shells = (0..<20).map { shell in
                Thread {
                    for number in 0..<25 {
                        // The shells are out of step.
                        let time = start + .milliseconds(120 * number + 6 * shell)
                        usleep(UInt32(max(0, (time - .now) / .microseconds(1))))
                        let prompt = try? Program(
                            Program.btcq, [Array("-b".utf8)], environment: environment, directory: directory)
                        guard let end = prompt?.end() else { continue }
                        ends.withLock { $0.append(end) }
                    }
                }
            }
            shells.forEach { $0.start() }
            try waitUntil("the prompts have ended", atMost: .seconds(60)) { shells.allSatisfy(\.isFinished) }
            let elapsed = ContinuousClock.now - start
            try box.waitForRefreshes(atMost: .seconds(10))
            let prompts = ends.withLock(\.self)
            #expect(prompts.count == 500)
            #expect(prompts.allSatisfy { [.status(0), .status(1), .status(3)].contains($0.ending) })
            let worst = prompts.map(\.ownTime).max() ?? .zero
            // A lock is waited for longer, and so is a source.
            #expect(worst < .milliseconds(100) + Program.allowance)
            // A failed refresh takes almost no time.
            let maxRequests = 1 + Int(elapsed / .seconds(10))
            let requests = Dictionary(grouping: box.askedSources) { $0 }.mapValues(\.count)
            #expect(requests.keys.sorted() == sources && requests.values.allSatisfy { $0 <= maxRequests })
        }

        /// A pair of each currency, and a price of its own.
        private static let quotes = Fixture.currencies.enumerated().compactMap { index, currency in
            Fixture.allPairs.last { $0.currency == currency }.map { (pair: $0, price: "\(index + 1)") }
        }

        @Test func manyRunsOfMixedCurrencies_mixNothingUp() throws {
            let box = try Sandbox()
            box.exchange.on("priced") { request in
                let price = Self.quotes.first { $0.pair.description == request.pair?.description }?.price
                return StubExchange.response(to: request, price: price ?? "0")
            }
            box.setAll("priced")
            let template = ["--template", "{number} {currency} {pair}"]
            let runs = try (0..<6).flatMap { _ in
                try Self.quotes.map { pair, price in
                    let options = ["-s", pair.source, "--currency", pair.currency, "--max-time", "20s"]
                    return (try box.start(options + template), "\(price) \(pair.currency) \(pair.name)\n")
                }
            }
            for (run, line) in runs { run.result().expect(0, .exactly(line)) }
            #expect(box.exchange.requests.count == runs.count)
            for (pair, price) in Self.quotes {
                let line = "\(price) \(pair.currency) \(pair.name)\n"
                try box.run(["-o", "--currency", pair.currency] + template).expect(3, .exactly(line))
            }
            let files = Fixture.currencies.flatMap { ["BTC-\($0).json", "BTC-\($0).lock"] }
            #expect(box.cacheFiles == files.sorted())
        }

        @Test func quoteInAnotherCurrency_isNeitherFreshNorStale() throws {
            let box = try Sandbox()
            box.setAll("status-500")
            try box.cache(age: 1, source: "coinbase", currency: "EUR")
            for option in ["--offline", "--max-age=1h", "--max-stale=1h", "--background"] {
                try box.run(option, "--currency=GBP").expect(1)
            }
        }

        @Test func lockOfOneCurrency_delaysNoOther() throws {
            let box = try Sandbox()
            let lock = try box.acquireLock("BTC-USD.lock")
            defer { close(lock) }
            // A writer waits a quarter of a second.
            try box.run("--currency=EUR").expect(0, maximum: .milliseconds(200))
            #expect(box.cached("EUR")?.price == "68901.23")
        }

        private func respondWithManyPrices(_ box: Sandbox, _ random: Locked<SeededGenerator>) {
            box.exchange.on("random") { request in
                let price = random.withLock { random in
                    "\(Int.random(in: 1...999_999_999, using: &random)).\(Int.random(in: 1...9, using: &random))"
                }
                return StubExchange.response(to: request, price: price)
            }
            box.set("binance", "random")
        }
    }
}
