import SampleValues
import Testing

@testable import BTCPriceCore

/// Each decision of a run, from values.
@Suite struct RunDecisionTests {
    private static let limits = FetchLimits(timeout: .seconds(1), maxTime: .seconds(4))
    private static let minute = CachePolicy(maxAge: .seconds(60))
    private static let background = CachePolicy(maxAge: .seconds(60), mode: .background)

    private static func request(_ policy: CachePolicy) -> RunPlan {
        RunPlan(currency: .usd, endpoints: [.binance, .coinbase], policy: policy, limits: limits)
    }

    private static func state(
        _ quotes: [PriceQuote] = [], rateLimits: RateLimits? = RateLimits(), waited: Duration? = nil,
        startedAgo: Duration = .zero
    ) -> RunState {
        RunState(start: .ago(startedAgo), now: .now, quotes: quotes, rateLimits: rateLimits, waited: waited)
    }

    private static let fetchBoth = RunDecision.fetch([.binance, .coinbase], skipped: [])

    @Test(arguments: [CachePolicy.Mode.fetch, .background, .offline])
    func decide_atFirst_printsNewestFreshQuoteOfItsSources(_ mode: CachePolicy.Mode) {
        let fresh = PriceQuote.sample(from: "coinbase", at: .ago(.milliseconds(59_999)))
        let others = [PriceQuote.sample(from: "kraken"), .sample(from: "binance", at: .ago(.milliseconds(-1)))]
        let older = PriceQuote.sample(from: "binance", at: .ago(.seconds(60)))
        let otherwise = mode == .offline ? RunDecision.giveUp(.offline) : .readRateLimits
        let request = Self.request(CachePolicy(maxAge: .seconds(60), mode: mode))
        #expect(request.decide(Self.state(others + [older, fresh], rateLimits: nil)) == .printFresh(fresh))
        #expect(request.decide(Self.state(others + [older], rateLimits: nil)) == otherwise)
        let withoutMaxAge = Self.request(CachePolicy(mode: mode))
        #expect(withoutMaxAge.decide(Self.state([.sample(from: "binance")], rateLimits: nil)) == otherwise)
    }

    @Test func decide_whenQuoteCameDuringTheWait_printsItWhateverMaxAgeIs() {
        let request = Self.request(CachePolicy(maxAge: .milliseconds(1)))
        let received = PriceQuote.sample(from: "binance", at: .ago(.seconds(1)))
        let waited = request.decide(Self.state([received], waited: .seconds(1), startedAgo: .seconds(1)))
        #expect(waited == .printFresh(received))
        let late = request.decide(Self.state([received], waited: .zero, startedAgo: .milliseconds(999)))
        #expect(late == Self.fetchBoth)
    }

    private static let bothLimited = RateLimits.of([.binance, .coinbase])
    private static let skipped = SourceReport.skipped

    private static let withoutFreshQuote: [(String, CachePolicy, RateLimits, waited: Duration?, RunDecision)] = [
        ("a run does not share its fetch", CachePolicy(), RateLimits(), nil, fetchBoth),
        ("a shared fetch waits for half of its time", minute, RateLimits(), nil, .acquireLock(deadline: .seconds(2))),
        ("a run in the background", background, RateLimits(), nil, .startRefresh),
        ("the lock was acquired at once", minute, RateLimits(), .zero, fetchBoth),
        ("the lock was not acquired in time", minute, RateLimits(), .seconds(2), fetchBoth),
        ("no source may be asked", CachePolicy(), bothLimited, nil, .giveUp(.failed, skipped)),
        ("no source may be asked after a wait", minute, bothLimited, nil, .giveUp(.failed, skipped)),
        ("no refresh can succeed", background, bothLimited, nil, .giveUp(.background(.rateLimited), skipped)),
        ("a refresh can succeed", background, .of([.binance]), nil, .startRefresh),
        ("a source of other runs is rate-limited", CachePolicy(), .of([.kraken]), nil, fetchBoth),
        ("the fallback is limited", CachePolicy(), .of([.coinbase]), nil, .fetch([.binance], skipped: [skipped[1]])),
        ("the primary is limited", minute, .of([.binance]), .zero, .fetch([.coinbase], skipped: [skipped[0]])),
    ]

    @Test(arguments: withoutFreshQuote)
    func decide_withoutFreshQuote_followsFromRateLimitsAndTimeWaited(
        _ condition: String, _ policy: CachePolicy, _ rateLimits: RateLimits, _ waited: Duration?,
        _ decision: RunDecision
    ) {
        let old = PriceQuote.sample(from: "binance", at: .ago(.seconds(60)))
        let state = Self.state([old], rateLimits: rateLimits, waited: waited)
        #expect(Self.request(policy).decide(state) == decision)
    }

    /// How many milliseconds ago a refresh was started and a quote was received, and from which source.
    @Test(arguments: [
        ("a refresh was started just now", 0, 1, "binance", false),
        ("a refresh was started almost 10 s ago", 9_999, 60_000, "binance", false),
        ("a refresh was started 10 s ago", 10_000, 60_000, "binance", true),
        ("a refresh was started in the future", -1, 60_000, "binance", true),
        ("a quote has come since", 9_000, 8_999, "binance", true),
        ("a quote of the fallback has come since", 9_000, 0, "coinbase", true),
        ("a quote came at the same time", 9_000, 9_000, "binance", false),
        ("a quote is from the future", 9_000, -1, "binance", false),
        ("a quote of another source has come since", 9_000, 8_000, "kraken", false),
    ])
    func isRefreshDue_after10SecondsOrIfQuoteHasComeSince(
        _ condition: String, _ last: Int, _ quote: Int, _ source: String, _ isDue: Bool
    ) {
        let quotes = [PriceQuote.sample(from: source, at: .ago(.milliseconds(quote)))]
        let request = Self.request(Self.background)
        #expect(request.isRefreshDue(after: .ago(.milliseconds(last)), quotes, at: .now) == isDue)
    }
}
