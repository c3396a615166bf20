import Testing

@testable import BTCPriceCore

/// Each decision of a run, from values.
@Suite struct RunDecisionTests {
    private static let limits = FetchLimits(timeout: .seconds(1), maxTime: .seconds(4))
    private static let minute = CachePolicy(maxAge: .seconds(60))
    private static let background = CachePolicy(maxAge: .seconds(60), mode: .background)
    private static let refresh = CachePolicy(maxAge: .seconds(60), mode: .backgroundRefresh)
    private static let fetchBoth = RunDecision.fetch(plan(.binance, .coinbase), limits)

    private static func decide(_ policy: CachePolicy, _ state: RunState) -> RunDecision {
        RunRequest(currency: .usd, sources: [.binance, .coinbase], policy: policy, limits: limits).decide(state)
    }

    private static func state(
        _ quotes: [PriceQuote] = [], backoff: Backoff? = Backoff(), lock: RunState.LockAttempt = .notTried,
        startedAgo: Duration = .zero
    ) -> RunState {
        RunState(start: .ago(startedAgo), now: .now, quotes: quotes, backoff: backoff, lock: lock)
    }

    /// Entries that apply for nine seconds.
    private static func entries(
        _ reason: BackoffEntry.Reason, _ sources: SourceID..., allowing time: Duration = .seconds(4)
    ) -> Backoff {
        Backoff(
            sources.map {
                BackoffEntry(
                    reason, $0, currency: reason == .rateLimited ? nil : .usd, from: .now, to: .now + .seconds(9),
                    allowedTime: time)
            })
    }

    private static func plan(_ sources: SourceID..., without backoff: Backoff = Backoff()) -> FetchPlan {
        FetchPlan(sources, in: .usd, backoff, sharedRunTime: .zero, at: .now)
    }

    @Test(arguments: [CachePolicy.Mode.fetch, .background, .backgroundRefresh, .offline])
    func decide_beforeAnythingElseIsRead_printsTheNewestFreshQuoteOfItsSources(_ mode: CachePolicy.Mode) {
        let fresh = PriceQuote.from("coinbase", at: .ago(.milliseconds(59_999)))
        let others = [PriceQuote.from("kraken"), .from("binance", at: .ago(.milliseconds(-1)))]
        let older = PriceQuote.from("binance", at: .ago(.seconds(60)))
        let otherwise = mode == .offline ? RunDecision.giveUp(.offline) : .readBackoff
        let policy = CachePolicy(maxAge: .seconds(60), mode: mode)
        #expect(Self.decide(policy, Self.state(others + [older, fresh], backoff: nil)) == .printFresh(fresh))
        #expect(Self.decide(policy, Self.state(others + [older], backoff: nil)) == otherwise)
        #expect(Self.decide(CachePolicy(mode: mode), Self.state([.from("binance")], backoff: nil)) == otherwise)
    }

    @Test func decide_whenAQuoteWasReceivedWhileTheRunWaited_printsItHoweverShortMaxAgeIs() {
        let policy = CachePolicy(maxAge: .milliseconds(1))
        let received = PriceQuote.from("binance", at: .ago(.seconds(1)))
        let lock = RunState.LockAttempt.acquired(waited: .seconds(1))
        let waited = Self.decide(policy, Self.state([received], lock: lock, startedAgo: .seconds(1)))
        #expect(waited == .printFresh(received))
        let late = Self.decide(policy, Self.state([received], lock: lock, startedAgo: .milliseconds(999)))
        #expect(late == Self.fetchBoth)
    }

    private static let fetchBothWithinASecond = RunDecision.fetch(
        plan(.binance, .coinbase), FetchLimits(timeout: .milliseconds(500), maxTime: .seconds(4)))

    private static let locks: [(policy: CachePolicy, lock: RunState.LockAttempt, decision: RunDecision)] = [
        // Without --max-age, no lock is needed; with it, a run waits for half of its time, and a refresh does not wait.
        (CachePolicy(), .notTried, fetchBoth),
        (minute, .notTried, .acquireLock(deadline: .seconds(2))),
        (refresh, .notTried, .acquireLock(deadline: .zero)),
        (CachePolicy(mode: .backgroundRefresh), .notTried, .acquireLock(deadline: .zero)),
        (minute, .acquired(waited: .seconds(1)), fetchBoth),
        (refresh, .acquired(waited: .zero), fetchBoth),
        (minute, .unavailable(waited: .zero), fetchBoth),
        (refresh, .unavailable(waited: .zero), fetchBoth),
        // After waiting in vain, the fallback is asked after half of the time left.
        (minute, .held(waited: .seconds(2)), fetchBoth),
        (minute, .held(waited: .seconds(3)), fetchBothWithinASecond),
        (minute, .unavailable(waited: .seconds(3)), fetchBothWithinASecond),
        (refresh, .held(waited: .zero), .giveUp(.anotherRunIsFetching)),
        (background, .notTried, .startRefresh),
        (background, .held(waited: .zero), .giveUp(.background(.alreadyRunning))),
    ]

    @Test(arguments: locks)
    func decide_withoutAFreshQuote_followsFromTheLock(
        _ policy: CachePolicy, _ lock: RunState.LockAttempt, _ expected: RunDecision
    ) {
        let decision = Self.decide(policy, Self.state([.from("binance", at: .ago(.seconds(60)))], lock: lock))
        #expect(decision == expected)
    }

    private static let bothFailed = entries(.failed, .binance, .coinbase)
    private static let bothLimited = entries(.rateLimited, .binance, .coinbase)
    private static let oneLimited = entries(.rateLimited, .binance)
    /// It skips runs with at most three seconds.
    private static let oneFailed = entries(.failed, .binance, allowing: .seconds(3))

    private static func skipped(_ reason: BackoffEntry.Reason) -> [SourceReport] {
        ["binance", "coinbase"].map { .failure($0, .skipped(.seconds(9), because: reason)) }
    }

    private static let backoffs:
        [(policy: CachePolicy, backoff: Backoff, lock: RunState.LockAttempt, decision: RunDecision)] =
            [
                (minute, bothFailed, .notTried, .giveUp(.failed(skipped(.failed)))),
                (background, bothFailed, .notTried, .giveUp(.background(.skipped(skipped(.failed))))),
                (background, bothFailed, .held(waited: .zero), .giveUp(.background(.skipped(skipped(.failed))))),
                (CachePolicy(), bothFailed, .notTried, fetchBoth),
                // A rate-limited source is asked by no run.
                (CachePolicy(), bothLimited, .notTried, .giveUp(.failed(skipped(.rateLimited)))),
                (CachePolicy(), oneLimited, .notTried, .fetch(plan(.binance, .coinbase, without: oneLimited), limits)),
                // The time that a run has waited does not count.
                (minute, oneFailed, .acquired(waited: .milliseconds(999)), fetchBoth),
                (
                    minute, oneFailed, .acquired(waited: .seconds(1)),
                    .fetch(plan(.binance, .coinbase, without: oneFailed), limits)
                ),
                // A refresh with another primary does not count.
                (background, entries(.refreshing, .binance), .notTried, .giveUp(.background(.alreadyRunning))),
                (background, entries(.refreshing, .coinbase), .notTried, .startRefresh),
            ]

    @Test(arguments: backoffs)
    func decide_withoutAFreshQuote_followsFromTheBackoff(
        _ policy: CachePolicy, _ backoff: Backoff, _ lock: RunState.LockAttempt, _ expected: RunDecision
    ) {
        let decision = Self.decide(policy, Self.state(backoff: backoff, lock: lock))
        #expect(decision == expected)
    }
}
