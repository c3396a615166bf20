import BTCPriceCore
import SampleValues
import Testing

@testable import btcq

/// The lines on stderr. The run's sources are binance and bitstamp.
@Suite struct MessagesTests {
    private static let timedOut = SourceReport("bitstamp", .timedOut(after: .seconds(5)))
    private static let reports = [SourceReport("binance", .rejected("HTTP 500")), timedOut]
    private static let limited = [SourceReport("binance", .skipped(timeLeft: .seconds(9)))]
    private static let refused = ["binance", "bitstamp"].map { SourceReport($0, .networkFailure("connection refused")) }
    private static let reportsText = "binance: HTTP 500; bitstamp: no response in 5s"
    private static let cached = "using the quote cached 5m ago"
    private static let noneCached = "no quote: no usable quote is cached"
    private static let full = StoreError.unusable("/c/f: No space left on device")
    private static let noHome = StoreError.disabled("HOME is not an absolute path")
    private static let directory = StoreError.unusable("/c/f is a directory")
    private static let proxy = "https_proxy=p:1, no_proxy is set"

    private static func quote(_ freshness: DeliveredQuote.Freshness, from source: String = "binance") -> DeliveredQuote
    {
        .sample(from: source, freshness, age: 300)
    }

    /// Why there is no live quote, and what is printed because of it.
    struct Case: CustomTestStringConvertible {
        let name: String
        let reason: NoFreshQuote
        var reports: [SourceReport] = []
        var cacheError: StoreError?
        var proxy: String?
        /// The warning beside a stale quote.
        var stale: String?
        /// The end of the line of `--verbose` beside a stale quote.
        var detail: String?
        /// The warning if there is no quote.
        let none: String

        var testDescription: String { name }
    }

    private static let cases = [
        Case(name: "--offline", reason: .offline, detail: "--offline", none: noneCached),
        Case(
            name: "--offline, no cache", reason: .offline, cacheError: noHome, detail: "--offline",
            none: "no quote: no cache: HOME is not an absolute path"),
        Case(
            name: "--offline, unusable file", reason: .offline, cacheError: directory, detail: "--offline",
            none: "\(noneCached); /c/f is a directory"),
        Case(
            name: "failed", reason: .failed, reports: reports, stale: "no fresh quote: \(reportsText); \(cached)",
            none: "no quote: \(reportsText)"),
        Case(
            name: "failed, no cache", reason: .failed, reports: reports, cacheError: noHome,
            stale: "no fresh quote: \(reportsText); \(cached)",
            none: "no quote: \(reportsText); no cache: HOME is not an absolute path"),
        Case(
            name: "failed, unusable file, proxy", reason: .failed, reports: reports, cacheError: directory,
            proxy: proxy,
            stale: "no fresh quote: \(reportsText) (\(proxy)); \(cached)",
            none: "no quote: \(reportsText) (\(proxy)); /c/f is a directory"),
        Case(
            name: "failed with one error, proxy", reason: .failed, reports: refused, proxy: proxy,
            stale: "no fresh quote: binance, bitstamp: connection refused (\(proxy)); \(cached)",
            none: "no quote: binance, bitstamp: connection refused (\(proxy))"),
        Case(
            name: "failed, one source asked", reason: .failed, reports: [refused[1]],
            stale: "no fresh quote: bitstamp: connection refused; \(cached)",
            none: "no quote: bitstamp: connection refused"),
        Case(
            name: "refresh started", reason: .background(.started), detail: "one is being fetched",
            none: "\(noneCached); one is being fetched"),
        Case(
            name: "refresh started by another run", reason: .background(.leftToAnotherRun),
            detail: "one is being fetched",
            none: "\(noneCached); one is being fetched"),
        Case(
            name: "refresh not due", reason: .background(.notDue(Age(.seconds(4)))),
            detail: "a refresh started 4s ago has stored none yet",
            none: "\(noneCached); a refresh started 4s ago has stored none yet"),
        Case(
            name: "rate-limited", reason: .background(.rateLimited), reports: limited,
            detail: "binance: rate limited for another 9s",
            none: "\(noneCached); binance: rate limited for another 9s"),
        Case(
            name: "refresh not stored", reason: .background(.notStored(full)),
            stale: "cannot refresh the cache: \(full.reason)", detail: "none can be fetched: \(full.reason)",
            none: "\(noneCached); none can be fetched: \(full.reason)"),
        Case(
            name: "refresh not stored, no cache", reason: .background(.notStored(noHome)), cacheError: noHome,
            stale: "cannot refresh the cache: HOME is not an absolute path",
            detail: "none can be fetched in the background without it",
            none: """
                no quote: no cache: HOME is not an absolute path; none can be fetched in the background without it
                """),
        Case(
            name: "refresh not started", reason: .background(.notStarted("no process")),
            stale: "cannot refresh the cache: no process", detail: "none can be fetched: no process",
            none: "\(noneCached); none can be fetched: no process"),
    ]

