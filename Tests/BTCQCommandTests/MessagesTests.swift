import BTCPriceCore
import Testing

@testable import BTCQCommand

/// The lines on stderr. The run's sources are binance and coinbase.
@Suite struct MessagesTests {
    private static let reports = [SourceReport("binance", .rejected("HTTP 500")), timedOut]
    private static let timedOut = SourceReport("coinbase", .timedOut(after: .seconds(5)))
    private static let limited = SourceReport("binance", .skipped(timeLeft: .seconds(9)))
    private static let reportsText = "binance: HTTP 500; coinbase: no response in 5s"
    private static let cached = "using the quote cached 5m ago"
    private static let fromBinance = "\(cached) from binance: "
    private static let full = StoreError.unusable("/c/f: No space left on device")

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let ending: Ending
        let reports: [SourceReport]
        let cacheError: StoreError?
        let proxy: String?
        let warning: String?
        /// The lines of `--verbose` that are not reports.
        let details: [String]

        init(
            _ condition: String, _ ending: Ending, _ reports: [SourceReport] = [], cacheError: StoreError? = nil,
            proxy: String? = nil, warning: String? = nil, details: [String] = []
        ) {
            testDescription = condition
            (self.ending, self.reports, self.cacheError) = (ending, reports, cacheError)
            (self.proxy, self.warning, self.details) = (proxy, warning, details)
        }
    }

    private static func quote(_ freshness: DeliveredQuote.Freshness, from source: String = "binance") -> DeliveredQuote
    {
        DeliveredQuote(.sample(source), freshness, age: Age(.seconds(300)))
    }

    private static func stale(_ reason: NoLiveQuote, from source: String = "binance") -> Ending {
        .stale(quote(.stale, from: source), because: reason)
    }

    private static func none(_ reason: NoLiveQuote, _ cached: NoCachedQuote = .noneStored) -> Ending {
        .noQuote(because: reason, cached)
    }

    private static let quotes = [
        Case("live", .quote(quote(.live))),
        Case("fresh", .quote(quote(.fresh)), details: ["\(fromBinance)it is fresh"]),
        Case("stale, --offline", stale(.offline), details: ["\(fromBinance)--offline"]),
        Case("stale, failed", stale(.failed), reports, warning: "no fresh quote: \(reportsText); \(cached)"),
        Case(
            "stale, failed, from the other source of the run", stale(.failed, from: "coinbase"), reports,
            warning: "no fresh quote: \(reportsText); \(cached)"),
        Case(
            "stale, failed, from another source", stale(.failed, from: "kraken"), reports,
            warning: "no fresh quote: \(reportsText); \(cached) from kraken"),
        Case(
            "stale, refresh started", stale(.background(.started)), details: ["\(fromBinance)one is being fetched"]),
        Case(
            "stale, refresh not due", stale(.background(.notDue(Age(.seconds(4))))),
            details: ["\(fromBinance)a refresh started 4s ago has stored none yet"]),
        Case(
            "stale, rate-limited", stale(.background(.rateLimited)), [limited],
            details: ["\(fromBinance)binance: rate limited for another 9s"]),
        Case(
            "stale, refresh not stored", stale(.background(.notStored(full))),
            warning: "cannot refresh the cache: \(full.reason)",
            details: ["\(fromBinance)none can be fetched: \(full.reason)"]),
        Case(
            "stale, refresh not started", stale(.background(.notStarted("no process"))),
            warning: "cannot refresh the cache: no process",
            details: ["\(fromBinance)none can be fetched: no process"]),
    ]

    private static let tooOld = "the quote cached 5m ago is older than --max-stale"
    private static let noneStored = "no quote: no usable quote is cached"

    private static let absences = [
        Case("--offline, none stored", none(.offline), warning: noneStored),
        Case("--offline, too old", none(.offline, .tooOld(Age(.seconds(300)))), warning: "no quote: \(tooOld)"),
        Case(
            "--offline, --max-stale 0", none(.offline, .notAllowed),
            warning: "no quote: --max-stale 0 allows no cached quote"),
        Case("failed, none stored", none(.failed), reports, warning: "no quote: \(reportsText)"),
        Case(
            "failed, too old", none(.failed, .tooOld(Age(.seconds(300)))), reports,
            warning: "no quote: \(reportsText); \(tooOld)"),
        Case("failed, --max-stale 0", none(.failed, .notAllowed), reports, warning: "no quote: \(reportsText)"),
        Case("refresh started", none(.background(.started)), warning: "\(noneStored); one is being fetched"),
        Case(
            "refresh started, too old", none(.background(.started), .tooOld(Age(.seconds(300)))),
            warning: "no quote: \(tooOld); one is being fetched"),
        Case(
            "refresh not due", none(.background(.notDue(Age(.seconds(4))))),
            warning: "\(noneStored); a refresh started 4s ago has stored none yet"),
        Case(
            "rate-limited", none(.background(.rateLimited)), [limited],
            warning: "\(noneStored); binance: rate limited for another 9s"),
        Case(
            "refresh not stored", none(.background(.notStored(full))),
            warning: "\(noneStored); none can be fetched: \(full.reason)"),
        Case(
            "refresh not started", none(.background(.notStarted("no process"))),
            warning: "\(noneStored); none can be fetched: no process"),
    ]

    private static let noHome = StoreError.disabled("HOME is not an absolute path")
    private static let ignoringHome = ["ignoring the cache: HOME is not an absolute path"]
    private static let directory = StoreError.unusable("/c/f is a directory")
    private static let ignoringDirectory = ["ignoring the cache: /c/f is a directory"]

    private static let cacheErrors = [
        Case(
            "no cache, --offline", none(.offline), cacheError: noHome,
            warning: "no quote: no cache: HOME is not an absolute path", details: ignoringHome),
        Case(
            "no cache, failed", none(.failed, .notAllowed), reports, cacheError: noHome,
            warning: "no quote: \(reportsText); no cache: HOME is not an absolute path", details: ignoringHome),
        Case(
            "no cache, no refresh", none(.background(.notStored(noHome))), cacheError: noHome,
            warning: """
                no quote: no cache: HOME is not an absolute path; none can be fetched in the background without it
                """, details: ignoringHome),
        Case(
            "unusable file, --offline", none(.offline), cacheError: directory,
            warning: "\(noneStored); /c/f is a directory", details: ignoringDirectory),
        Case(
            "unusable file, failed", none(.failed), reports, cacheError: directory,
            warning: "no quote: \(reportsText); /c/f is a directory", details: ignoringDirectory),
        Case(
            "unusable file, stale", stale(.failed), reports, cacheError: directory,
            warning: "no fresh quote: \(reportsText); \(cached)", details: ignoringDirectory),
    ]

    private static let proxy = "https_proxy=p:1, no_proxy is set"
    private static let refused = ["binance", "coinbase"].map { SourceReport($0, .networkFailure("connection refused")) }

    private static let proxies = [
        Case(
            "proxy, stale", stale(.failed), reports, proxy: proxy,
            warning: "no fresh quote: \(reportsText) (\(proxy)); \(cached)"),
        Case(
            "proxy, cache file", none(.failed), reports, cacheError: directory, proxy: proxy,
            warning: "no quote: \(reportsText) (\(proxy)); /c/f is a directory", details: ignoringDirectory),
        Case(
            "proxy, shared error", none(.failed), refused, proxy: proxy,
            warning: "no quote: binance, coinbase: connection refused (\(proxy))"),
        Case(
            "shared error of one source", none(.failed), [refused[1]],
            warning: "no quote: coinbase: connection refused"),
    ]

    @Test(arguments: quotes + absences + cacheErrors + proxies)
    func outcome_hasItsWarningAndItsDetails(_ example: Case) {
        var diagnostics = Diagnostics()
        diagnostics.cacheError = example.cacheError
        diagnostics.reports = example.reports
        let messages = messages(example.ending, diagnostics, proxy: example.proxy)
        #expect(messages.warnings == [example.warning].compactMap(\.self))
        let reportLines = messages.details.filter { $0.hasPrefix("binance: ") || $0.hasPrefix("coinbase: ") }
        #expect(messages.details.filter { !reportLines.contains($0) } == example.details)
        #expect(reportLines.count == (example.reports.isEmpty ? 0 : 2))
    }

    @Test func storeErrors_precedeTheReportsAndTheEnding() {
        var diagnostics = Diagnostics()
        diagnostics.reports = Self.reports
        diagnostics.cacheError = .unusable("/c/f is not complete")
        diagnostics.storeError = .unusable("/c/f: Is a directory")
        diagnostics.rateLimitError = Self.full
        let lines = messages(Self.none(.failed), diagnostics)
        #expect(
            lines.warnings == [
                "cannot update the cache: /c/f: Is a directory",
                "cannot store a rate limit: /c/f: No space left on device",
                "no quote: \(Self.reportsText); /c/f is not complete",
            ])
        #expect(
            lines.details == [
                "ignoring the cache: /c/f is not complete", "binance: HTTP 500", "coinbase: no response in 5s",
            ])
    }

    @Test func blockedSource_isReportedWithAnotherOne() {
        var diagnostics = Diagnostics()
        diagnostics.reports = [SourceReport("binance", .blocked("HTTP 451", isCertain: true)), Self.timedOut]
        diagnostics.otherSource = "kraken"
        let lines = messages(Self.stale(.failed), diagnostics)
        let reason = "binance: HTTP 451 (blocked in this country; try --source kraken)"
        #expect(lines.warnings == ["no fresh quote: \(reason); coinbase: no response in 5s; \(Self.cached)"])
        #expect(lines.details == [reason, "coinbase: no response in 5s"])
    }

    // Reports.

    @Test(
        arguments: [
            (transfer([:], total: 0), ""), (transfer([:], total: 3000), "; total 3.0ms"),
            (
                transfer(["name": 1049, "TLS": 30_000, "first byte": 45_060], total: 1_045_099),
                "; total 1045.0ms (name 1.0ms, TLS 30.0ms, first byte 45.0ms)"
            ),
            (
                transfer([:], total: 40, notes: ["at http://[::1]:9", "certificates: /c"]),
                "; total 0.0ms; at http://[::1]:9, certificates: /c"
            ),
        ])
    func details_giveEachSourcesResultItsTimingsAndItsNotes(_ transfer: TransferDetails, _ text: String) {
        var diagnostics = Diagnostics()
        diagnostics.reports = [
            SourceReport(source: Self.reports[0].source, result: .failure(.rejected("HTTP 503")), transfer: transfer),
            SourceReport(source: Self.timedOut.source, result: .success(.sample()), transfer: transfer),
        ]
        let details = messages(.quote(Self.quote(.live)), diagnostics).details
        #expect(details == ["binance: HTTP 503\(text)", "coinbase: 68901.23\(text)"])
    }

    /// The durations are in microseconds.
    private static func transfer(
        _ steps: KeyValuePairs<String, Int>, total: Int, notes: [String] = []
    ) -> TransferDetails {
        var transfer = TransferDetails(notes: notes)
        transfer.steps = steps.map { TransferDetails.Step(name: $0.key, end: .microseconds($0.value)) }
        transfer.total = .microseconds(total)
        return transfer
    }

    @Test func details_whenASourceWasNotAsked_sayWhy() {
        var diagnostics = Diagnostics()
        diagnostics.reports = [SourceReport(source: Self.reports[0].source, result: .success(.sample()))]
        let live = messages(.quote(Self.quote(.live)), diagnostics).details
        #expect(live == ["binance: 68901.23", "coinbase: not asked: the primary responded in time"])
        diagnostics.reports = [SourceReport("binance", .timedOut(after: .seconds(1)))]
        let failed = messages(Self.none(.failed), diagnostics).details
        #expect(failed == ["binance: no response in 1s", "coinbase: not asked: --max-time passed first"])
    }

    private func messages(_ ending: Ending, _ diagnostics: Diagnostics, proxy: String? = nil) -> Messages {
        Messages(Outcome(ending, diagnostics), sources: ["binance", "coinbase"], proxy: proxy)
    }
}
