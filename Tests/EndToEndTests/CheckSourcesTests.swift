import Foundation
import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// `scripts/check-sources`, with simulated exchanges in place of the real ones.
    @Suite(.needs("curl")) struct CheckSourcesTests {
        @Test func exchanges_whenNoneHasChanged_areAllChecked() throws {
            let box = try Sandbox()
            box.environment["CRYPTOCOMPARE_API_KEY"] = "s3cret"
            let run = try check(in: box, [])
            // CoinGecko is asked for two of its pairs.
            let pairs = Fixture.all.map { $0.name == "coingecko" ? 2 : $0.pairs.count }.reduce(0, +)
            run.expect(0, .suffix("\n\(pairs) prices, 0 not checked, 0 failed\n"), errors: "")
            #expect(box.exchange.requests.count == pairs && box.cacheFiles.isEmpty)
        }

        @Test func exchanges_whenSomeHaveChanged_areNamedWithTheirResponse() throws {
            let box = try Sandbox(binance: "status-429", bitstamp: "price-72000")
            box.respond("coinbase", with: .respond(body: #"{"last":"68901.23"}"# + "\u{1b}"))
            let run = try check(in: box, ["binance", "bitstamp", "bitflyer", "coinbase", "kraken", "cryptocompare"])
            run.expect(1, .contains(#"status 200: {"last":"68901.23"}^["#))
            #expect(run.text.contains("USD: bitstamp has 72000, the median is ") && !run.text.contains("bitflyer has"))
            #expect(run.text.contains("binance        USD      not checked: rate limited"))
            #expect(run.text.contains("cryptocompare  not checked: CRYPTOCOMPARE_API_KEY is not set"))
        }

        private func check(in box: Sandbox, _ sources: [String]) throws -> RunResult {
            box.environment["BTCQ_BINARY"] = Program.btcq
            let script = URL(filePath: "../../scripts/check-sources", relativeTo: URL(filePath: #filePath)).path
            return try box.start([script] + sources, path: "/bin/sh").result()
        }
    }
}
