/// One run: a fresh cached quote if there is one, else a fetched quote, else a stale one.
///
/// It is synchronous: a run that does not fetch starts no thread, and one that fetches has nothing else to do meanwhile.
package struct FetchLatestPrice: Sendable {
    package struct Ports: Sendable {
        let store: any PriceStore
        let backoff: any BackoffStore
        let fetchLock: any FetchLock
        /// Asks these sources in this order, and waits for them.
        let fetch: @Sendable (_ sources: [String]) -> [SourceReport]
        let startRefresh: @Sendable () -> RefreshStart
        let now: @Sendable () -> Timestamp

        package init(
            store: any PriceStore, backoff: any BackoffStore, fetchLock: any FetchLock,
            fetch: @escaping @Sendable (_ sources: [String]) -> [SourceReport],
            startRefresh: @escaping @Sendable () -> RefreshStart,
            now: @escaping @Sendable () -> Timestamp
        ) {
            self.store = store
            self.backoff = backoff
            self.fetchLock = fetchLock
            self.fetch = fetch
            self.startRefresh = startRefresh
            self.now = now
        }
    }

    private let policy: CachePolicy
    private let maxTime: Duration
    private let ports: Ports

    /// - Parameter maxTime: the deadline for the fetch and for waiting for the lock, counted from the beginning of the run.
    package init(policy: CachePolicy, maxTime: Duration, ports: Ports) {
        self.policy = policy
        self.maxTime = maxTime
        self.ports = ports
    }

    /// Runs once. A fetched quote is in the cache before this returns.
    package func execute() -> Outcome {
        let start = ports.now()
        let cached = readCache()
        if let fresh = fresh(cached) { return fresh }
        switch policy.mode {
        case .offline: return stale(cached, .offline)
        case .background: return staleStartingRefresh(cached, plan())
        case .fetch where policy.maxAge == .zero: return fetch(orStale: cached)
        case .fetch: return fetchUnderLock(since: start, deadline: maxTime)
        case .backgroundRefresh: return fetchUnderLock(since: start, deadline: .zero)
        }
    }

    /// A run that waited for the lock reuses the previous run's result: its quote, or its failure.
    private func fetchUnderLock(since start: Timestamp, deadline: Duration) -> Outcome {
        ports.fetchLock.withLock(deadline: deadline) { isAcquired in
            let cached = readCache()
            if let fresh = fresh(cached, orReceivedSince: start) { return fresh }
            return isAcquired ? fetch(orStale: cached) : stale(cached, .lockTimedOut(after: deadline))
        }
    }

    private func fetch(orStale cached: Cached) -> Outcome {
        let plan = plan()
        let reports = plan.sources.isEmpty ? [] : ports.fetch(plan.sources)
        if !reports.isEmpty { ports.backoff.recordResults(of: reports, at: ports.now()) }
        var outcome: Outcome
        if let quote = reports.lazy.compactMap(\.quote).first {
            outcome = Outcome(DeliveredQuote(quote: quote, isCached: false, isStale: false, age: Age(.zero)))
            outcome.cacheErrors = cached.errors + store(quote)
        } else {
            outcome = stale(cached, .failed)
        }
        let all = reports + plan.skipped
        outcome.postponed = plan.postponed
        outcome.reports = policy.sources.compactMap { source in all.first { $0.source == source } }
        return outcome
    }

    private func staleStartingRefresh(_ cached: Cached, _ plan: FetchPlan) -> Outcome {
        let refresh: RefreshStart =
            plan.sources.isEmpty ? .skipped : ports.fetchLock.isHeld ? .alreadyRunning : ports.startRefresh()
        var outcome = stale(cached, .background(refresh))
        outcome.reports = plan.skipped
        return outcome
    }

    private func plan() -> FetchPlan {
        FetchPlan(
            policy.sources, ports.backoff.entries(), at: ports.now(),
            maySkipFetch: policy.maxAge > .zero || policy.mode != .fetch)
    }
}

private struct Cached {
    var quote: PriceQuote?
    var errors: [Outcome.CacheError] = []
}

extension FetchLatestPrice {
    private func readCache() -> Cached {
        do {
            return Cached(quote: try ports.store.retrieve())
        } catch {
            return Cached(errors: [.unreadable(error)])
        }
    }

    private func store(_ quote: PriceQuote) -> [Outcome.CacheError] {
        do {
            try PersistLastValidPrice(store: ports.store, now: ports.now).execute(quote)
            return []
        } catch {
            return [.notWritten(error)]
        }
    }

    /// The cached quote if it is fresh, or was received while this run waited for the lock.
    private func fresh(_ cached: Cached, orReceivedSince start: Timestamp? = nil) -> Outcome? {
        guard policy.maxAge > .zero, let quote = cached.quote, policy.sources.contains(quote.source) else { return nil }
        let now = ports.now()
        let isNew = start.map { quote.timestamp >= $0 && quote.timestamp <= now } ?? false
        guard isNew || Freshness.isFresh(quote, at: now, maxAge: policy.maxAge) else { return nil }
        return Outcome(delivered(quote, isStale: false, at: now), reason: .freshEnough)
    }

    private func stale(_ cached: Cached, _ reason: Outcome.Reason) -> Outcome {
        var outcome = Outcome(reason: reason)
        outcome.cacheErrors = cached.errors
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