    @Test(arguments: cases)
    func reason_hasItsWarningAndItsDetail(_ example: Case) {
        func messages(_ ending: Ending) -> Messages {
            self.messages(ending, example.reports, proxy: example.proxy, cacheError: example.cacheError)
        }
        let stale = messages(.stale(Self.quote(.stale), because: example.reason))
        #expect(stale.warnings == [example.stale].compactMap(\.self))
        let detail = example.detail.map { "\(Self.cached) from binance: \($0)" }
        let ignored = example.cacheError.map { "ignoring the cache: \($0.reason)" }
        let others = stale.details.filter { !$0.hasPrefix("binance: ") && !$0.hasPrefix("bitstamp: ") }
        #expect(others == [ignored, detail].compactMap(\.self))
        #expect(stale.details.count - others.count == (example.reports.isEmpty ? 0 : 2))
        let none = messages(.noQuote(because: example.reason, .noneStored))
        #expect(none.warnings == [example.none])
        #expect(none.details == stale.details.filter { $0 != detail })
    }

    @Test(
        arguments: [
            (.networkFailure("connection refused"), true), (.timedOut(after: .seconds(5)), true),
            (.rejected("HTTP 500"), false), (.blocked("HTTP 403", isCertain: false), false),
            (.rateLimited("HTTP 429", for: nil), false), (.skipped(timeLeft: .seconds(7)), false),
            (.invalidData("not JSON"), false), (.invalidPrice, false),
        ] as [(PriceLoadingError, Bool)])
    func proxy_isNamedIfARequestThatMayUseItHasNoResponse(_ error: PriceLoadingError, _ isNamed: Bool) {
        for (proxy, isNamed) in [(Self.proxy, isNamed), (nil, false)] {
            let reports = [SourceReport("binance", .rejected("HTTP 500")), SourceReport("bitstamp", error)]
            let warning = messages(.noQuote(because: .failed, .noneStored), reports, proxy: proxy).warnings[0]
            #expect(warning.hasSuffix(" (\(Self.proxy))") == isNamed, "\(warning)")
        }
    }

    /// The difference is in seconds; positive if the source's clock is ahead.
    @Test(arguments: [
        (0, nil), (300, nil), (-300, nil), (301, "5m behind"), (329, "5m behind"), (330, "6m behind"),
        (-301, "5m ahead of"), (-3570, "1h ahead of"), (-3569, "59m ahead of"), (36_000, "10h behind"),
        (-86_400, "1d ahead of"),
    ])
    func clock_whenItDiffersFromThatOfALiveQuote_isAWarning(_ seconds: Int, _ difference: String?) {
        var transfer = TransferDetails()
        transfer.clockDifference = .seconds(seconds)
        let reports = [SourceReport(Self.reports[0].endpoint, .success(.sample()), transfer)]
        let warning = difference.map { "the clock of this machine is \($0) that of binance" }
        #expect(messages(.quote(Self.quote(.live)), reports).warnings == [warning].compactMap(\.self))
        #expect(messages(.quote(Self.quote(.fresh)), reports).warnings == [])
    }

    @Test func warning_whenNoSourceWasAskedInTime_saysSo() {
        let messages = messages(.stale(Self.quote(.stale), because: .failed))
        #expect(messages.warnings == ["no fresh quote: --max-time passed before a source was asked; \(Self.cached)"])
    }

    private static let tooOld = "the quote cached 5m ago is older than --max-stale"

    @Test(
        arguments: [
            (.offline, .tooOld(Age(.seconds(300))), tooOld),
            (.offline, .notAllowed, "--max-stale 0 allows no cached quote"),
            (.failed, .tooOld(Age(.seconds(300))), "\(reportsText); \(tooOld)"), (.failed, .notAllowed, reportsText),
            (.background(.started), .tooOld(Age(.seconds(300))), "\(tooOld); one is being fetched"),
        ] as [(NoFreshQuote, NoCachedQuote, String)])
    func warning_whenACachedQuoteIsNotPrinted_saysWhy(
        _ reason: NoFreshQuote, _ absence: NoCachedQuote, _ text: String
    ) {
        let messages = messages(.noQuote(because: reason, absence), reason == .failed ? Self.reports : [])
        #expect(messages.warnings == ["no quote: \(text)"])
    }

