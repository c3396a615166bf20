import BTCPriceCore

/// The lines that a run prints on standard error.
struct Messages {
    let outcome: Outcome
    /// The sources of the run: a message names the source of a quote if it is not one of them.
    let sources: [String]
    /// A source of the currency that takes no part in the run.
    let otherSource: String?

    /// The lines that are printed without `--quiet`.
    var warnings: [String] {
        outcome.cacheErrors.compactMap { error in
            if case .notWritten(let reason) = error { "cannot update the cache: \(reason)" } else { nil }
        } + [reason].compactMap(\.self)
    }

    /// The additional lines of `--verbose`.
    var details: [String] {
        outcome.cacheErrors.compactMap { error in
            if case .unreadable(let reason) = error { "ignoring the cache: \(reason)" } else { nil }
        }
            + outcome.postponed.map { "\($0.source): asked second for another \($0.remaining.roundedText) (blocked)" }
            + outcome.reports.map(line) + [cacheUse].compactMap(\.self)
    }

    /// Why the quote is not a live one, or why there is none.
    private var reason: String? {
        guard let quote = outcome.quote else { return noQuote }
        switch outcome.reason {
        case nil, .freshEnough, .offline: return nil
        case .background(.failed(let reason)): return "cannot refresh the cache: \(reason)"
        case .background: return nil
        case .failed, .lockTimedOut:
            return "no fresh quote: \(causes); using the quote cached \(quote.age) ago\(origin(of: quote))"
        }
    }

    private var noQuote: String {
        let tooOld = outcome.tooOld.map { "the quote cached \($0) ago is older than --max-stale" }
        let nothing =
            outcome.staleIsUnwanted ? "--max-stale 0 allows no cached quote" : "no usable quote is cached"
        switch outcome.reason {
        case .background(let refresh): return "no quote: \(tooOld ?? nothing); \(text(of: refresh))"
        case .failed, .lockTimedOut: return "no quote: " + [causes, tooOld].compactMap(\.self).joined(separator: "; ")
        case nil, .freshEnough, .offline: return "no quote: \(tooOld ?? nothing)"
        }
    }

    private var causes: String {
        if case .lockTimedOut(let time) = outcome.reason {
            return "another run has been fetching for \(time.roundedText)"
        }
        return outcome.reports.compactMap { report in
            report.error.map { "\(report.source): \($0.text(otherSource: otherSource))" }
        }.joined(separator: "; ")
    }

    private func text(of refresh: RefreshStart) -> String {
        switch refresh {
        case .started: "one is being fetched"
        case .alreadyRunning: "another run is fetching one"
        case .skipped: causes
        case .failed(let reason): "none can be fetched: \(reason)"
        }
    }

    /// Why a cached quote is printed although nothing failed.
    private var cacheUse: String? {
        guard let quote = outcome.quote else { return nil }
        let use = "using the quote cached \(quote.age) ago from \(quote.quote.source)"
        switch outcome.reason {
        case .freshEnough: return "\(use): it is fresh"
        case .offline: return "\(use): --offline"
        case .background(let refresh): return "\(use): \(text(of: refresh))"
        case nil, .failed, .lockTimedOut: return nil
        }
    }

    private func origin(of delivered: DeliveredQuote) -> String {
        let source = delivered.quote.source
        return sources.contains(source) ? "" : " from \(source)"
    }

    /// `binance: 68901.23; total 45.0ms (name 1.0ms, connect 12.1ms, TLS 30.0ms, first byte 45.0ms); at http://127.0.0.1`
    private func line(for report: SourceReport) -> String {
        let result =
            switch report.result {
            case .success(let quote): quote.price.description
            case .failure(let error): error.text(otherSource: otherSource)
            }
        let timings = report.transfer.timings.map(Self.text).map { [$0] } ?? []
        let notes = report.transfer.notes.isEmpty ? [] : [report.transfer.notes.joined(separator: ", ")]
        return "\(report.source): " + ([result] + timings + notes).joined(separator: "; ")
    }

    private static func text(of timings: TransferTimings) -> String {
        let steps = [
            ("name", timings.nameLookup), ("connect", timings.connect), ("TLS", timings.tls),
            ("first byte", timings.firstByte),
        ].filter { $0.1 > .zero }.map { "\($0.0) \($0.1.tenthsText)" }
        let details = steps.isEmpty ? "" : " (\(steps.joined(separator: ", ")))"
        return "total \(timings.total.tenthsText)\(details)"
    }
}
