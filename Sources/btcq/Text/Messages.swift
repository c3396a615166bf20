import BTCPriceCore

/// What a run prints on standard error; `Messages+Verbose.swift` has what `--verbose` adds.
struct Messages {
    private static let maxClockDifference = Duration.seconds(300)

    let outcome: Outcome
    let diagnostics: Diagnostics
    let maxStale: Duration
    /// The sources to suggest if one of this run may be blocked.
    let alternatives: [String]

    /// The lines that are printed unless `--quiet` is given: warnings, and the error that ends the run.
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
        guard case .quote(let delivered) = outcome, !delivered.isCached else { return nil }
        let difference = diagnostics.clockDifference
        let isBehind = difference > .zero
        let magnitude = isBehind ? difference : .zero - difference
        guard magnitude > Self.maxClockDifference else { return nil }
        let minutes = (magnitude + .seconds(30)).components.seconds / 60
        let direction = isBehind ? "behind" : "ahead of"
        return "the clock of this machine is \(Age(.seconds(minutes * 60))) \(direction) that of "
            + "\(delivered.quote.sourceName); times are wrong by that"
    }

    /// Why the quote is not what was asked for, or why there is none: what has failed, what follows from it, and what is wrong
    /// with the cache, as clauses joined by semicolons.
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
        let source = cached.quote.sourceName
        let isOfThisRun = diagnostics.reports.contains { $0.endpoint.sourceName == source }
        return "using the quote cached \(cached.age) ago" + (isOfThisRun ? "" : " from \(source)")
    }

    private func absence(of cached: NoCachedQuote) -> String {
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

    /// The error of each source, or one that they share, and the proxy that may be to blame.
    private var sourceErrors: String {
        var errors: [(source: String, text: String)] = []
        for report in diagnostics.reports {
            guard let error = report.error, error != .notAsked else { continue }
            errors.append((report.endpoint.sourceName, text(of: error)))
        }
        if errors.isEmpty { return "--max-time passed before a source was asked" }
        let withoutResponse = diagnostics.reports.filter { $0.error?.isWithoutResponse == true }
        let cause = withoutResponse.compactMap { $0.details.possibleCause }.first.map { " (\($0))" } ?? ""
        if let text = errors.first?.text, errors.allSatisfy({ $0.text == text }) {
            return "\(errors.map { $0.source }.joined(separator: ", ")): \(text)\(cause)"
        }
        return errors.map { "\($0.source): \($0.text)" }.joined(separator: "; ") + cause
    }

    /// Such as `HTTP 500`.
    func text(of error: PriceLoadingError) -> String {
        switch error {
        case .networkFailure(let reason), .rejected(let reason), .rateLimited(let reason, _): reason
        case .blocked(let reason, let isCertain): reason + hint(isCertain ? "blocked in this country;" : "blocked?")
        case .skipped(let timeLeft): "rate limited for another \(timeLeft.text)"
        case .notAsked: "not asked: \(isLive ? "the primary responded in time" : "--max-time passed first")"
        case .invalidData(let reason): "invalid data (\(reason))"
        case .invalidPrice: "invalid data (not a price)"
        case .sentLongAgo(let quote, let sent):
            "invalid data (response is \(Age(quote.timestamp - sent)) old, "
                + "or the clock of this machine is \(Age(quote.timestamp - sent)) ahead)"
        case .timedOut(let what, let time): "\(what) in \(time.text)"
        }
    }

    /// What to try if a source is blocked: two sources, or one if there is no other.
    private func hint(_ cause: String) -> String {
        switch alternatives.count {
        case 0: ""
        case 1: " (\(cause) try --source \(alternatives[0]))"
        default: " (\(cause) try --primary \(alternatives[0]) --fallback \(alternatives[1]))"
        }
    }

    private var isLive: Bool {
        if case .quote(let quote) = outcome { !quote.isCached } else { false }
    }
}
