import Testing

@testable import BTCPriceCore

/// Each decision of a run, from values.
@Suite struct RunDecisionTests {
    private static let binance = SourceID(name: "binance", baseURL: "https://binance")
    private static let coinbase = SourceID(name: "coinbase", baseURL: "https://coinbase")
    private static let limits = FetchLimits(timeout: .seconds(1), maxTime: .seconds(4))

    private func request(_ policy: CachePolicy) -> RunRequest {
        RunRequest(currency: .usd, sources: [Self.binance, Self.coinbase], policy: policy, limits: Self.limits)
    }

    private func state(
        _ quotes: [PriceQuote] = [], backoff: Backoff? = Backoff(), lock: RunState.Lock = .notTried,
        startedAgo: Duration = .zero
    ) -> RunState {
        RunState(start: .ago(startedAgo), now: .now, quotes: quotes, backoff: backoff, lock: lock)
    }

    private func entries(_ reason: BackoffEntry.Reason, _ sources: SourceID...) -> Backoff {
        Backoff(
            sources.map {
                BackoffEntry(
                    reason, $0, currency: reason == .rateLimited ? nil : .usd, from: .now, to: .now + .seconds(9),
                    allowedTime: .seconds(4))
            })
    }

    private func plan(_ sources: SourceID...) -> FetchPlan {
        FetchPlan(sources, in: .usd, Backoff(), sharedRunTime: nil, at: .now)
    }

    private static let modes: [CachePolicy.Mode] = [.fetch, .background, .backgroundRefresh, .offline]

    @Test(arguments: modes)
    func freshQuote_isPrintedBeforeAnythingElseIsRead(_ mode: CachePolicy.Mode) {
        let fresh = PriceQuote.from("coinbase", at: .ago(.seconds(59)))
        let quotes = [PriceQuote.from("kraken"), fresh, .from("binance", at: .ago(.seconds(61)))]
        let request = request(CachePolicy(maxAge: .seconds(60), mode: mode))
        #expect(request.decide(state(quotes, backoff: nil)) == .printFresh(fresh))
    }