    @Test(arguments: [("binance", ""), ("bitstamp", ""), ("kraken", " from kraken")])
    func warning_whenTheStaleQuoteIsOfAnotherSource_namesIt(_ source: String, _ text: String) {
        let messages = messages(.stale(Self.quote(.stale, from: source), because: .failed), Self.reports)
        #expect(messages.warnings == ["no fresh quote: \(Self.reportsText); \(Self.cached)\(text)"])
    }

    /// In the second case, another run has stored the quote that is printed.
    @Test func fallback_whenItWasNotAsked_isReportedWithTheReason() {
        let live = messages(.quote(Self.quote(.live)), [.quote(.binance)])
        #expect(live.details.contains("bitstamp: not asked: the primary responded in time"), "\(live.details)")
        let fresh = messages(.quote(Self.quote(.fresh)), [SourceReport("binance", .timedOut(after: .seconds(5)))])
        #expect(fresh.details.contains("bitstamp: not asked: --max-time passed first"), "\(fresh.details)")
    }

    @Test func quote_whenNothingFailed_hasNoWarning() {
        let (live, fresh) = (messages(.quote(Self.quote(.live))), messages(.quote(Self.quote(.fresh))))
        #expect(live.warnings + fresh.warnings + live.details == [])
        #expect(fresh.details == ["\(Self.cached) from binance: it is fresh"])
    }

    // Reports.

    /// The durations are in microseconds.
    private static func transfer(
        _ steps: KeyValuePairs<String, Int>, total: Int, notes: [String] = []
    ) -> TransferDetails {
        var transfer = TransferDetails(notes: notes)
        transfer.steps = steps.map { TransferDetails.Step(name: $0.key, end: .microseconds($0.value)) }
        transfer.total = .microseconds(total)
        return transfer
    }

    @Test(
        arguments: [
            ("", transfer([:], total: 0)), ("; total 3.0ms", transfer([:], total: 3000)),
            (
                "; total 1045.0ms (name 1.0ms, TLS 30.0ms, first byte 45.0ms)",
                transfer(["name": 1049, "TLS": 30_000, "first byte": 45_060], total: 1_045_099)
            ),
            (
                "; total 0.0ms; at http://[::1]:9, certificates: /c",
                transfer([:], total: 40, notes: ["at http://[::1]:9", "certificates: /c"])
            ),
        ])
    func details_giveEachSourcesResultItsTimingsAndItsNotes(_ text: String, _ transfer: TransferDetails) {
        let reports = [
            SourceReport(Self.reports[0].endpoint, .failure(.rejected("HTTP 503")), transfer),
            SourceReport(Self.timedOut.endpoint, .success(.sample()), transfer),
        ]
        let details = messages(.quote(Self.quote(.live)), reports).details
        #expect(details == ["binance: HTTP 503\(text)", "bitstamp: 68901.23\(text)"])
    }

    private func messages(
        _ ending: Ending, _ reports: [SourceReport] = [], proxy: String? = nil, cacheError: StoreError? = nil
    ) -> Messages {
        var diagnostics = Diagnostics()
        diagnostics.reports = reports.map { report in
            proxy == nil ? report : SourceReport(report.endpoint, report.result, TransferDetails(suspect: proxy))
        }
        diagnostics.cacheError = cacheError
        return Messages(Outcome(ending, diagnostics), sourceNames: ["binance", "bitstamp"])
    }

    @Test(
        arguments: [
            (.networkFailure("connection refused"), "connection refused"), (.rejected("HTTP 500"), "HTTP 500"),
            (.rateLimited("HTTP 429 (rate limited)", for: .seconds(7)), "HTTP 429 (rate limited)"),
            (.skipped(timeLeft: .milliseconds(9500)), "rate limited for another 9.5s"),
            (.invalidData("not JSON"), "invalid data (not JSON)"), (.invalidPrice, "invalid data (not a price)"),
            (.timedOut(after: .milliseconds(4200)), "no response in 4.2s"),
            (
                .blocked("HTTP 451", isCertain: true),
                "HTTP 451 (blocked in this country; try --source coinbase)"
            ),
            (.blocked("HTTP 403", isCertain: false), "HTTP 403 (blocked? try --source coinbase)"),
        ] as [(PriceLoadingError, String)])
    func text_isOneClauseWithAnotherSourceIfTheSourceIsBlocked(_ error: PriceLoadingError, _ text: String) {
        #expect(error.text(otherSource: "coinbase") == text)
        // Without another source there is no hint.
        let isBlocked = if case .blocked = error { true } else { false }
        #expect(error.text(otherSource: nil) == (isBlocked ? String(text.prefix(8)) : text))
    }
}
