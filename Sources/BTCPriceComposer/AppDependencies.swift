package import BTCPriceCore
import BTCPriceNetworking
import BTCPricePersistence
import Curl
package import Platform

/// The composition root: connects `FetchLatestPrice` with the concrete stores, locks and loaders.
package struct AppDependencies {
    package static let version = "1.5.0"

    /// All sources, in the order in which defaults are chosen.
    package static let sources = SourceRegistry.exchanges.map { $0.source }

    package var fetchLatestPrice: FetchLatestPrice

    /// Opens no file and asks no source. Throws if a base URL or key of this run's sources is invalid.
    ///
    /// - Parameter refreshArguments: the command line of a background refresh; called only if one may be started.
    package init(
        selection: SourceSelection, policy: CachePolicy, limits: FetchLimits, environment: Environment,
        clock: MonotonicClock, refreshArguments: @escaping () -> [String]
    ) throws(SourceSettingsError) {
        let loaders = try Self.loaders(selection, environment) { limits.maxTime - clock.elapsed }
        let directory = CacheDirectory(environment)
        let currency = selection.currency
        let refresh = { RefreshCommand(refreshArguments(), environment) }
        let lockTimeout: @Sendable () -> Duration = { limits.writeLockTimeout(elapsed: clock.elapsed) }
        fetchLatestPrice = FetchLatestPrice(
            RunRequest(currency: currency, endpoints: loaders.map { $0.endpoint }, policy: policy, limits: limits),
            store: FilePriceStore(directory: directory, currency: currency, lockTimeout: lockTimeout),
            rateLimits: FileRateLimitStore(directory: directory, lockTimeout: lockTimeout),
            fetchLock: FileFetchLock(
                directory: directory, currency: currency, primary: selection.primary.name, clock: clock),
            refreshStamp: FileRefreshStamp(
                directory: directory, currency: currency, configurationHash: { refresh().configurationHash }),
            makeRace: { endpoints in ThreadedRace(loaders.filter { endpoints.contains($0.endpoint) }, clock: clock) },
            startRefresh: { refresh().start() },
            otherEndpoints: { Self.otherEndpoints(than: selection, environment) },
            now: Self.now)
    }

    /// What a bug report needs besides the version: libcurl, the certificates and the cache, a line each. Loads libcurl,
    /// without a time limit.
    package static func installation(_ environment: Environment) -> [String] {
        let (library, certificates) = CurlHTTPClient.installation(environment)
        let cache =
            switch CacheDirectory(environment).path {
            case .success(let path): "\(path)"
            case .failure(let error): "disabled: \(error.reason)"
            }
        return ["libcurl \(library)", "certificates \(certificates)", "cache \(cache)"]
    }

    /// The primary's first.
    private static func loaders(
        _ selection: SourceSelection, _ environment: Environment, timeLeft: @escaping @Sendable () -> Duration
    ) throws(SourceSettingsError) -> [ExchangePriceLoader] {
        let client = CurlHTTPClient(userAgent: "btcq/\(version)", environment: environment, timeLeft: timeLeft)
        let proxy = ProxyVariable(environment)?.text
        var loaders: [ExchangePriceLoader] = []
        for source in selection.sources {
            guard let exchange = exchange(of: source), let pair = source.pair(in: selection.currency) else { continue }
            let settings = try SourceSettings(of: exchange, environment)
            // The fallback prefers IPv4, so that it does not fail for the same reason as the primary, such as a name server
            // that does not respond to IPv6 requests.
            loaders.append(
                ExchangePriceLoader(
                    settings, pair, prefersIPv4: !loaders.isEmpty, proxy: proxy, client: client, now: Self.now))
        }
        return loaders
    }

    /// Of the other sources that quote the currency and have valid settings: one of them is suggested if a source of this run
    /// may be blocked.
    private static func otherEndpoints(than selection: SourceSelection, _ environment: Environment) -> [Endpoint] {
        SourceSelection.defaults(in: selection.currency, among: sources, hasKey: environment.isSet)
            .filter { !selection.sources.contains($0) }
            .compactMap { exchange(of: $0).flatMap { try? SourceSettings(of: $0, environment).endpoint } }
    }

    private static func exchange(of source: Source) -> (any Exchange)? {
        SourceRegistry.exchanges.first { $0.source.name == source.name }
    }

    @Sendable private static func now() -> Timestamp { Timestamp(milliseconds: WallClock.now.milliseconds) }
}
