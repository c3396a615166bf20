import TestSupport

/// A random schedule of up to five runs that share a cache. Times are in milliseconds from its beginning.
struct SchedulePlan: Sendable {
    /// How a source responds, during the schedule.
    struct Behavior: Sendable {
        enum Response: Sendable {
            case quote
            case rateLimit(retryAfter: Int)
            case failure
            case none
        }

        let response: Response
        let latency: Int
    }

    enum Environment: Sendable {
        case usual
        /// It has no effect on loopback hosts, but refreshes with it are no others' refreshes.
        case deadProxy
        /// Nothing listens at the base URLs.
        case deadSources
    }

    enum Mode: Sendable {
        case fetch
        case background
        case offline
    }

    /// Runs that differ in any of this do not share refreshes.
    struct Configuration: Hashable, Sendable {
        let environment: Environment
        let currency: String
        /// The primary first.
        let sources: [String]
        let maxAge: Int?
        let maxTime: Int
        let timeout: Int?

        /// The timeout that follows from the time limit if there is none.
        var effectiveTimeout: Int { timeout ?? min(800, maxTime / 2) }

        /// Those of a run and of its refresh.
        var arguments: [String] {
            [
                "--currency=\(currency)", "--primary=\(sources[0])",
                "--fallback=\(sources.count > 1 ? sources[1] : "none")", "--max-time=\(maxTime)ms",
            ] + (timeout.map { ["--timeout=\($0)ms"] } ?? []) + (maxAge.map { ["--max-age=\($0)ms"] } ?? [])
        }
    }

    struct Run: Sendable {
        let configuration: Configuration
        let mode: Mode
        let start: Int
        /// When the process, or for a background run its refresh, is killed.
        let death: Int?
        /// While the process, or for a background run its refresh, is stopped.
        let stop: Range<Int>?

        var isDisturbed: Bool { death != nil || stop != nil }

        var arguments: [String] {
            let option: [String] =
                switch mode {
                case .fetch: []
                case .background: ["--background"]
                case .offline: ["--offline"]
                }
            return ["-n", "-v"] + configuration.arguments + option
        }
    }

    static let currencies = ["USD", "EUR"]
    private static let names = ["binance", "coinbase", "kraken"]

    let behaviors: [String: Behavior]
    let isCacheWritable: Bool
    let areRateLimitsWritable: Bool
    let areRefreshStampsWritable: Bool
    let locksWork: Bool
    let runs: [Run]

    init(_ random: inout some RandomNumberGenerator) {
        behaviors = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, Behavior(&random)) })
        isCacheWritable = !chance(4, &random)
        areRateLimitsWritable = !chance(6, &random)
        areRefreshStampsWritable = !chance(6, &random)
        locksWork = !chance(6, &random)
        // Most runs meet at the same fetch lock, and some at the same refresh stamp.
        let primary = Self.names.randomElement(using: &random) ?? Self.names[0]
        let usual = Configuration(primary, Self.names, &random)
        let lastStart = [50, 500, 2000].randomElement(using: &random) ?? 2000
        let hasStops = chance(2, &random)
        let count = Int.random(in: 3...5, using: &random)
        runs = (0..<count).map { _ in
            let configuration = chance(3, &random) ? usual : Configuration(primary, Self.names, &random)
            return Run(configuration, lastStart: lastStart, hasStops: hasStops, &random)
        }
    }

    var hasStops: Bool { runs.contains { $0.stop != nil } }

    /// The files that cannot be opened.
    var obstacles: [String] {
        Self.currencies.flatMap { currency in
            let stamps = (0..<256).map { "BTC-\(currency).\($0 < 16 ? "0" : "")\(String($0, radix: 16)).refresh" }
            let locks = ["BTC-\(currency).lock"] + behaviors.keys.map { "BTC-\(currency).\($0).lock" }
            return (isCacheWritable ? [] : ["BTC-\(currency).json"]) + (areRefreshStampsWritable ? [] : stamps)
                + (locksWork ? [] : locks)
        } + (areRateLimitsWritable ? [] : ["rate-limits.json"]) + (locksWork ? [] : ["rate-limits.lock"])
    }

    /// Whether a run gets a quote before `limit` if it asks no source before `wait`, which counts towards its timeout.
    func succeeds(_ run: Configuration, afterWaiting wait: Double = 0, before limit: Double) -> Bool {
        guard run.environment != .deadSources else { return false }
        var start = wait
        for behavior in run.sources.compactMap({ behaviors[$0] }) {
            let end = start + Double(behavior.latency)
            if case .quote = behavior.response, end < limit { return true }
            let timeout = max(wait, Double(run.effectiveTimeout))
            start = if case .none = behavior.response { timeout } else { min(end, timeout) }
        }
        return false
    }
}

extension SchedulePlan.Behavior {
    fileprivate init(_ random: inout some RandomNumberGenerator) {
        latency = Int.random(in: 1...(chance(4, &random) ? 1200 : 400), using: &random)
        response =
            switch Int.random(in: 0...9, using: &random) {
            case 0...4: .quote
            case 5...6: .rateLimit(retryAfter: [1, 2, 600].randomElement(using: &random) ?? 1)
            case 7: .failure
            default: .none
            }
    }
}

extension SchedulePlan.Configuration {
    fileprivate init(_ primary: String, _ names: [String], _ random: inout some RandomNumberGenerator) {
        environment = chance(3, &random) ? (chance(2, &random) ? .deadProxy : .deadSources) : .usual
        currency = SchedulePlan.currencies[chance(8, &random) ? 1 : 0]
        let others = names.filter { $0 != primary }.shuffled(using: &random)
        sources = Array(
            (chance(4, &random) ? others : [primary] + others).prefix(Int.random(in: 1...2, using: &random)))
        maxAge = [nil, 10, 60_000, 60_000].randomElement(using: &random) ?? nil
        maxTime = [900, 900, 1800].randomElement(using: &random) ?? 1800
        // A refresh has at most half of the time limit, or the fallback is asked only if the primary fails.
        timeout = [nil, nil, Int.random(in: 1...450, using: &random), maxTime].randomElement(using: &random) ?? nil
    }
}

extension SchedulePlan.Run {
    /// - Parameter hasStops: whether it may be stopped.
    fileprivate init(
        _ configuration: SchedulePlan.Configuration, lastStart: Int, hasStops: Bool,
        _ random: inout some RandomNumberGenerator
    ) {
        self.configuration = configuration
        mode = [.fetch, .fetch, .fetch, .background, .background, .offline].randomElement(using: &random) ?? .fetch
        start = Int.random(in: 0...lastStart, using: &random)
        death = chance(8, &random) ? start + Int.random(in: 0...1000, using: &random) : nil
        let stopStart = start + Int.random(in: 0...200, using: &random)
        stop = hasStops && chance(2, &random) ? stopStart..<stopStart + Int.random(in: 100...3000, using: &random) : nil
    }
}

/// True once in `count` times.
private func chance(_ count: Int, _ random: inout some RandomNumberGenerator) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
}
