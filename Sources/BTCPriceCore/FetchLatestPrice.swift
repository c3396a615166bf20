#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One run: a fresh cached quote if that will do, else a fetched one, else a stale one.
public struct FetchLatestPrice: Sendable {
    /// What became of a run.
    public enum Outcome: Equatable, Sendable {
        /// A source just gave it, or `maxAge` allows it.
        case fresh(DeliveredQuote)
        /// Nothing better was to be had; no failure where the network was not to be asked.
        case stale(DeliveredQuote, because: FetchFailure?)
        /// No quote may be printed; the age is that of a cached one which is too old for `maxStale`.
        case unavailable(because: FetchFailure?, tooOld: Age?)
    }

    /// What the cache had to say: never a reason to fail.
    public enum CacheProblem: Equatable, Sendable {
        /// Something is there that is not a quote.
        case unusable(PriceStoreError)
        /// The fetched quote could not be kept.
        case notUpdated(PriceStoreError)
    }

    private let policy: CachePolicy
    private let store: any PriceStore
    private let fetch: @Sendable () throws(FetchFailure) -> PriceQuote
    private let now: @Sendable () -> Date
    private let report: @Sendable (CacheProblem) -> Void

    /// - Parameters:
    ///   - fetch: asks the sources, and waits for them; usually a `FetchWithFallback`.
    ///   - now: the time of day.
    ///   - report: hears of problems with the cache.
    public init(
        policy: CachePolicy,
        store: any PriceStore,
        fetch: @escaping @Sendable () throws(FetchFailure) -> PriceQuote,
        now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (CacheProblem) -> Void
    ) {
        self.policy = policy
        self.store = store
        self.fetch = fetch
        self.now = now
        self.report = report
    }

    /// Runs once. A fetched quote is in the cache before this returns.
    ///
    /// Synchronous: a run that does not fetch starts no thread, and one that does has nothing else to do meanwhile.
    public func callAsFunction() -> Outcome {
        if policy.isOffline { return stale(because: nil) }
        if let fresh = freshCached() { return .fresh(fresh) }
        do throws(FetchFailure) {
            let quote = try fetch()
            keep(quote)
            return .fresh(delivered(quote, isCached: false, isStale: false))
        } catch {
            return stale(because: error)
        }
    }

    private func freshCached() -> DeliveredQuote? {
        guard policy.maxAge > .zero, let quote = cached(), policy.sources.contains(quote.source),
            Freshness.isFresh(quote, at: now(), maxAge: policy.maxAge)
        else { return nil }
        return delivered(quote, isCached: true, isStale: false)
    }

    private func stale(because failure: FetchFailure?) -> Outcome {
        guard policy.maxStale != .zero, let quote = cached() else {
            return .unavailable(because: failure, tooOld: nil)
        }
        let delivered = delivered(quote, isCached: true, isStale: true)
        guard Freshness.isPrintable(quote, at: now(), maxStale: policy.maxStale) else {
            return .unavailable(because: failure, tooOld: delivered.age)
        }
        return .stale(delivered, because: failure)
    }

    private func cached() -> PriceQuote? {
        do {
            return try store.retrieve()
        } catch {
            report(.unusable(error))
            return nil
        }
    }

    private func keep(_ quote: PriceQuote) {
        do {
            try PersistLastValidPrice(store: store, now: now)(quote)
        } catch {
            report(.notUpdated(error))
        }
    }

    private func delivered(_ quote: PriceQuote, isCached: Bool, isStale: Bool) -> DeliveredQuote {
        DeliveredQuote(
            quote: quote, isCached: isCached, isStale: isStale,
            age: Age(isCached ? Freshness.age(of: quote, at: now()) : .zero))
    }
}
