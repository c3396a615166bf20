import BTCPriceComposer
import BTCPriceCore
import Foundation
import Platform
import TestSupport
import Testing

/// Races that have been dropped while loaders still report to them.
///
/// Everything that a loader's thread uses must then be owned by it. A mistake is a crash, at once under a sanitizer.
@Suite(.timeLimit(.minutes(2))) struct AbandonedRaceTests {
    @Test func lateLoader_reportsAndIsReleased() {
        let (gate, released) = (Gate(), Gate())
        do {
            let loader = LoaderDouble(.binance, Token(released)) {
                gate.wait()
                return .failure(.invalidPrice)
            }
            let race = ThreadedRace([loader], clock: MonotonicClock())
            race.start(.binance)
            #expect(race.nextReport(until: race.now + .milliseconds(1)) == nil)
        }
        #expect(!released.wait(seconds: 0))
        gate.open()
        #expect(released.wait())
    }

    @Test func race_whenTwoQuotesComeAtTheSameTime_hasOneWinner() throws {
        let quote = try Self.quote()
        try runRaces(1000, maxTime: .seconds(3600)) { _ in
            .success(quote)
        } check: { reports in
            reports.count { $0.quote != nil } == 1
        }
    }

    @Test func race_whenTwoErrorsComeAtTheSameTime_reportsBoth() throws {
        try runRaces(500, maxTime: .seconds(3600)) { _ in
            .failure(.invalidPrice)
        } check: { reports in
            reports.map(\.error) == [.invalidPrice, .invalidPrice]
        }
    }

    @Test func race_whenQuotesComeAtTheDeadline_reportsQuotesOrTimeouts() throws {
        let quote = try Self.quote()
        try runRaces(500, maxTime: .microseconds(500)) { clock in
            while clock.elapsed < .microseconds(500) { sched_yield() }
            return .success(quote)
        } check: { reports in
            reports.allSatisfy { if case .timedOut? = $0.error { true } else { $0.quote != nil } }
        }
    }

    private static func quote() throws -> PriceQuote {
        PriceQuote(
            price: try #require(Price("68901.23".utf8)), currency: .usd, pair: "BTCUSDT",
            timestamp: Timestamp(milliseconds: 1_761_594_999_123), source: "either")
    }

    /// Runs races of two loaders that meet before they report, and drops each as soon as it is decided.
    private func runRaces(
        _ count: Int, maxTime: Duration,
        load: @escaping @Sendable (MonotonicClock) -> Result<PriceQuote, PriceLoadingError>,
        check: ([SourceReport]) -> Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let released = Gate()
        let sources = [SourceID.binance, .coinbase]
        let fetch = FetchWithFallback(sources, FetchLimits(timeout: .nanoseconds(1), maxTime: maxTime))
        do {
            let token = Token(released)
            for _ in 0..<count {
                let (clock, missing) = (MonotonicClock(), Locked(2))
                let loaders = sources.map { source in
                    LoaderDouble(source, token) {
                        // Two threads leave this loop at the same time, since neither has to be woken.
                        missing.withLock { $0 -= 1 }
                        while missing.withLock({ $0 > 0 }), clock.elapsed <= maxTime { sched_yield() }
                        return load(clock)
                    }
                }
                let race = ThreadedRace(loaders, clock: clock)
                let reports = fetch.execute(race)
                // If the deadline passes before the fallback is asked, the other loader waits for it.
                if reports.count < 2 { race.start(.coinbase) }
                try #require(check(reports), "\(reports)", sourceLocation: sourceLocation)
            }
        }
        #expect(released.wait(), "not every loader was released", sourceLocation: sourceLocation)
    }
}
