import BTCPriceCore
import Foundation
import TestSupport
import Testing

@testable import System

/// Races that have been dropped while loaders still report to them.
///
/// Everything that a loader's thread uses must then be owned by it. A mistake is a crash, at once under a sanitizer.
@Suite(.timeLimit(.minutes(2))) struct AbandonedRaceTests {
    @Test func lateLoader_reportsAndIsReleased() throws {
        let (gate, released) = (Gate(), Gate())
        do {
            let loader = LoaderDouble("binance") {
                gate.wait()
                return .failure(.invalidPrice)
            } released: {
                released.open()
            }
            let race = try ThreadedRace([loader], clock: MonotonicClock())
            race.start(0)
            #expect(race.nextReport(until: race.now + .milliseconds(1)) == nil)
        }
        #expect(!released.wait(seconds: 0))
        gate.open()
        #expect(released.wait())
    }

    @Test func race_whenTwoQuotesComeAtTheSameTime_hasOneWinner() throws {
        let quote = try #require(PriceQuote.from("either"))
        try runRaces(1000, maxTime: .seconds(3600)) { _ in
            .success(quote)
        } check: { reports in
            reports.count { $0.quote != nil } == 1
        }
    }

    @Test func race_whenTwoErrorsComeAtTheSameTime_reportsBoth() throws {
        try runRaces(500, maxTime: .seconds(3600)) { _ in
            .failure(.blocked)
        } check: { reports in
            reports.map(\.error) == [.blocked, .blocked]
        }
    }

    @Test func race_whenQuotesComeAtTheDeadline_reportsQuotesOrTimeouts() throws {
        let quote = try #require(PriceQuote.from("either"))
        try runRaces(500, maxTime: .microseconds(500)) { clock in
            while clock.elapsed < .microseconds(500) { sched_yield() }
            return .success(quote)
        } check: { reports in
            reports.allSatisfy { $0.quote != nil || $0.error?.isTimeout == true }
        }
    }

    /// Runs races of two loaders that meet before they report, and drops each as soon as it is decided.
    private func runRaces(
        _ count: Int, maxTime: Duration,
        load: @escaping @Sendable (MonotonicClock) -> Result<PriceQuote, PriceLoadingError>,
        check: ([SourceReport]) -> Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let (left, released) = (Locked(2 * count), Gate())
        let fetch = FetchWithFallback(FetchLimits(timeout: .nanoseconds(1), maxTime: maxTime))
        for _ in 0..<count {
            let (clock, meeting) = (MonotonicClock(), Meeting())
            let loaders = ["binance", "coinbase"].map { name in
                LoaderDouble(name) {
                    meeting.attend(until: { clock.elapsed > maxTime })
                    return load(clock)
                } released: {
                    let isLast = left.withLock { left in
                        left -= 1
                        return left == 0
                    }
                    if isLast { released.open() }
                }
            }
            let race = try ThreadedRace(loaders, clock: clock)
            let reports = fetch.execute(race)
            // If the deadline passes before the fallback is asked, the other loader waits for it.
            if reports.count < 2 { race.start(1) }
            if !check(reports) {
                Issue.record("\(reports)", sourceLocation: sourceLocation)
                return
            }
        }
        #expect(released.wait(), "not every loader was released", sourceLocation: sourceLocation)
    }
}

/// Two threads leave it at the same time, since neither has to be woken.
private final class Meeting: Sendable {
    private let missing = Locked(2)

    func attend(until isOver: () -> Bool) {
        missing.withLock { $0 -= 1 }
        while missing.withLock({ $0 > 0 }), !isOver() { sched_yield() }
    }
}

extension PriceLoadingError {
    fileprivate var isTimeout: Bool {
        if case .timedOut = self { true } else { false }
    }
}
