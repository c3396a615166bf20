import BTCPriceCore
import Platform

/// What a run reports of the sources and the cache; `Messages+Verbose.swift` has what `--verbose` adds.
struct Messages {
    let outcome: Outcome
    let diagnostics: Diagnostics
    let maxStale: Duration

    /// The lines that are printed unless `--quiet` is given: warnings, and why the quote is stale or missing.
    var lines: [String] {
        [
            diagnostics.storeError.map { "cannot update the cache: \($0.reason)" },
            diagnostics.rateLimitError.map { "cannot store a rate limit: \($0.reason)" },
            error,
            clockWarning,
        ].compactMap { $0 }
    }

    /// Only for a live quote: its time, which a log records, was just read from this machine's clock.
    private var clockWarning: String? {
        guard let delivered = outcome.delivered, !delivered.isCached else { return nil }
        let difference = diagnostics.clockDifference
        let isBehind = difference > .zero
        let magnitude = isBehind ? difference : .zero - difference
        guard magnitude > Timestamp.maxClockDifference else { return nil }
        let minutes = (magnitude + .seconds(30)).components.seconds / 60
        let direction = isBehind ? "behind" : "ahead of"
        return "the clock of this machine is \(Age(.seconds(minutes * 60))) \(direction) that of "
            + "\(delivered.quote.sourceName); times are wrong by that"
    }

    /// Why the quote is not what was asked for, or why there is none: what has failed, what follows from it, and what
    /// is wrong with the cache, as clauses joined by semicolons.
    private var error: String? {
        let clauses: [String?] =
            switch outcome {
            case .stale(_, because: .background(.notStored(let error))): ["cannot refresh the cache: \(error.reason)"]
            case .stale(_, because: .background(.notStarted(let reason))): ["cannot refresh the cache: \(reason)"]
            case .quote, .stale(_, because: .offline), .stale(_, because: .background): []
            case .stale(let stale, because: .failed): ["no fresh quote: \(sourceErrors)", use(of: stale)]
            case .noQuote(because: .offline, let cached):
                [
                    "no quote: \(absence(of: cached))",
                    cached == .noneStored && disabledCache == nil ? "run btcq once without --offline" : nil,
                    unusableCache,
                ]
            case .noQuote(because: .background(let refresh), let cached):
                ["no quote: \(absence(of: cached))", text(of: refresh), unusableCache]
            case .noQuote(because: .failed, .tooOld(let age)):
                ["no quote: \(sourceErrors)", absence(of: .tooOld(age)), unusableCache]
            case .noQuote(because: .failed, _): ["no quote: \(sourceErrors)", disabledCache, unusableCache]
            }
        return clauses.isEmpty ? nil : (clauses + [unusedQuote]).compactMap { $0 }.joined(separator: "; ")
    }

    /// `using the quote cached 5m ago`, and its source if it is not one of this run's.
    private func use(of cached: DeliveredQuote) -> String {
        "using the quote cached \(cached.age) ago"
            + (cached.isOfAnotherSource ? " from \(cached.quote.sourceName)" : "")
    }

    private func absence(of cached: Outcome.NoCachedQuoteReason) -> String {
        if let disabledCache { return disabledCache }
        return switch cached {
        case .noneStored, .ofAnotherSource: "no usable quote is cached"
        case .tooOld(let age): "the quote cached \(age) ago is older than \(Age(maxStale)) (--max-stale)"
        case .notAllowed: "--max-stale 0 allows no stale quote"
        }
    }

    private var unusedQuote: String? {
        guard case .noQuote(_, .ofAnotherSource(let name, let age)) = outcome else { return nil }
        return "that of \(name) of \(age) ago is not used"
    }

    private var disabledCache: String? {
        if case .disabled(let reason)? = diagnostics.cacheError { "no cache: \(reason)" } else { nil }
    }

    /// What is wrong with the cache file.
    private var unusableCache: String? {
        if case .unusable(let reason)? = diagnostics.cacheError { reason } else { nil }
    }

    func text(of refresh: RefreshOutcome) -> String {
        switch refresh {
        case .started, .leftToAnotherRun: "one is being fetched"
        case .notDue(let age): "a refresh started \(age) ago has stored none yet; btcq -v shows why"
        case .rateLimited: sourceErrors
        case .notStored(.disabled): "--background needs one"
        case .notStored(.unusable(let reason)), .notStarted(let reason): "none can be fetched: \(reason)"
        }
    }

