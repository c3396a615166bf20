// BTCPriceComposer: the one place that creates the concrete stores, locks and loaders, and connects them.
//
// The command line chooses among `AppSource` values, and gets a `FetchLatestPrice` that is ready to run: with a loader
// for each chosen source, the files that runs share, and threads for the race.

package import BTCPriceCore
import BTCPriceNetworking
import BTCPricePersistence
package import Platform

/// The composition root.
package enum AppDependencies {
    package static let version = "1.7.0"

    /// All sources, in the order in which defaults are chosen.
    package static let sources = SourceRegistry.all.map { AppSource($0) }

    /// Those that need no key, or have one.
    package static func usableSources(_ environment: Environment) -> [AppSource] {
        sources.filter { $0.keyVariable.map(environment.isSet) ?? true }
    }

    /// A run that opens no file and asks no source before it is executed. Throws if a base URL or key of its sources is
    /// invalid.
    ///
    /// - Parameter refreshArguments: the command line of a background refresh, the program name first; empty in a run
    ///   that cannot start one.
    package static func fetchLatestPrice(
        from sources: RunSources<AppSource>, policy: CachePolicy, limits: FetchLimits, environment: Environment,
        clock: MonotonicClock, refreshArguments: [String]
    ) throws(InvalidVariable) -> FetchLatestPrice {
        let client = CurlHTTPClient(userAgent: "btcq/\(version)", environment: environment) {
            limits.maxTime - clock.elapsed
        }
        var loaders: [any PriceLoader] = []
        for asked in sources.all {
            // The fallback prefers IPv4, so that it does not fail for the same reason as the primary, such as a name
            // server that does not respond when asked for IPv6 addresses.
            let loader = try SourcePriceLoader(
                asked.source.api, asked.pair, prefersIPv4: !loaders.isEmpty, client: client, environment: environment,
                now: now)
            loaders.append(loader)
        }
        let directory = CacheDirectory(environment)
        let currency = sources.currency
        let refresh = RefreshCommand(refreshArguments, environment)
        let lockTimeout: @Sendable () -> Duration = { limits.writeLockTimeout(elapsed: clock.elapsed) }
        return FetchLatestPrice(
            policy: policy, limits: limits, loaders: loaders,
            // No source with an invalid variable.
            alternatives: sources.alternatives.compactMap {
                try? SourceVariables(of: $0.source.api, environment).endpoint
            },
            race: ThreadedRace(clock: clock),
            store: FilePriceStore(directory: directory, currency: currency, lockTimeout: lockTimeout),
            rateLimitStore: FileRateLimitStore(directory: directory, lockTimeout: lockTimeout),
            fetchLock: FileFetchLock(
                directory: directory, currency: currency, primary: sources.primary.source.name, clock: clock),
            refreshStamp: FileRefreshStamp(
                directory: directory, currency: currency, configurationHash: refresh.configurationHash),
            startRefresh: refresh.start,
            now: now)
    }

    /// What a bug report needs besides the version and the configuration file: libcurl, the certificates and the cache,
    /// a line each. Loads libcurl, without a time limit.
    package static func installation(_ environment: Environment) -> [String] {
        let cache =
            switch CacheDirectory(environment).path {
            case .success(let path): "\(path)"
            case .failure(let error): "disabled: \(error.reason)"
            }
        return CurlVersionReport.lines(environment) + ["cache \(cache)"]
    }

    @Sendable private static func now() -> Timestamp { Timestamp(milliseconds: WallClock.now.milliseconds) }
}
