/// What a run does next. It follows from values only, so that every case can be tested without files, threads and clocks.
package enum RunDecision: Equatable, Sendable {
    case printFresh(PriceQuote)
    /// Print the newest cached quote as stale, or none.
    case giveUp(NoLiveQuote)
    /// Read the back-off entries, and see whether the fetch lock is held. A run that prints from the cache needs neither.
    case readBackoff
    /// Try to acquire the fetch lock until `deadline`, counted from the beginning of the run, and decide again.
    case acquireLock(deadline: Duration)
    case fetch(FetchPlan, FetchLimits)
    /// Store that a refresh is running, start it, and give up.
    case startRefresh
}

/// What does not change during a run.
package struct RunRequest: Equatable, Sendable {
    package let currency: Currency
    /// At least one, the primary first.
    package let sources: [SourceID]
    package let policy: CachePolicy
    package let limits: FetchLimits

    package init(currency: Currency, sources: [SourceID], policy: CachePolicy, limits: FetchLimits) {
        self.currency = currency
        self.sources = sources
        self.policy = policy
        self.limits = limits
    }

    var primary: SourceID { sources[0] }
}

/// What a run knows at one moment.
package struct RunState: Equatable, Sendable {
    /// What came of trying to acquire the fetch lock.
    package enum LockAttempt: Equatable, Sendable {
        case notTried
        /// Another run has held it until now; `waited` for at most the time that `acquireLock` allowed.
        case held(waited: Duration)
        case acquired(waited: Duration)
        /// Locks do not work there, or the holder's stamp has expired.
        case unavailable(waited: Duration)

        var waited: Duration {
            switch self {
            case .held(let waited), .acquired(let waited), .unavailable(let waited): waited
            case .notTried: .zero
            }
        }
    }

    let start: Timestamp
    var now: Timestamp
    /// The cached quotes.
    var quotes: [PriceQuote] = []
    /// Nil if it has not been read.
    var backoff: Backoff?
    var lock = LockAttempt.notTried
}

extension RunRequest {
    package func decide(_ state: RunState) -> RunDecision {
        if let quote = freshQuote(state) { return .printFresh(quote) }
        if policy.mode == .offline { return .giveUp(.offline) }
        guard let backoff = state.backoff else { return .readBackoff }
        let time = limits.maxTime - state.lock.waited
        let plan = FetchPlan(
            sources, in: currency, backoff, sharedRunTime: policy.sharesFetch ? time : nil, at: state.now)
        if policy.mode == .background { return refreshDecision(plan, backoff, state) }
        if plan.sources.isEmpty { return .giveUp(.failed(plan.skipped)) }
        guard policy.sharesFetch else { return .fetch(plan, limits) }
        switch state.lock {
        case .notTried: return .acquireLock(deadline: policy.mode == .backgroundRefresh ? .zero : limits.maxTime.half)
        case .held where policy.mode == .backgroundRefresh: return .giveUp(.anotherRunIsFetching)
        case .acquired, .unavailable(waited: .zero): return .fetch(plan, limits)
        case .held, .unavailable: return .fetch(plan, limits.afterLockTimedOut(waited: state.lock.waited))
        }
    }

    private func refreshDecision(_ plan: FetchPlan, _ backoff: Backoff, _ state: RunState) -> RunDecision {
        if plan.sources.isEmpty { return .giveUp(.background(.skipped(plan.skipped))) }
        let isFetching = if case .held = state.lock { true } else { false }
        return isFetching || backoff.isRefreshing(primary, in: currency, at: state.now)
            ? .giveUp(.background(.alreadyRunning)) : .startRefresh
    }

    /// The newest quote of the run's sources that is fresh, or was received while the run waited for the lock.
    func freshQuote(_ state: RunState) -> PriceQuote? {
        guard policy.maxAge > .zero else { return nil }
        let names = sources.map(\.name)
        return state.quotes.filter { quote in
            let age = state.now - quote.timestamp
            return names.contains(quote.source) && age >= .zero
                && (age < policy.maxAge || quote.timestamp >= state.start)
        }.max { $0.timestamp < $1.timestamp }
    }
}
