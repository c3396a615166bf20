public import BTCPriceCore
import BTCPriceNetworking
import BTCPricePersistence
public import BTCPricePresentation

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The one place where concrete types meet: a request becomes a run that is ready to go.
public struct AppDependencies: Sendable {
    /// What `btcq --version` says, and the User-Agent.
    public static let version = "1.0.0"

    /// The run.
    public let fetchLatestPrice: FetchLatestPrice
    /// What turns its quote into a line.
    public let formatter: any QuoteFormatter
    /// The names of the run's sources, the primary first.
    public let sources: [String]

    /// Checks the run's sources and their environment; opens nothing.
    ///
    /// - Parameters:
    ///   - environment: the value of a variable, nil where it is not set.
    ///   - report: hears what happens while it happens, from any thread.
    public init(
        _ request: Request,
        environment: @escaping @Sendable (String) -> String?,
        report: @escaping @Sendable (RunEvent) -> Void
    ) throws(ConfigurationError) {
        let now: @Sendable () -> Date = { Date() }
        let currency = Currency.usd
        let reader = SourceEnvironment(variable: environment)
        let selection = try SourceSelection(request, currency: currency) { reader.hasKey(for: $0) }
        let folder = CacheDirectory.path(environment: environment)
        let observe: @Sendable (SourceReport) -> Void = { report(.source($0)) }
        let client = CurlHTTPClient(
            userAgent: "btcq/\(Self.version)", trust: CertificateTrust(environment: environment))

        // The race ends at its own deadline: a transfer that nobody waits for any more ends by itself, and never first.
        let afterTheRace = Duration.seconds(1)

        func loader(_ name: String) throws(ConfigurationError) -> any PriceLoader {
            guard let type = SourceRegistry.loader(named: name) else {
                throw ConfigurationError("no source is called \(name)")
            }
            let loader = type.init(
                connection: ExchangeConnection(
                    client: client,
                    baseURL: try reader.baseURL(of: type.exchange),
                    pair: try reader.pair(of: type.exchange, in: currency),
                    key: try reader.key(for: type.exchange),
                    timeLimit: request.maxTime + afterTheRace,
                    now: now,
                    observe: observe))
            guard let folder else { return loader }
            return LimitedPriceLoader(
                loader, limits: FileSourceLimits(folder: folder), now: now, observe: observe)
        }

        let primary = try loader(selection.primary)
        let fallback = try selection.fallback.map(loader)
        let store: any PriceStore =
            folder.map { FilePriceStore(folder: $0, currency: currency) } ?? MissingPriceStore()
        fetchLatestPrice = FetchLatestPrice(
            policy: CachePolicy(
                maxAge: request.maxAge, maxStale: request.maxStale, isOffline: request.isOffline,
                sources: selection.names),
            store: store,
            fetch: { () throws(FetchFailure) in
                let executor = WaitingExecutor()
                let fetch = FetchWithFallback(
                    primary: primary,
                    fallback: fallback,
                    timeout: request.timeout,
                    maxTime: request.maxTime,
                    clock: executor,
                    executor: executor,
                    observe: observe)
                return try executor.wait(for: fetch.load)
            },
            now: now,
            report: { report(.cache($0)) })
        formatter = Self.formatter(for: request)
        sources = selection.names
    }

    private static func formatter(for request: Request) -> any QuoteFormatter {
        switch request.output {
        case .template(let template):
            return TemplateQuoteFormatter(template, request.formatOptions)
        case .format(let name):
            let format = FormatRegistry.format(named: name) ?? FormatRegistry.formats[0]
            return format.makeFormatter(request.formatOptions)
        }
    }
}
