package import BTCPriceCore
import BTCPriceNetworking
import BTCPricePersistence
import Curl
package import Platform

/// The composition root: the one place that knows the concrete types.
package struct AppDependencies {
    package static let version = "1.3.0"

    /// All sources, in the order in which defaults are chosen.
    package static let sources = SourceRegistry.exchanges.map(\.source)

    package private(set) var fetchLatestPrice: FetchLatestPrice

    /// Opens no file and asks no source. Throws if the environment contains an invalid base URL or key of a source of the run.
    package init(
        selection: SourceSelection, policy: CachePolicy, limits: FetchLimits, environment: Environment,
        clock: MonotonicClock, refresh: RefreshProcess
    ) throws(SourceSettingsError) {
        let loaders = try Self.loaders(selection, environment)
        let directory = CacheDirectory(environment)
        let currency = selection.currency
        let lockTimeout: @Sendable () -> Duration = { limits.writeLockTimeout(elapsed: clock.elapsed) }
        let urlVariables = SourceRegistry.exchanges.map(\.urlVariable)
        fetchLatestPrice = FetchLatestPrice(
            RunRequest(currency: currency, sources: loaders.map(\.source), policy: policy, limits: limits),
            store: FilePriceStore(directory: directory, currency: currency, lockTimeout: lockTimeout),
            rateLimits: FileRateLimitStore(directory: directory, lockTimeout: lockTimeout),
            fetchLock: FileFetchLock(
                directory: directory, currency: currency, primary: selection.primary.name, clock: clock),
            refreshStamp: FileRefreshStamp(
                directory: directory, currency: currency,
                configuration: { refresh.configuration(environment, urlVariables) }),
            makeRace: { sources in ThreadedRace(loaders.filter { sources.contains($0.source) }, clock: clock) },
            startRefresh: { refresh.start(environment) },
            now: Timestamp.now)
    }

    package mutating func execute() -> Outcome { fetchLatestPrice.execute() }

    /// A loader for each source, the primary first.
    private static func loaders(
        _ selection: SourceSelection, _ environment: Environment
    ) throws(SourceSettingsError) -> [any PriceLoader] {
        let client = CurlHTTPClient(userAgent: "btcq/\(version)", environment: environment)
        var loaders: [any PriceLoader] = []
        for source in selection.sources {
            guard let exchange = SourceRegistry.exchanges.first(where: { $0.source == source }),
                let pair = source.pair(in: selection.currency)
            else { continue }
            let settings = try SourceSettings(of: exchange, environment)
            loaders.append(ExchangePriceLoader(exchange, pair, settings, client: client, now: Timestamp.now))
        }
        return loaders
    }
}

extension Timestamp {
    @Sendable fileprivate static func now() -> Timestamp { Timestamp(milliseconds: WallClock.now.milliseconds) }
}