    @Test(arguments: modes.filter { $0 != .offline })
    func withoutAFreshQuote_theBackoffIsRead(_ mode: CachePolicy.Mode) {
        let quotes = [PriceQuote.from("kraken"), .from("binance", at: .ago(.seconds(-1)))]
        #expect(
            request(CachePolicy(maxAge: .seconds(60), mode: mode)).decide(state(quotes, backoff: nil)) == .readBackoff)
        #expect(request(CachePolicy(mode: mode)).decide(state([.from("binance")], backoff: nil)) == .readBackoff)
    }

    @Test func offline_givesUp() {
        #expect(request(CachePolicy(mode: .offline)).decide(state(backoff: nil)) == .giveUp(.offline))
    }

    @Test func withoutMaxAge_fetchesWithoutTheLock() {
        let decision = request(CachePolicy()).decide(state([.from("binance")]))
        #expect(decision == .fetch(plan(Self.binance, Self.coinbase), Self.limits))
    }

    @Test func withMaxAge_waitsForTheLockHalfOfItsTime() {
        let decision = request(CachePolicy(maxAge: .seconds(60))).decide(state())
        #expect(decision == .acquireLock(deadline: .seconds(2)))
        let refresh = request(CachePolicy(maxAge: .seconds(60), mode: .backgroundRefresh)).decide(state())
        #expect(refresh == .acquireLock(deadline: .zero))
    }

    @Test func withTheLock_fetches() {
        for mode in [CachePolicy.Mode.fetch, .backgroundRefresh] {
            let request = request(CachePolicy(maxAge: .seconds(60), mode: mode))
            for lock in [RunState.Lock.acquired(waited: .zero), .acquired(waited: .seconds(1)), .unavailable] {
                #expect(request.decide(state(lock: lock)) == .fetch(plan(Self.binance, Self.coinbase), Self.limits))
            }
        }
    }

    @Test func whenTheLockTimesOut_fetchesWithoutItAndAsksTheFallbackInTime() {
        let request = request(CachePolicy(maxAge: .seconds(60)))
        let short = FetchLimits(timeout: .milliseconds(500), maxTime: .seconds(4))
        #expect(
            request.decide(state(lock: .held(waited: .seconds(3))))
                == .fetch(plan(Self.binance, Self.coinbase), short))
        #expect(
            request.decide(state(lock: .held(waited: .seconds(2))))
                == .fetch(plan(Self.binance, Self.coinbase), Self.limits))
    }

    @Test func refresh_whenAnotherRunHoldsTheLock_ends() {
        let request = request(CachePolicy(maxAge: .seconds(60), mode: .backgroundRefresh))
        #expect(request.decide(state(lock: .held(waited: .zero))) == .giveUp(.anotherRunIsFetching))
    }

    @Test func quoteReceivedWhileTheRunWaited_isFreshHoweverShortMaxAgeIs() {
        let request = request(CachePolicy(maxAge: .milliseconds(1)))
        let received = PriceQuote.from("binance", at: .ago(.seconds(1)))
        let lock = RunState.Lock.acquired(waited: .seconds(1))
        #expect(request.decide(state([received], lock: lock, startedAgo: .seconds(1))) == .printFresh(received))
        #expect(
            request.decide(state([received], lock: lock, startedAgo: .milliseconds(999)))
                == .fetch(plan(Self.binance, Self.coinbase), Self.limits))
    }

    @Test func whenAllSourcesAreSkipped_givesUpWithTheirReports() {
        let backoff = entries(.failed, Self.binance, Self.coinbase)
        let reports = ["binance", "coinbase"].map { SourceReport.failure($0, .skipped(.seconds(9), because: .failed)) }
        let shared = request(CachePolicy(maxAge: .seconds(60)))
        #expect(shared.decide(state(backoff: backoff)) == .giveUp(.failed(reports)))
        let background = request(CachePolicy(maxAge: .seconds(60), mode: .background))
        #expect(background.decide(state(backoff: backoff)) == .giveUp(.background(.skipped(reports))))
        // Plain runs ask all the same.
        let plain = request(CachePolicy()).decide(state(backoff: backoff))
        #expect(plain == .fetch(plan(Self.binance, Self.coinbase), Self.limits))
    }

    @Test func rateLimitedSource_isAskedByNoRun() {
        let decision = request(CachePolicy()).decide(state(backoff: entries(.rateLimited, Self.binance)))
        guard case .fetch(let plan, _) = decision else {
            Issue.record("\(decision)")
            return
        }
        #expect(plan.sources == [Self.coinbase])
        let none = request(CachePolicy()).decide(state(backoff: entries(.rateLimited, Self.binance, Self.coinbase)))
        guard case .giveUp(.failed(let reports)) = none else {
            Issue.record("\(none)")
            return
        }
        #expect(reports.map(\.source) == ["binance", "coinbase"])
    }

    @Test func waitingCountsAgainstTheTimeOfARunThatIsComparedWithAFailure() {
        let request = request(CachePolicy(maxAge: .seconds(60)))
        let backoff = Backoff([
            BackoffEntry(
                .failed, Self.binance, currency: .usd, from: .now, to: .now + .seconds(9), allowedTime: .seconds(3))
        ])
        let late = request.decide(state(backoff: backoff, lock: .acquired(waited: .seconds(1))))
        guard case .fetch(let plan, _) = late else {
            Issue.record("\(late)")
            return
        }
        #expect(plan.sources == [Self.coinbase])
        let inTime = request.decide(state(backoff: backoff, lock: .acquired(waited: .zero)))
        #expect(inTime == .fetch(self.plan(Self.binance, Self.coinbase), Self.limits))
    }

    @Test func background_startsARefreshUnlessOneIsRunning() {
        let request = request(CachePolicy(maxAge: .seconds(60), mode: .background))
        #expect(request.decide(state()) == .startRefresh)
        #expect(request.decide(state(lock: .held(waited: .zero))) == .giveUp(.background(.alreadyRunning)))
        #expect(
            request.decide(state(backoff: entries(.refreshing, Self.binance))) == .giveUp(.background(.alreadyRunning)))
        // That of another primary does not count.
        #expect(request.decide(state(backoff: entries(.refreshing, Self.coinbase))) == .startRefresh)
    }
}
