import BTCPriceCore

/// The lines that a run puts on standard error.
enum Messages {
    /// Why a stale quote was printed.
    static func stale(_ delivered: DeliveredQuote, because failure: FetchFailure, sources: [String]) -> String {
        let source = delivered.quote.source
        let origin = sources.contains(source) ? "" : " from \(source)"
        return "no fresh quote: \(failure); using the one cached \(delivered.age) ago\(origin)"
    }

    /// Why nothing was printed.
    static func unavailable(because failure: FetchFailure?, tooOld: Age?) -> String {
        let cached = tooOld.map { "the one cached \($0) ago is older than --max-stale" }
        let reasons = [failure.map(\.description), cached].compactMap(\.self)
        return "no quote: " + (reasons.isEmpty ? "nothing usable is cached" : reasons.joined(separator: "; "))
    }

    static func cache(_ problem: FetchLatestPrice.CacheProblem) -> String {
        switch problem {
        case .unusable(let error): "the cache counts as empty: \(error)"
        case .notUpdated(let error): "cannot update the cache: \(error)"
        }
    }

    /// `binance: 68901.23 in 45ms (name 1ms, connect 12ms, TLS 30ms, first byte 45ms)`.
    static func source(_ report: SourceReport) -> String {
        let answer =
            switch report.result {
            case .success(let quote): PriceDigits.text(of: quote.price)
            case .failure(let error): error.description
            }
        guard let timings = report.timings else { return "\(report.source): \(answer)" }
        let steps = [
            ("name", timings.nameLookup), ("connect", timings.connect), ("TLS", timings.tls),
            ("first byte", timings.firstByte),
        ].filter { $0.1 > .zero }.map { "\($0.0) \(precise($0.1))" }
        let details = steps.isEmpty ? "" : " (\(steps.joined(separator: ", ")))"
        return "\(report.source): \(answer); total \(precise(timings.total))\(details)"
    }

    /// Tenths of a millisecond: a loopback answer takes less than one.
    private static func precise(_ duration: Duration) -> String {
        let tenths = duration.components.seconds * 10_000 + duration.components.attoseconds / 100_000_000_000_000
        return "\(tenths / 10).\(tenths % 10)ms"
    }
}
