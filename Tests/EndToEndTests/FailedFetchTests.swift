import Foundation
import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// A dead network delays runs that may skip the fetch once in ten seconds, and a source that is blocked in this
    /// country is asked second for an hour.
    @Suite struct FailedFetchTests {
        private static let options = ["-a", "1m", "-m", "400ms"]

        @Test(arguments: [true, false])
        func run_afterAFailedFetch_skipsBothSources(_ hasCache: Bool) throws {
            let box = try Sandbox(binance: "silent", coinbase: "silent")
            if hasCache { try box.cache(age: 300) }
            try box.run(Self.options).expect(hasCache ? 3 : 1, minimum: .milliseconds(400))
            let skipped = #/(\w+): skipped for another [\d.]+s \(failed just now\)/#
            for _ in 0..<2 {
                let run = try box.run(Self.options)
                run.expect(hasCache ? 3 : 1, hasCache ? .cached("kraken", "5m") : "", maximum: .milliseconds(200))
                #expect(run.errors.matches(of: skipped).map(\.1) == ["binance", "coinbase"], "\(run)")
            }
            #expect(box.askedSources == ["binance", "coinbase"])
            for source in ["binance", "coinbase"] {
                let remaining = try #require(box.remaining(source, .failed))
                #expect(remaining > 0 && remaining <= 10)
            }
        }

        @Test func runsWithoutMaxAge_askTheSourcesAndRecordTheFailure() throws {
            let box = try Sandbox(binance: "status-500", coinbase: "status-500")
            for _ in 0..<2 { try box.run().expect(1) }
            #expect(box.askedSources == ["binance", "coinbase", "binance", "coinbase"])
            try box.run(Self.options).expect(1)
            #expect(box.askedSources.count == 4)
        }

        @Test(.needsProcesses)
        func barWithLessTime_keepsNoPromptFromRefreshing() throws {
            let box = try Sandbox(binance: "slow-1200", coinbase: "slow-1200")
            let bar = ["-a", "1m", "-m", "900ms", "-n"]
            try box.run(bar).expect(1)
            // With no more time it would fail again.
            try box.run(bar).expect(1, errors: .contains("binance: skipped for another "))
            try box.run("-b").expect(1, errors: .suffix("; one is being fetched\n"))
            try box.run(bar).expect(1)
            try box.waitForRefreshes()
            try box.run(bar).expect(0, "68901.23\n")
        }

        @Test func run_whenPrimaryIsBlocked_asksItSecondForAnHour() throws {
            let box = try Sandbox(binance: "status-451")
            for _ in 0..<3 { try box.run().expect(0, .live("coinbase"), errors: "") }
            #expect(box.askedSources == ["binance", "coinbase", "coinbase", "coinbase"])
            let remaining = try #require(box.remaining("binance", .blocked))
            #expect((3590...3600).contains(remaining))
        }

        @Test func blockedPrimary_whenFallbackFails_isAskedAndNoLongerBlocked() throws {
            let box = try Sandbox(coinbase: "status-500")
            try box.setBackoff("binance", .blocked, for: 1800)
            try box.run().expect(0, .live("binance"))
            #expect(box.askedSources == ["coinbase", "binance"] && box.backoff.isEmpty)
        }

        @Test(arguments: [
            ([], " (blocked in this country; try --source kraken)"),
            (["--source=kraken"], " (blocked in this country; try --source binance)"), (["--currency=CAD"], ""),
        ])
        func block_isReportedWithAnotherSourceOfTheCurrencyIfThereIsOne(_ options: [String], _ hint: String) throws {
            let box = try Sandbox()
            box.setAll("status-451")
            let run = try box.run(options)
            let reasons = box.askedSources.map { "\($0): HTTP 451\(hint)" }.joined(separator: "; ")
            run.expect(1, errors: "btcq: no quote: \(reasons)\n")
        }
    }
}
