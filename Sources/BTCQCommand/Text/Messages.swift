import BTCPriceCore

/// The lines that a run prints on standard error.
struct Messages {
    private let ending: Ending
    private let diagnostics: Diagnostics
    /// The sources of the run: a message names the source of a quote if it is not one of them.
    private let sources: [String]
    private let proxy: String?

    /// - Parameter proxy: the proxy that may be the cause of an error.
    init(_ outcome: Outcome, sources: [String], proxy: String?) {
        ending = outcome.ending
        diagnostics = outcome.diagnostics
        self.sources = sources
        self.proxy = proxy
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

    /// Why the quote is not what was asked for, or why there is none.
    private var warning: String? {
        switch ending {
        case .quote, .stale(_, because: .offline): nil
        case .stale(_, because: .background(let refresh)):
            refresh.failure.map { "cannot refresh the cache: \($0)" }
        case .stale(let stale, let reason):
            "no fresh quote: \(text(of: reason)); using the quote cached \(stale.age) ago"
                + (sources.contains(stale.quote.source) ? "" : " from \(stale.quote.source)")
        case .noQuote(let reason, let cached): "no quote: \(text(of: reason, and: cached))"
        }
    }

    private func text(of reason: NoLiveQuote, and cached: NoCachedQuote) -> String {
        let (absence, isWorthMentioning) = absence(cached)
        let clauses =
            switch reason {
            case .offline: [absence]
            case .background: [absence, text(of: reason)]
            case .failed: [text(of: reason)] + (isWorthMentioning ? [absence] : [])
            }
        return (clauses + [unusableCache].compactMap { $0 }).joined(separator: "; ")
    }

    /// Why the cache file cannot be read, unless there is no cache at all.
    private var unusableCache: String? {
        if case .unusable(let reason)? = diagnostics.cacheError { reason } else { nil }
    }

    /// Why no cached quote is printed, and whether to mention that beside the reports: that nothing is stored, or
    /// allowed, needs no explanation.
    private func absence(_ cached: NoCachedQuote) -> (String, isWorthMentioning: Bool) {
        if case .disabled(let reason)? = diagnostics.cacheError { return ("no cache: \(reason)", true) }
        return switch cached {
        case .noneStored: ("no usable quote is cached", false)
        case .tooOld(let age): ("the quote cached \(age) ago is older than --max-stale", true)
        case .notAllowed: ("--max-stale 0 allows no cached quote", false)
        }
    }

    private func text(of reason: NoLiveQuote) -> String {
        switch reason {
        case .offline: "--offline"
        case .failed, .background(.rateLimited):
            sourceErrors + (proxy.map { " (\($0))" } ?? "")
        case .background(.started): "one is being fetched"
        case .background(.notDue(let age)): "a refresh started \(age) ago has stored none yet"
        case .background(.notStored(.disabled)): "none can be fetched in the background without it"
        case .background(let refresh): "none can be fetched: \(refresh.failure ?? "")"
        }
    }

    /// The error of each source, or one that they share.
    private var sourceErrors: String {
        let errors = diagnostics.reports.compactMap { report in
            report.error.map { (source: report.source.name, text: $0.text(otherSource: diagnostics.otherSource)) }
        }
        if let text = errors.first?.text, errors.allSatisfy({ $0.text == text }) {
            return "\(errors.map { $0.source }.joined(separator: ", ")): \(text)"
        }
        return errors.map { "\($0.source): \($0.text)" }.joined(separator: "; ")
    }

    /// What each source of a fetch did.
    private var sourceLines: [String] {
        if diagnostics.reports.isEmpty { return [] }
        let reason = if case .quote = ending { "the primary responded in time" } else { "--max-time passed first" }
        return sources.map { source in
            let report = diagnostics.reports.first { $0.source.name == source }
            return report.map(line) ?? "\(source): not asked: \(reason)"
        }
    }

    /// Why a cached quote is printed although nothing failed.
    private var cacheUse: String? {
        func use(_ cached: DeliveredQuote) -> String {
            "using the quote cached \(cached.age) ago from \(cached.quote.source)"
        }
        return switch ending {
        case .quote(let quote) where quote.isCached: "\(use(quote)): it is fresh"
        case .stale(let quote, let reason) where reason != .failed: "\(use(quote)): \(text(of: reason))"
        case .quote, .stale, .noQuote: nil
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
        return "\(report.source.name): " + ([result] + timings + notes).joined(separator: "; ")
    }

    private static func timings(of transfer: TransferDetails) -> String {
        let steps = transfer.steps.map { "\($0.name) \($0.end.exactText)" }
        let details = steps.isEmpty ? "" : " (\(steps.joined(separator: ", ")))"
        return "total \(transfer.total.exactText)\(details)"
    }
}

extension RefreshStart {
    /// Why no refresh could be started; nil if none was necessary.
    fileprivate var failure: String? {
        switch self {
        case .started, .notDue, .rateLimited: nil
        case .notStored(let error): error.reason
        case .notStarted(let reason): reason
        }
    }
}
