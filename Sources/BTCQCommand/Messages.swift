import BTCPriceCore

/// The lines that a run puts on standard error.
struct Messages {
    let outcome: Outcome
    /// The sources of the run: a quote of another one is named.
    let sources: [String]

    /// What is worth a warning.
    var warnings: [String] {
        outcome.problems.compactMap { problem in
            if case .notUpdated(let error) = problem { "cannot update the cache: \(error)" } else { nil }
        } + [reason].compactMap(\.self)
    }

    /// How the cache and each source did, too.
    var details: [String] {
        outcome.problems.compactMap { problem in
            if case .unusable(let error) = problem { "the cache counts as empty: \(error)" } else { nil }
        }
            + outcome.postponed.map { "\($0.source): asked second for another \($0.remaining.brief) (refused us)" }
            + outcome.reports.map(Self.line) + [fromCache].compactMap(\.self)
    }

    /// Why the quote is not a live one, or why there is none.
    private var reason: String? {
        guard let quote = outcome.quote else { return noQuote }
        switch outcome.reason {
        case nil, .freshEnough, .offline: return nil
        case .background(.impossible(let why)): return "cannot refresh the cache: \(why)"
        case .background: return nil
        case .failed, .noTurn:
            return "no fresh quote: \(causes); using the one cached \(quote.age) ago\(origin(of: quote))"
        }
    }

    private var noQuote: String {
        let tooOld = outcome.tooOld.map { "the one cached \($0) ago is older than --max-stale" }
        let nothing = outcome.staleIsUnwanted ? "--max-stale 0 allows no cached one" : "nothing usable is cached"
        switch outcome.reason {
        case .background(let refresh): return "no quote: \(tooOld ?? nothing); \(words(for: refresh))"
        case .failed, .noTurn: return "no quote: " + [causes, tooOld].compactMap(\.self).joined(separator: "; ")
        case nil, .freshEnough, .offline: return "no quote: \(tooOld ?? nothing)"
        }
    }

    private var causes: String {
        if case .noTurn(let time) = outcome.reason { return "another run has been asking for \(time.brief)" }
        let errors = outcome.reports.compactMap { report in report.error.map { "\(report.source): \($0)" } }
        return errors.isEmpty ? "out of memory" : errors.joined(separator: "; ")
    }

    private func words(for refresh: BackgroundRefresh) -> String {
        switch refresh {
        case .started: "one is on its way"
        case .underWay: "another run is fetching one"
        case .leftAlone: causes
        case .impossible(let why): "none can be fetched: \(why)"
        }
    }

    /// What was taken from the cache on purpose.
    private var fromCache: String? {
        guard let quote = outcome.quote else { return nil }
        let taken = "\(quote.quote.source)'s quote of \(quote.age) ago is taken from the cache"
        switch outcome.reason {
        case .freshEnough, .offline: return "\(taken): the network was not asked"
        case .background(let refresh): return "\(taken): \(words(for: refresh))"
        case nil, .failed, .noTurn: return nil
        }
    }

    private func origin(of delivered: DeliveredQuote) -> String {
        let source = delivered.quote.source
        return sources.contains(source) ? "" : " from \(source)"
    }

    /// `binance: 68901.23; total 45.0ms (name 1.0ms, connect 12.1ms, TLS 30.0ms, first byte 45.0ms)`, and the way there
    /// behind it where that is not the usual one.
    private static func line(for report: SourceReport) -> String {
        let answer =
            switch report.result {
            case .success(let quote): quote.price.description
            case .failure(let error): error.description
            }
        let way = report.route.isEmpty ? "" : "; \(report.route.joined(separator: ", "))"
        guard let timings = report.timings else { return "\(report.source): \(answer)\(way)" }
        let steps = [
            ("name", timings.nameLookup), ("connect", timings.connect), ("TLS", timings.tls),
            ("first byte", timings.firstByte),
        ].filter { $0.1 > .zero }.map { "\($0.0) \(precise($0.1))" }
        let details = steps.isEmpty ? "" : " (\(steps.joined(separator: ", ")))"
        return "\(report.source): \(answer); total \(precise(timings.total))\(details)\(way)"
    }

    /// Tenths of a millisecond: a loopback answer takes less than one.
    private static func precise(_ duration: Duration) -> String {
        let tenths = duration.components.seconds * 10_000 + duration.components.attoseconds / 100_000_000_000_000
        return "\(tenths / 10).\(tenths % 10)ms"
    }
}
