import BTCPriceCore
import Foundation
import TestSupport
import Testing

@testable import BTCPriceComposer

/// A race that nobody waits for any more, while loaders still report to it.
///
/// What a loader's thread touches then has to be its own. A fault shows as a crash, under the address sanitizer at once.
@Suite(.timeLimit(.minutes(2))) struct AbandonedRaceTests {
    @Test func loaderThatComesTooLate_reportsAndIsReleased() throws {
        let (gate, released) = (Gate(), Gate())
        do {
            let loader = LoaderDouble("binance") {
                gate.wait()
                return .failure(.invalidPrice)
            } released: {
                released.open()
            }
            var race = try #require(ThreadedRace([loader], clock: MonotonicClock()))
            race.ask(0)
            #expect(race.nextReport(until: race.now + .milliseconds(1)) == nil)
        }
        #expect(!released.wait(seconds: 0))
        gate.open()
        #expect(released.wait())
    }

    @Test func twoQuotesAtTheSameMoment_harmNothing() throws {
        let quote = try #require(PriceQuote.from("either"))
        try runRaces(1000, maxTime: .seconds(3600)) { _ in
            .success(quote)
        } check: { reports in
            reports.count { $0.quote != nil } == 1
        }
    }

    @Test func twoFailuresAtTheSameMoment_harmNothing() throws {
        try runRaces(500, maxTime: .seconds(3600)) { _ in
            .failure(.refused)
        } check: { reports in
            reports.map(\.error) == [.refused, .refused]
        }
    }

    @Test func quotesAtTheDeadline_harmNothing() throws {
        let quote = try #require(PriceQuote.from("either"))
        try runRaces(500, maxTime: .microseconds(500)) { clock in
            while clock.elapsed < .microseconds(500) { sched_yield() }
            return .success(quote)
        } check: { reports in
            reports.allSatisfy { $0.quote != nil || $0.error?.isNoAnswer == true }
        }
    }

    /// Runs races of two loaders that meet before they report, and drops each as soon as it is decided.
    private func runRaces(
        _ count: Int, maxTime: Duration,
        load: @escaping @Sendable (MonotonicClock) -> Result<PriceQuote, PriceLoadingError>,
        check: ([SourceReport]) -> Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let (left, released) = (Locked(2 * count), Gate())
        let fetch = FetchWithFallback(timeout: .nanoseconds(1), maxTime: maxTime)
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
            guard var race = ThreadedRace(loaders, clock: clock) else { continue }
            let reports = fetch(over: &race)
            // The deadline may pass before the fallback is asked, whose thread then waits for ever.
            if reports.count < 2 { race.ask(1) }
            if !check(reports) {
                Issue.record("\(reports)", sourceLocation: sourceLocation)
                return
            }
        }
        #expect(released.wait(), "not every loader was released", sourceLocation: sourceLocation)
    }
}

/// Two threads leave it at the same moment: neither has to be woken.
private final class Meeting: Sendable {
    private let missing = Locked(2)

    func attend(until isOver: () -> Bool) {
        missing.withLock { $0 -= 1 }
        while missing.withLock({ $0 > 0 }), !isOver() { sched_yield() }
    }
}

extension PriceLoadingError {
    fileprivate var isNoAnswer: Bool {
        if case .noAnswer = self { true } else { false }
    }
}
