public import BTCPriceCore
import BTCPriceNetworking
import BTCPricePersistence
public import BTCPricePresentation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The one place where concrete types meet: a request becomes a run that is ready to go.
public struct AppDependencies: Sendable {
    /// What `btcq --version` says, and the User-Agent.
    public static let version = "1.1.0"

    /// How long a writer may be waited for at the most, even where the deadline is far.
    private static let maxPatience = Duration.milliseconds(250)
    /// How far behind the deadline a lock may still be had: the process is to end within 50 ms of it.
    private static let graceAfterDeadline = Duration.milliseconds(10)
    /// The race ends at its own deadline: a transfer that nobody waits for any more ends by itself, and never first.
    private static let timeAfterRace = Duration.seconds(1)

    /// The run.
    public let fetchLatestPrice: FetchLatestPrice
    /// What turns its quote into a line.
    public let formatter: any QuoteFormatter
    /// The currency and the sources of the run.
    public let selection: SourceSelection
    /// How long a lock may be waited for at this moment, if `atMost` allows it.
    public let patience: @Sendable (_ atMost: Duration) -> Duration

    /// Checks the run's sources and their environment; opens nothing.
    public init(_ request: Request, environment: Environment) throws(UsageError) {
        let stopwatch = Stopwatch()
        let selection = try SourceSelection(request, environment)
        let loaders = try Self.loaders(request, selection, environment)
        let patience: @Sendable (Duration) -> Duration = { limit in
            max(.zero, min(limit, request.maxTime + Self.graceAfterDeadline - stopwatch.elapsed))
        }
        let policy = Self.policy(request, selection)
        let folder = CacheFolder(environment: environment.value)
        let cache = Cache(selection.currency, folder, stopwatch) { patience(Self.maxPatience) }
        fetchLatestPrice = FetchLatestPrice(
            policy: policy, maxTime: request.maxTime,
            ports: FetchLatestPrice.Ports(
                store: cache.store, memory: cache.memory, turns: cache.turns,
                fetch: { sources in
                    let asked = sources.compactMap { source in loaders.first { $0.source == source } }
                    guard var race = ThreadedRace(asked, stopwatch: stopwatch) else { return [] }
                    return FetchWithFallback(timeout: request.timeout, maxTime: request.maxTime)(over: &race)
                },
                startRefresh: {
                    guard let folder else { return .impossible("there is no cache: HOME names no absolute path") }
                    // Its quote would be lost, and so would the word that a source is to be left alone.
                    if let obstacle = folder.obstacle() { return .impossible("\(obstacle)") }
                    return Refresh.start(request, selection, maxAge: policy.maxAge)
                },
                now: Self.now))
        formatter =
            switch request.style {
            case .format(let format): format.makeFormatter(request.formatOptions)
            case .template(let template): TemplateQuoteFormatter(template, request.formatOptions)
            }
        self.selection = selection
        self.patience = patience
    }

    private static func loaders(
        _ request: Request, _ selection: SourceSelection, _ environment: Environment
    ) throws(UsageError) -> [any PriceLoader] {
        let client = CurlHTTPClient(userAgent: "btcq/\(version)", environment: environment.value)
        var loaders: [any PriceLoader] = []
        for exchange in selection.sources {
            guard let pair = exchange.pair(in: selection.currency) else { continue }
            loaders.append(
                ExchangePriceLoader(
                    exchange, pair: pair, baseURL: try environment.baseURL(of: exchange),
                    key: try environment.key(for: exchange), client: client,
                    timeLimit: request.maxTime + timeAfterRace, now: now))
        }
        return loaders
    }

    private static func policy(_ request: Request, _ selection: SourceSelection) -> CachePolicy {
        let isBackground = request.isBackground && !request.isOffline
        let defaultMaxAge = isBackground ? CachePolicy.defaultBackgroundMaxAge : .zero
        let mode: CachePolicy.Mode =
            request.isOffline ? .offline : isBackground ? .background : request.isRefresh ? .refresh : .fetch
        return CachePolicy(
            maxAge: request.maxAge ?? defaultMaxAge, maxStale: request.maxStale, mode: mode,
            sources: selection.sources.map(\.name))
    }

    /// The time of day.
    @Sendable private static func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}

/// What a run keeps from one to the next, in files, or nowhere.
private struct Cache {
    let store: any PriceStore
    let memory: any SourceMemory
    let turns: any FetchTurns

    init(
        _ currency: Currency, _ folder: CacheFolder?, _ stopwatch: Stopwatch,
        patience: @escaping @Sendable () -> Duration
    ) {
        guard let folder else {
            (store, memory, turns) = (NoCache(), NoCache(), NoCache())
            return
        }
        store = FilePriceStore(folder: folder, currency: currency, patience: patience)
        memory = FileSourceMemory(folder: folder, patience: patience)
        turns = FileFetchTurns(folder: folder, currency: currency) { stopwatch.elapsed }
    }
}
