import Testing

@testable import BTCPriceCore

/// Each decision of a run, from values.
@Suite struct RunDecisionTests {
    private static let limits = FetchLimits(timeout: .seconds(1), maxTime: .seconds(4))
    private static let minute = CachePolicy(maxAge: .seconds(60))
    private static let background = CachePolicy(maxAge: .seconds(60), mode: .background)

    private static func request(_ policy: CachePolicy) -> RunRequest {
        RunRequest(currency: .usd, sources: [.binance, .coinbase], policy: policy, limits: limits)
    }

    private static func state(
        _ quotes: [PriceQuote] = [], rateLimits: RateLimits? = RateLimits(), waited: Duration? = nil,
        startedAgo: Duration = .zero
    ) -> RunState {
        RunState(start: .ago(startedAgo), now: .now, quotes: quotes, rateLimits: rateLimits, waited: waited)
    }

    private static func fetchBoth(timeout: Duration = .seconds(1)) -> RunDecision {
        .fetch([.binance, .coinbase], skipped: [], FetchLimits(timeout: timeout, maxTime: .seconds(4)))
    }

    @Test(arguments: [CachePolicy.Mode.fetch, .background, .offline])
    func decide_beforeAnythingElseIsRead_printsTheNewestFreshQuoteOfItsSources(_ mode: CachePolicy.Mode) {
        let fresh = PriceQuote.from("coinbase", at: .ago(.milliseconds(59_999)))
        let others = [PriceQuote.from("kraken"), .from("binance", at: .ago(.milliseconds(-1)))]
        let older = PriceQuote.from("binance", at: .ago(.seconds(60)))
        let otherwise = mode == .offline ? RunDecision.giveUp(.offline) : .readRateLimits
        let request = Self.request(CachePolicy(maxAge: .seconds(60), mode: mode))
        #expect(request.decide(Self.state(others + [older, fresh], rateLimits: nil)) == .printFresh(fresh))
        #expect(request.decide(Self.state(others + [older], rateLimits: nil)) == otherwise)
        let withoutMaxAge = Self.request(CachePolicy(mode: mode))
        #expect(withoutMaxAge.decide(Self.state([.from("binance")], rateLimits: nil)) == otherwise)
    }

    @Test func decide_whenAQuoteWasReceivedWhileTheRunWaited_printsItHoweverShortMaxAgeIs() {
        let request = Self.request(CachePolicy(maxAge: .milliseconds(1)))
        let received = PriceQuote.from("binance", at: .ago(.seconds(1)))
        let waited = request.decide(Self.state([received], waited: .seconds(1), startedAgo: .seconds(1)))
        #expect(waited == .printFresh(received))
        let late = request.decide(Self.state([received], waited: .zero, startedAgo: .milliseconds(999)))
        #expect(late == Self.fetchBoth())
    }

    private static let bothLimited = rateLimits(.binance, .coinbase)
    private static let skipped = ["binance", "coinbase"].map {
        SourceReport.failure($0, .skipped(timeLeft: .seconds(9)))
    }

    private static func rateLimits(_ sources: SourceID...) -> RateLimits {
        RateLimits(sources.map { RateLimit($0, from: .now, to: .now + .seconds(9)) })
    }

    private static let withoutQuote: [(policy: CachePolicy, RateLimits, waited: Duration?, decision: RunDecision)] = [
        // Without --max-age, no lock is needed; with it, a run waits for half of its time.
        (CachePolicy(), RateLimits(), nil, fetchBoth()),
        (minute, RateLimits(), nil, .acquireLock(deadline: .seconds(2))),
        (background, RateLimits(), nil, .startRefresh),
        // The time that it has waited counts towards the timeout.
        (minute, RateLimits(), .zero, fetchBoth()),
        (minute, RateLimits(), .milliseconds(999), fetchBoth(timeout: .milliseconds(1))),
        (minute, RateLimits(), .seconds(2), fetchBoth(timeout: .zero)),
        // A rate-limited source is asked by no run, and a run that can ask none does not wait.
        (CachePolicy(), bothLimited, nil, .giveUp(.failed(skipped))),
        (minute, bothLimited, nil, .giveUp(.failed(skipped))),
        (background, bothLimited, nil, .giveUp(.background(.rateLimited(skipped)))),
        (background, rateLimits(.binance), nil, .startRefresh),
        (CachePolicy(), rateLimits(.kraken), nil, fetchBoth()),
        (CachePolicy(), rateLimits(.coinbase), nil, .fetch([.binance], skipped: [skipped[1]], limits)),
        (minute, rateLimits(.binance), .zero, .fetch([.coinbase], skipped: [skipped[0]], limits)),
    ]

    @Test(arguments: withoutQuote)
    func decide_withoutAFreshQuote_followsFromRateLimitsAndTheTimeWaited(
        _ policy: CachePolicy, _ rateLimits: RateLimits, _ waited: Duration?, _ expected: RunDecision
    ) {
        let old = PriceQuote.from("binance", at: .ago(.seconds(60)))
        let decision = Self.request(policy).decide(Self.state([old], rateLimits: rateLimits, waited: waited))
        #expect(decision == expected)
    }

    /// How long ago the last refresh was started and a quote was received, from which source, and whether a refresh is due.
    private static let refreshes: [(last: Int, quote: Int, source: String, isDue: Bool)] = [
        (0, 1, "binance", false), (9_999, 60_000, "binance", false), (10_000, 60_000, "binance", true),
        (-1, 60_000, "binance", true), (9_000, 8_999, "binance", true), (9_000, 0, "coinbase", true),
        (9_000, 9_000, "binance", false), (9_000, -1, "binance", false), (9_000, 8_000, "kraken", false),
    ]

    @Test(arguments: refreshes)
    func isRefreshDue_tenSecondsAfterTheLastOneOrIfAQuoteHasComeSince(
        _ last: Int, _ quote: Int, _ source: String, _ isDue: Bool
    ) {
        let quotes = [PriceQuote.from(source, at: .ago(.milliseconds(quote)))]
        let request = Self.request(Self.background)
        #expect(request.isRefreshDue(after: .ago(.milliseconds(last)), quotes, at: .now) == isDue)
    }
}
