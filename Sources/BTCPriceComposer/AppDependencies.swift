package import BTCPriceCore
package import BTCPriceNetworking
import BTCPricePersistence
package import System

/// The composition root: the one place that knows the concrete types.
package struct AppDependencies: Sendable {
    package static let version = "1.2.0"

    /// How long to wait for another writer of the cache.
    private static let writeLockTimeout = Duration.milliseconds(250)
    /// The race has a deadline of its own, and must not end because a transfer times out first.
    private static let transferTimeMargin = Duration.seconds(1)

    package let fetchLatestPrice: FetchLatestPrice

    /// Opens nothing.
    ///
    /// - Parameters:
    ///   - policy: its sources are those of the selection.
    ///   - refreshArguments: of a background refresh, the program name first.
    package init(
        selection: SourceSelection, policy: CachePolicy, limits: FetchLimits, environment: Environment,
        clock: MonotonicClock, refreshArguments: [String]
    ) throws(SourceSettingsError) {
        let loaders = try selection.loaders(
            userAgent: "btcq/\(Self.version)", environment: environment,
            maxTime: limits.maxTime + Self.transferTimeMargin, now: WallClock.now)
        let directory = CacheDirectory(environment)
        let cache = Cache(selection.currency, directory, clock) {
            limits.lockTimeout(atMost: Self.writeLockTimeout, elapsed: clock.elapsed)
        }
        fetchLatestPrice = FetchLatestPrice(
            policy: policy, maxTime: limits.maxTime,
            ports: FetchLatestPrice.Ports(
                store: cache.store, backoff: cache.backoff, fetchLock: cache.fetchLock,
                fetch: { sources in
                    let chosen = sources.compactMap { source in loaders.first { $0.source == source } }
                    return Self.fetch(chosen, limits, clock)
                },
                startRefresh: { Self.startRefresh(refreshArguments, directory) },
                now: WallClock.now))
    }

    private static func fetch(
        _ loaders: [any PriceLoader], _ limits: FetchLimits, _ clock: MonotonicClock
    ) -> [SourceReport] {
        do throws(SystemError) {
            let race = try ThreadedRace(loaders, clock: clock)
            return FetchWithFallback(limits).execute(race)
        } catch {
            return loaders.map { SourceReport(source: $0.source, .networkFailure("\(error)")) }
        }
    }

    private static func startRefresh(_ arguments: [String], _ directory: CacheDirectory?) -> RefreshStart {
        guard let directory else { return .failed("there is no cache: HOME is not an absolute path") }
        // Without a cache the refresh could store neither its quote nor a back-off.
        do throws(PriceStoreError) {
            try directory.checkWritable()
        } catch {
            return .failed("\(error)")
        }
        do throws(SystemError) {
            try DetachedProcess.start(arguments)
            return .started
        } catch {
            return .failed("btcq cannot be started: \(error)")
        }
    }
}

/// The files that runs share, or nothing if there is no cache directory.
private struct Cache {
    let store: any PriceStore
    let backoff: any BackoffStore
    let fetchLock: any FetchLock

    init(
        _ currency: Currency, _ directory: CacheDirectory?, _ clock: MonotonicClock,
        lockTimeout: @escaping @Sendable () -> Duration
    ) {
        guard let directory else {
            (store, backoff, fetchLock) = (DisabledCache(), DisabledCache(), DisabledCache())
            return
        }
        store = FilePriceStore(directory: directory, currency: currency, lockTimeout: lockTimeout)
        backoff = FileBackoffStore(directory: directory, lockTimeout: lockTimeout)
        fetchLock = FileFetchLock(directory: directory, currency: currency) { clock.elapsed }
    }
}