    /// The error of each source that was asked or is rate-limited, or the one that they share; and, if one did not
    /// respond, the proxy that may be to blame.
    private var sourceErrors: String {
        let reports = diagnostics.reports.filter { $0.error != .notAsked }
        guard let first = reports.first else { return "--max-time passed before a source was asked" }
        let withoutResponse = reports.filter { $0.error?.isWithoutResponse == true }
        let cause = withoutResponse.compactMap { $0.details.possibleCause }.first.map { " (\($0))" } ?? ""
        let areAlike = reports.allSatisfy { text(of: $0) == text(of: first) }
        let errors =
            areAlike
            ? [
                reports.map { $0.endpoint.sourceName }.joined(separator: ", ")
                    + ": \(text(of: first))\(hint(for: first))"
            ]
            : reports.map { "\($0.endpoint.sourceName): \(text(of: $0))\(hint(for: $0))" }
        let areAllByPrice = reports.allSatisfy { $0.doubt?.earlierPrice != nil && $0.doubt?.sent == nil }
        let disagreement = reports.count > 1 && areAllByPrice ? "; they differ by more than a tenth" : ""
        return errors.joined(separator: "; ") + disagreement + cause
    }

    /// What became of a source, such as `68901.23` or `HTTP 500`.
    func text(of report: SourceReport) -> String {
        switch report.result {
        case .quote(let quote, _): quote.price.description
        case .doubtful(let quote, let doubt, let earlierPrice):
            text(of: doubt, about: quote, isBesideIt: earlierPrice != nil)
        case .failure(let error): text(of: error)
        }
    }

    private func text(of error: PriceLoadingError) -> String {
        switch error {
        case .networkFailure(let reason), .rejected(let reason), .rateLimited(let reason, _, _),
            .blocked(let reason, _):
            reason
        case .skipped(let timeLeft): "rate limited for another \(timeLeft.text)"
        case .notAsked where outcome.delivered?.isCached == false: "not asked: the primary responded in time"
        case .notAsked: "not asked: --max-time passed first"
        case .invalidData(let reason): "invalid data (\(reason))"
        case .invalidPrice: "invalid data (not a price)"
        case .timedOut(let what, let time): "\(what) in \(time.text)"
        }
    }

    /// - Parameter isBesideIt: whether the earlier price is in the same response.
    private func text(of doubt: Doubt, about quote: PriceQuote, isBesideIt: Bool) -> String {
        var reasons: [String] = []
        if let sent = doubt.sent {
            let age = Age(quote.timestamp - sent.date)
            reasons.append("response is \(age) old, or the clock of this machine is \(age) ahead")
        }
        func unlike(_ earlier: Price, _ time: String) -> String {
            let ratio = quote.price.exceeds(earlier, hundredths: 100) ? "more than three times" : "less than a third of"
            return "price \(short(quote.price)) is \(ratio) \(short(earlier)), that of \(time)"
                + (isBesideIt ? "" : " at the other source")
        }
        switch doubt.earlierPrice {
        case .of24HoursBefore(let price): reasons.append(unlike(price, "24h before"))
        case .ofMidnight(let price): reasons.append(unlike(price, "midnight UTC"))
        case .change(let percent):
            reasons.append("price \(short(quote.price)) has changed by \(short(percent))% in 24h")
        case nil: break
        }
        return reasons.joined(separator: ", and ")
    }

    /// Exponents can make a number long.
    private func short(_ number: some CustomStringConvertible) -> String {
        TerminalText.abbreviated(Array(number.description.utf8))
    }

    /// What to try: other sources for the first source that may be blocked, or, if only one source takes part, a second
    /// one for a doubtful price.
    func hint(for report: SourceReport) -> String {
        if report.doubt?.earlierPrice != nil, diagnostics.reports.count == 1 {
            return " (a second source could confirm it)"
        }
        let firstBlocked = diagnostics.reports.first { if case .blocked? = $0.error { true } else { false } }
        guard case .blocked(_, let isCertain)? = report.error, report.endpoint == firstBlocked?.endpoint else {
            return ""
        }
        let alternatives = diagnostics.alternatives
        let cause = isCertain ? "blocked in this country;" : "blocked?"
        return switch alternatives.count {
        case 0: ""
        case 1: " (\(cause) try --source \(alternatives[0]))"
        default: " (\(cause) try --primary \(alternatives[0]) --fallback \(alternatives[1]))"
        }
    }
}
