import BTCPriceCore

extension Messages {
    /// The lines that `--verbose` adds about the cache and the sources.
    var details: [String] {
        let cache = diagnostics.cacheError.map { "cache: \($0.reason)" }
        return [cache].compactMap { $0 } + diagnostics.reports.map(line) + [cacheUse].compactMap { $0 }
    }

    /// Why a cached quote is printed. If it is stale because sources have failed, `error` says so instead.
    private var cacheUse: String? {
        func line(_ cached: DeliveredQuote, _ reason: String) -> String {
            "using the quote cached \(cached.age) ago from \(cached.quote.sourceName): \(reason)"
        }
        return switch outcome {
        case .quote(let quote) where quote.isCached: line(quote, "it is fresh")
        case .stale(let quote, because: .offline): line(quote, "--offline")
        case .stale(let quote, because: .background(let refresh)): line(quote, text(of: refresh))
        case .quote, .stale(_, because: .failed), .noQuote: nil
        }
    }

    /// `binance: 68901.23; total 45.0ms (libcurl 20.4ms, name localhost 0.5ms, connect 0.1ms, first byte 24.0ms)`, and
    /// notes such as `; at http://localhost`.
    private func line(for report: SourceReport) -> String {
        let result =
            if report.doubt != nil, report.quote == outcome.delivered?.quote, let quote = report.quote {
                "\(quote.price) (doubtful: \(text(of: report)); the other source confirms it)"
            } else {
                text(of: report) + hint(for: report)
            }
        let details = report.details
        let steps = details.steps.isEmpty ? "" : " (\(details.steps.joined(separator: ", ")))"
        let timings = details.total > .zero ? ["total \(details.total.millisecondsText)\(steps)"] : []
        let notes = details.notes.isEmpty ? [] : [details.notes.joined(separator: ", ")]
        return "\(report.endpoint.sourceName): " + ([result] + timings + notes).joined(separator: "; ")
    }
}
