import SampleValues
import Testing

@testable import BTCPriceCore

/// Each decision of a run, from values.
@Suite struct RunPlanTests {
    private static let minute = CachePolicy(maxAge: .seconds(60))
    private static let background = CachePolicy(maxAge: .seconds(60), mode: .background)

    private static func plan(_ policy: CachePolicy) -> RunPlan {
        RunPlan(
            endpoints: [.binance, .coinbase], policy: policy,
            limits: FetchLimits(timeout: .seconds(1), maxTime: .seconds(4)))
    }

    private static func state(
        _ quotes: [PriceQuote], rateLimits: RateLimitTable? = RateLimitTable(), waited: Duration? = nil,
        startedAgo: Duration = .zero
    ) -> RunPlan.State {
        RunPlan.State(start: .ago(startedAgo), now: .now, quotes: quotes, rateLimits: rateLimits, waited: waited)
    }

    @Test(arguments: [CachePolicy.Mode.fetch, .background, .offline])
    func decide_atFirst_printsNewestFreshQuoteOfItsSources(_ mode: CachePolicy.Mode) {
        let newest = PriceQuote.sample(from: "coinbase", at: .ago(.milliseconds(59_998)))
        let fresh = PriceQuote.sample(from: "binance", at: .ago(.milliseconds(59_999)))
        let others = [PriceQuote.sample(from: "kraken"), .sample(from: "binance", at: .ago(.milliseconds(-1)))]
        let older = PriceQuote.sample(from: "binance", at: .ago(.seconds(60)))
        let otherwise = mode == .offline ? RunPlan.Decision.giveUp(.offline) : .readRateLimits
        // Not limited by the age of a stale quote.
        let plan = Self.plan(CachePolicy(maxAge: .seconds(60), maxStale: .zero, mode: mode))
        #expect(plan.decide(Self.state(others + [fresh, newest], rateLimits: nil)) == .printFresh(newest))
        #expect(plan.decide(Self.state(others + [older, fresh], rateLimits: nil)) == .printFresh(fresh))
        #expect(plan.decide(Self.state(others + [older], rateLimits: nil)) == otherwise)
        let withoutMaxAge = Self.plan(CachePolicy(mode: mode))
        #expect(withoutMaxAge.decide(Self.state([.sample(from: "binance")], rateLimits: nil)) == otherwise)
    }

    @Test func decide_whenQuoteCameDuringTheWait_printsItWhateverMaxAgeIs() {
        let plan = Self.plan(CachePolicy(maxAge: .milliseconds(1)))
        let received = PriceQuote.sample(from: "binance", at: .ago(.seconds(1)))
        let waited = plan.decide(Self.state([received], waited: .seconds(1), startedAgo: .seconds(1)))
        #expect(waited == .printFresh(received))
        let late = plan.decide(Self.state([received], waited: .zero, startedAgo: .milliseconds(999)))
        #expect(late == Self.fetch)
    }

    /// Which of the two sources are rate-limited. How long the run has waited for the lock is nil if it has not tried.
    typealias Case = (String, policy: CachePolicy, limited: [Bool], waited: Duration?, decision: RunPlan.Decision)

    private static let (both, neither) = ([true, true], [false, false])
    private static let fetch = RunPlan.Decision.fetch(rateLimits: [nil, nil])
    private static let withoutFreshQuote: [Case] = [
        ("it shares no fetch", policy: CachePolicy(), limited: neither, waited: nil, decision: fetch),
        (
            "its fetch is shared, so it waits for half of its time", policy: minute, limited: neither, waited: nil,
            decision: .acquireLock(deadline: .seconds(2))
        ),
        ("it is in the background", policy: background, limited: neither, waited: nil, decision: .startRefresh),
        ("it has the lock at once", policy: minute, limited: neither, waited: .zero, decision: fetch),
        ("it does not get the lock", policy: minute, limited: neither, waited: .seconds(2), decision: fetch),
        ("no source is left", policy: CachePolicy(), limited: both, waited: nil, decision: .giveUp(.failed)),
        ("no source is left to share", policy: minute, limited: both, waited: nil, decision: .giveUp(.failed)),
        (
            "a refresh has none left", policy: background, limited: both, waited: nil,
            decision: .giveUp(.background(.rateLimited))
        ),
        ("a refresh has one left", policy: background, limited: [true, false], waited: nil, decision: .startRefresh),
        (
            "one source is left", policy: CachePolicy(), limited: [false, true], waited: nil,
            decision: .fetch(rateLimits: [nil, .seconds(9)])
        ),
    ]

    @Test(arguments: withoutFreshQuote)
    func decide_withoutFreshQuote_followsFromRateLimitsAndTimeWaited(_ test: Case) {
        let old = PriceQuote.sample(from: "binance", at: .ago(.seconds(60)))
        let limited = zip([Endpoint.binance, .coinbase], test.limited).filter(\.1).map(\.0)
        let state = Self.state([old], rateLimits: .of(limited), waited: test.waited)
        #expect(Self.plan(test.policy).decide(state) == test.decision)
    }
}
