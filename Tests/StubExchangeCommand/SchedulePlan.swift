import TestSupport

/// A random schedule of up to five runs that share a cache. Times are in milliseconds from its beginning.
struct SchedulePlan: Sendable {
    /// How a source responds, during the schedule.
    struct Behavior: Sendable {
        enum Response: Sendable {
            case quote
            case rateLimit(retryAfter: Int)
            case blocked
            case failure
            case none
        }

        let response: Response
        let latency: Int
    }

    struct Run: Sendable {
        let start: Int
        let isBackground: Bool
        let currency: String
        /// The primary first.
        let sources: [String]
        let maxAge: String?
        let maxTime: Int
        let timeout: Int?
        /// When the process, or for a background run its refresh, is killed.
        let death: Int?
        /// While the process, or for a background run its refresh, is stopped.
        let stop: Range<Int>?

        /// The timeout that follows from the time limit if there is none.
        var effectiveTimeout: Int { timeout ?? min(800, maxTime / 2) }

        var arguments: [String] {
            let options = [
                "-n", "-v", "--currency=\(currency)", "--primary=\(sources[0])",
                "--fallback=\(sources.count > 1 ? sources[1] : "none")", "--max-time=\(maxTime)ms",
            ]
            return options + (timeout.map { ["--timeout=\($0)ms"] } ?? []) + (maxAge.map { ["--max-age=\($0)"] } ?? [])
                + (isBackground ? ["--background"] : [])
        }
    }

    private static let names = ["binance", "coinbase", "kraken"]

    let behaviors: [String: Behavior]
    let isCacheWritable: Bool
    let isBackoffWritable: Bool
    let locksWork: Bool
    let runs: [Run]

    init(_ random: inout some RandomNumberGenerator) {
        behaviors = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, Behavior(&random)) })
        isCacheWritable = !chance(4, &random)
        isBackoffWritable = !chance(6, &random)
        locksWork = !chance(6, &random)
        // Most runs meet at the same fetch lock.
        let primary = Self.names.randomElement(using: &random) ?? Self.names[0]
        let lastStart = [50, 500, 2000].randomElement(using: &random) ?? 2000
        let hasStops = chance(2, &random)
        let count = Int.random(in: 3...5, using: &random)
        runs = (0..<count).map { _ in
            let others = Self.names.filter { $0 != primary }.shuffled(using: &random)
            let names = chance(4, &random) ? others : [primary] + others
            return Run(names, lastStart: lastStart, hasStops: hasStops, &random)
        }
    }

    var hasStops: Bool { runs.contains { $0.stop != nil } }

    /// Whether a run gets a quote if it asks its sources at once and no other runs, and has one before `limit`.
    func wouldSucceedAlone(_ run: Run, before limit: Double) -> Bool {
        guard let primary = behaviors[run.sources[0]] else { return false }
        if case .quote = primary.response, Double(primary.latency) < limit { return true }
        guard run.sources.count > 1, let fallback = behaviors[run.sources[1]], case .quote = fallback.response else {
            return false
        }
        let fails = if case .none = primary.response { false } else { true }
        let start = fails ? min(primary.latency, run.effectiveTimeout) : run.effectiveTimeout
        return Double(start + fallback.latency) < limit
    }
}

extension SchedulePlan.Behavior {
    fileprivate init(_ random: inout some RandomNumberGenerator) {
        latency = Int.random(in: 1...(chance(4, &random) ? 1200 : 400), using: &random)
        response =
            switch Int.random(in: 0...9, using: &random) {
            case 0...4: .quote
            case 5...6: .rateLimit(retryAfter: [1, 2, 600].randomElement(using: &random) ?? 1)
            case 7: .blocked
            case 8: .failure
            default: .none
            }
    }
}

extension SchedulePlan.Run {
    /// - Parameters:
    ///   - names: those of the sources, in this order.
    ///   - hasStops: whether it may be stopped.
    fileprivate init(_ names: [String], lastStart: Int, hasStops: Bool, _ random: inout some RandomNumberGenerator) {
        start = Int.random(in: 0...lastStart, using: &random)
        isBackground = chance(4, &random)
        currency = chance(8, &random) ? "EUR" : "USD"
        sources = Array(names.prefix(Int.random(in: 1...2, using: &random)))
        maxAge = [nil, "10ms", "1s", "60s"].randomElement(using: &random) ?? nil
        maxTime = [900, 900, 1800].randomElement(using: &random) ?? 1800
        timeout = chance(2, &random) ? Int.random(in: 1...500, using: &random) : nil
        death = chance(8, &random) ? start + Int.random(in: 0...1000, using: &random) : nil
        let stopStart = start + Int.random(in: 0...200, using: &random)
        stop = hasStops && chance(2, &random) ? stopStart..<stopStart + Int.random(in: 100...3000, using: &random) : nil
    }
}

/// True once in `count` times.
private func chance(_ count: Int, _ random: inout some RandomNumberGenerator) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
}
