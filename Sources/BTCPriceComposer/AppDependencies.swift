package import BTCPriceCore
package import BTCPriceNetworking
import BTCPricePersistence
package import System

/// The composition root: the one place that knows the concrete types.
package struct AppDependencies: Sendable {
    package static let version = "1.3.0"

    /// The race has a deadline of its own, and must not end because a transfer times out first.
    private static let transferTimeMargin = Duration.seconds(1)

    package let fetchLatestPrice: FetchLatestPrice

    /// Opens no file and asks no source.
    ///
    /// - Parameter refreshArguments: of a background refresh, the program name first; evaluated when one may be started.
    package init(
        selection: SourceSelection, policy: CachePolicy, limits: FetchLimits, environment: Environment,
        clock: MonotonicClock, refreshArguments: @escaping @Sendable () -> [String]
    ) throws(SourceSettingsError) {
        let loaders = try selection.loaders(
            userAgent: "btcq/\(Self.version)", environment: environment,
            maxTime: limits.maxTime + Self.transferTimeMargin, now: WallClock.now)
        let directory = CacheDirectory(environment)
        let refresh = RefreshProcess(
            arguments: refreshArguments, urlVariables: selection.sources.map(\.urlVariable), environment: environment)
        let lockTimeout: @Sendable () -> Duration = { limits.writeLockTimeout(elapsed: clock.elapsed) }
        fetchLatestPrice = FetchLatestPrice(
            RunRequest(
                currency: selection.currency, sources: loaders.map(\.id), policy: policy, limits: limits),
            store: FilePriceStore(directory: directory, currency: selection.currency, lockTimeout: lockTimeout),
            rateLimits: FileRateLimitStore(directory: directory, lockTimeout: lockTimeout),
            fetchLock: FileFetchLock(
                directory: directory, currency: selection.currency, primary: selection.primary.name, clock: clock),
            refreshStamp: FileRefreshStamp(
                directory: directory, currency: selection.currency, configuration: { refresh.configuration }),
            fetch: { sources, limits in
                let asked = sources.compactMap { source in loaders.first { $0.id == source }?.loader }
                return Self.fetch(asked, limits, clock)
            },
            startRefresh: refresh.start,
            now: WallClock.now)
    }

    private static func fetch(
        _ loaders: [any PriceLoader], _ limits: FetchLimits, _ clock: MonotonicClock
    ) -> [SourceReport] {
        do throws(SystemError) {
            return FetchWithFallback(limits).execute(try ThreadedRace(loaders, clock: clock))
        } catch {
            return loaders.map { SourceReport(source: $0.source, .networkFailure("\(error)")) }
        }
    }
}
