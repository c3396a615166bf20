/// One run: a fresh cached quote if that will do, else a fetched one, else a stale one.
///
/// Synchronous: a run that does not fetch starts no thread, and one that does has nothing else to do meanwhile.
public struct FetchLatestPrice: Sendable {
    /// What a run stands on.
    public struct Ports: Sendable {
        /// The cache.
        public var store: any PriceStore
        /// What is remembered of the sources.
        public var memory: any SourceMemory
        /// Who may fetch.
        public var turns: any FetchTurns
        /// Asks the sources of these names, in this order, and waits for them.
        public var fetch: @Sendable (_ sources: [String]) -> [SourceReport]
        /// Starts a process that refreshes the cache.
        public var startRefresh: @Sendable () -> BackgroundRefresh
        /// The time of day.
        public var now: @Sendable () -> Timestamp

        /// All of them.
        public init(
            store: any PriceStore, memory: any SourceMemory, turns: any FetchTurns,
            fetch: @escaping @Sendable (_ sources: [String]) -> [SourceReport],
            startRefresh: @escaping @Sendable () -> BackgroundRefresh,
            now: @escaping @Sendable () -> Timestamp
        ) {
            self.store = store
            self.memory = memory
            self.turns = turns
            self.fetch = fetch
            self.startRefresh = startRefresh
            self.now = now
        }
    }

    private let policy: CachePolicy
    private let maxTime: Duration
    private let ports: Ports

    /// - Parameter maxTime: the bound on the fetch, the wait for a turn included, counted from the beginning of the run.
    public init(policy: CachePolicy, maxTime: Duration, ports: Ports) {
        self.policy = policy
        self.maxTime = maxTime
        self.ports = ports
    }

    /// Runs once. A fetched quote is in the cache before this returns.
    public func callAsFunction() -> Outcome {
        let start = ports.now()
        let cached = readCache()
        if let fresh = fresh(cached) { return fresh }
        switch policy.mode {
        case .offline: return stale(cached, .offline)
        case .background: return stale(cached, refreshingBehind: plan())
        case .fetch where policy.maxAge == .zero: return fetched(orElse: cached)
        case .fetch: return inTurn(since: start, until: maxTime)
        case .refresh: return inTurn(since: start, until: .zero)
        }
    }

    /// Whoever waited takes what the run before brought, be it a quote or the news that nobody answers.
    private func inTurn(since start: Timestamp, until moment: Duration) -> Outcome {
        ports.turns.withTurn(until: moment) { isHad in
            let cached = readCache()
            if let fresh = fresh(cached, orReceivedSince: start) { return fresh }
            return isHad ? fetched(orElse: cached) : stale(cached, .noTurn(within: moment))
        }
    }

    private func fetched(orElse cached: Cached) -> Outcome {
        let plan = plan()
        let reports = plan.asked.isEmpty ? [] : ports.fetch(plan.asked)
        if !reports.isEmpty { ports.memory.learn(from: reports, at: ports.now()) }
        var outcome: Outcome
        if let quote = reports.lazy.compactMap(\.quote).first {
            outcome = Outcome(DeliveredQuote(quote: quote, isCached: false, isStale: false, age: Age(.zero)))
            outcome.problems = (cached.problems) + keep(quote)
        } else {
            outcome = stale(cached, .failed)
        }
        let all = reports + plan.leftAlone
        outcome.postponed = plan.postponed
        outcome.reports = policy.sources.compactMap { source in all.first { $0.source == source } }
        return outcome
    }

    private func stale(_ cached: Cached, refreshingBehind plan: SourcePlan) -> Outcome {
        let refresh: BackgroundRefresh =
            plan.asked.isEmpty ? .leftAlone : ports.turns.isTaken ? .underWay : ports.startRefresh()
        var outcome = stale(cached, .background(refresh))
        outcome.reports = plan.leftAlone
        return outcome
    }

    private func plan() -> SourcePlan {
        SourcePlan(
            policy.sources, ports.memory.records(), at: ports.now(),
            mayDoWithout: policy.maxAge > .zero || policy.mode != .fetch)
    }
}

/// The cache, as it was read.
private struct Cached {
    var quote: PriceQuote?
    var problems: [Outcome.CacheProblem] = []
}

extension FetchLatestPrice {
    private func readCache() -> Cached {
        do {
            return Cached(quote: try ports.store.retrieve())
        } catch {
            return Cached(problems: [.unusable(error)])
        }
    }

    private func keep(_ quote: PriceQuote) -> [Outcome.CacheProblem] {
        do {
            try PersistLastValidPrice(store: ports.store, now: ports.now)(quote)
            return []
        } catch {
            return [.notUpdated(error)]
        }
    }

    /// The cached quote if it will do: young enough, or received while this run waited for its turn.
    private func fresh(_ cached: Cached, orReceivedSince start: Timestamp? = nil) -> Outcome? {
        guard policy.maxAge > .zero, let quote = cached.quote, policy.sources.contains(quote.source) else { return nil }
        let now = ports.now()
        let isNew = start.map { quote.timestamp >= $0 && quote.timestamp <= now } ?? false
        guard isNew || Freshness.isFresh(quote, at: now, maxAge: policy.maxAge) else { return nil }
        return Outcome(delivered(quote, isStale: false, at: now), reason: .freshEnough)
    }

    private func stale(_ cached: Cached, _ reason: Outcome.Reason) -> Outcome {
        var outcome = Outcome(reason: reason)
        outcome.problems = cached.problems
        outcome.staleIsUnwanted = policy.maxStale == .zero
        guard policy.maxStale > .zero, let quote = cached.quote else { return outcome }
        let now = ports.now()
        let delivered = delivered(quote, isStale: true, at: now)
        if Freshness.isPrintable(quote, at: now, maxStale: policy.maxStale) {
            outcome.quote = delivered
        } else {
            outcome.tooOld = delivered.age
        }
        return outcome
    }

    private func delivered(_ quote: PriceQuote, isStale: Bool, at now: Timestamp) -> DeliveredQuote {
        DeliveredQuote(
            quote: quote, isCached: true, isStale: isStale, age: Age(Freshness.age(of: quote, at: now)))
    }
}
