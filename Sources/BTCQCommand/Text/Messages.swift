import BTCPriceCore

/// The lines that a run prints on standard error.
struct Messages {
    private let ending: Ending
    private let diagnostics: Diagnostics
    /// Those of the run, the primary first. A warning about a quote of another source names that source.
    private let sourceNames: [String]

    init(_ outcome: Outcome, sourceNames: [String]) {
        ending = outcome.ending
        diagnostics = outcome.diagnostics
        self.sourceNames = sourceNames
    }

    /// The lines that are printed unless `--quiet` is given.
    var warnings: [String] {
        [
            diagnostics.storeError.map { "cannot update the cache: \($0.reason)" },
            diagnostics.rateLimitError.map { "cannot store a rate limit: \($0.reason)" },
            warning,
        ].compactMap { $0 }
    }

    /// The additional lines of `--verbose`.
    var details: [String] {
        let cache = diagnostics.cacheError.map { "ignoring the cache: \($0.reason)" }
        return [cache].compactMap { $0 } + sourceLines + [cacheUse].compactMap { $0 }
    }

    /// Why the quote is not what was asked for, or why there is none; nil if there is nothing to report.
    private var warning: String? {
        let clauses: [String?] =
            switch ending {
            case .quote, .stale(_, because: .offline): []
            case .stale(_, because: .background(.notStored(let error))): ["cannot refresh the cache: \(error.reason)"]
            case .stale(_, because: .background(.notStarted(let reason))): ["cannot refresh the cache: \(reason)"]
            case .stale(_, because: .background): []
            case .stale(let stale, because: .failed): ["no fresh quote: \(sourceErrors)", use(of: stale)]
            case .noQuote(because: .offline, let cached): ["no quote: \(absence(of: cached))", unusableCache]
            case .noQuote(because: .background(let refresh), let cached):
                ["no quote: \(absence(of: cached))", text(of: refresh), unusableCache]
            case .noQuote(because: .failed, .tooOld(let age)):
                ["no quote: \(sourceErrors)", absence(of: .tooOld(age)), unusableCache]
            case .noQuote(because: .failed, _): ["no quote: \(sourceErrors)", disabledCache, unusableCache]
            }
        return clauses.isEmpty ? nil : clauses.compactMap { $0 }.joined(separator: "; ")
    }

    /// `using the quote cached 5m ago`, followed by its source if that is not a source of the run.
    private func use(of cached: DeliveredQuote) -> String {
        let source = cached.quote.sourceName
        return "using the quote cached \(cached.age) ago" + (sourceNames.contains(source) ? "" : " from \(source)")
    }

    /// Why no cached quote is printed.
    private func absence(of cached: NoCachedQuote) -> String {
        if let disabledCache { return disabledCache }
        return switch cached {
        case .noneStored: "no usable quote is cached"
        case .tooOld(let age): "the quote cached \(age) ago is older than --max-stale"
        case .notAllowed: "--max-stale 0 allows no cached quote"
        }
    }

    private var disabledCache: String? {
        if case .disabled(let reason)? = diagnostics.cacheError { "no cache: \(reason)" } else { nil }
    }

    /// Why the cache file cannot be read; nil if it can, or if there is no cache.
    private var unusableCache: String? {
        if case .unusable(let reason)? = diagnostics.cacheError { reason } else { nil }
    }

    private func text(of refresh: RefreshOutcome) -> String {
        switch refresh {
        case .started, .leftToAnotherRun: "one is being fetched"
        case .notDue(let age): "a refresh started \(age) ago has stored none yet"
        case .rateLimited: sourceErrors
        case .notStored(.disabled): "none can be fetched in the background without it"
        case .notStored(.unusable(let reason)), .notStarted(let reason): "none can be fetched: \(reason)"
        }
    }

    /// The error of each source, or one that they share, and the proxy if it may be the cause.
    private var sourceErrors: String {
        var errors: [(source: String, text: String)] = []
        for report in diagnostics.reports {
            guard case .failure(let error) = report.result else { continue }
            errors.append((report.endpoint.sourceName, error.text(otherSource: diagnostics.otherSource)))
        }
        let withoutResponse = diagnostics.reports.filter { $0.error?.isWithoutResponse == true }
        let suspect = withoutResponse.compactMap { $0.transfer.suspect }.first.map { " (\($0))" } ?? ""
        if let text = errors.first?.text, errors.allSatisfy({ $0.text == text }) {
            return "\(errors.map { $0.source }.joined(separator: ", ")): \(text)\(suspect)"
        }
        return errors.map { "\($0.source): \($0.text)" }.joined(separator: "; ") + suspect
    }

    /// What each source of the run did, the primary first; empty if no source was asked or skipped.
    private var sourceLines: [String] {
        if diagnostics.reports.isEmpty { return [] }
        let isLive = if case .quote(let quote) = ending { !quote.isCached } else { false }
        let reason = isLive ? "the primary responded in time" : "--max-time passed first"
        return sourceNames.map { source in
            let report = diagnostics.reports.first { $0.endpoint.sourceName == source }
            return report.map(line) ?? "\(source): not asked: \(reason)"
        }
    }

    /// Why a cached quote is printed; nil if none is, or if the sources have failed, which `warning` reports.
    private var cacheUse: String? {
        func line(_ cached: DeliveredQuote, _ reason: String) -> String {
            "using the quote cached \(cached.age) ago from \(cached.quote.sourceName): \(reason)"
        }
        return switch ending {
        case .quote(let quote) where quote.isCached: line(quote, "it is fresh")
        case .stale(let quote, because: .offline): line(quote, "--offline")
        case .stale(let quote, because: .background(let refresh)): line(quote, text(of: refresh))
        case .quote, .stale(_, because: .failed), .noQuote: nil
        }
    }

    /// `binance: 68901.23; total 45.0ms (name 1.0ms, connect 12.1ms, TLS 30.0ms, first byte 45.0ms); at http://[::1]`
    private func line(for report: SourceReport) -> String {
        let result =
            switch report.result {
            case .success(let quote): quote.price.description
            case .failure(let error): error.text(otherSource: diagnostics.otherSource)
            }
        let transfer = report.transfer
        let timings = transfer.total > .zero ? [Self.timings(of: transfer)] : []
        let notes = transfer.notes.isEmpty ? [] : [transfer.notes.joined(separator: ", ")]
        return "\(report.endpoint.sourceName): " + ([result] + timings + notes).joined(separator: "; ")
    }

    private static func timings(of transfer: TransferDetails) -> String {
        let steps = transfer.steps.map { "\($0.name) \($0.end.millisecondsText)" }
        let details = steps.isEmpty ? "" : " (\(steps.joined(separator: ", ")))"
        return "total \(transfer.total.millisecondsText)\(details)"
    }
}

extension PriceLoadingError {
    /// One short clause, such as `HTTP 500` in `btcq: no quote: binance: HTTP 500`.
    ///
    /// - Parameter otherSource: the source that a hint names, if this one is blocked; nil: no hint.
    func text(otherSource: String?) -> String {
        switch self {
        case .networkFailure(let reason), .rejected(let reason), .rateLimited(let reason, _): reason
        case .blocked(let reason, let isCertain):
            if let otherSource {
                "\(reason) (\(isCertain ? "blocked in this country;" : "blocked?") try --source \(otherSource))"
            } else {
                reason
            }
        case .skipped(let timeLeft): "rate limited for another \(timeLeft.text)"
        case .invalidData(let reason): "invalid data (\(reason))"
        case .invalidPrice: "invalid data (not a price)"
        case .timedOut(let time): "no response in \(time.text)"
        }
    }
}
