import SampleValues
import Testing

@testable import BTCPriceCore
@testable import btcq

/// The lines on stderr. The run's sources are binance and bitstamp.
@Suite struct MessagesTests {
    private static let binance = Endpoint.binance
    private static let failures = [
        SourceReport.failure(binance, .rejected("HTTP 500")), .failure(.bitstamp, .timedOut(after: .seconds(5))),
    ]
    private static let refused = [binance, .bitstamp].map {
        SourceReport.failure($0, .networkFailure("connection refused"))
    }
    private static let errors = "binance: HTTP 500; bitstamp: no response in 5s"
    private static let cached = "using the quote cached 5m ago"
    private static let noneCached = "no quote: no usable quote is cached"
    private static let noHome = StoreError.disabled("HOME is not set")
    private static let directory = StoreError.unusable("/c/f is a directory")
    private static let proxy = "https_proxy=p:1, no_proxy is set"

    private static func quote(_ freshness: DeliveredQuote.Freshness, from source: String = "binance") -> DeliveredQuote
    {
        .sample(from: source, freshness, age: 300)
    }

    /// Why there is no live quote, and what is said because of it.
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let reason: Outcome.NoFreshQuoteReason
        let reports: [SourceReport]
        let cacheError: StoreError?
        let proxy: String?
        /// The warning beside a stale quote.
        let stale: String?
        /// The end of the line of `--verbose` beside a stale quote.
        let detail: String?
        /// The error if there is no quote.
        let none: String

        init(
            _ name: String, _ reason: Outcome.NoFreshQuoteReason, _ reports: [SourceReport] = [],
            cacheError: StoreError? = nil,
            proxy: String? = nil, stale: String? = nil, detail: String? = nil, none: String
        ) {
            testDescription = name
            self.reason = reason
            self.reports = reports
            self.cacheError = cacheError
            self.proxy = proxy
            self.stale = stale
            self.detail = detail
            self.none = none
        }
    }

    private static let cases = [
        Case("--offline", .offline, detail: "--offline", none: "\(noneCached); run btcq once without --offline"),
        Case(
            "--offline, no cache", .offline, cacheError: noHome, detail: "--offline",
            none: "no quote: no cache: HOME is not set"),
        Case(
            "failed, no cache", .failed, failures, cacheError: noHome, stale: "no fresh quote: \(errors); \(cached)",
            none: "no quote: \(errors); no cache: HOME is not set"),
        Case(
            "failed, unusable file, proxy", .failed, failures, cacheError: directory, proxy: proxy,
            stale: "no fresh quote: \(errors) (\(proxy)); \(cached)",
            none: "no quote: \(errors) (\(proxy)); /c/f is a directory"),
        Case(
            "failed with one error, proxy", .failed, refused, proxy: proxy,
            stale: "no fresh quote: binance, bitstamp: connection refused (\(proxy)); \(cached)",
            none: "no quote: binance, bitstamp: connection refused (\(proxy))"),
        Case(
            "no time to ask", .failed, [binance, .bitstamp].map { .failure($0, .notAsked) },
            stale: "no fresh quote: --max-time passed before a source was asked; \(cached)",
            none: "no quote: --max-time passed before a source was asked"),
        Case(
            "refresh started", .background(.started), detail: "one is being fetched",
            none: "\(noneCached); one is being fetched"),
        Case(
            "refresh not due", .background(.notDue(Age(.seconds(4)))),
            detail: "a refresh started 4s ago has stored none yet; btcq -v shows why",
            none: "\(noneCached); a refresh started 4s ago has stored none yet; btcq -v shows why"),
        Case(
            "rate-limited", .background(.rateLimited), [.failure(binance, .skipped(timeLeft: .milliseconds(9500)))],
            detail: "binance: rate limited for another 9.5s",
            none: "\(noneCached); binance: rate limited for another 9.5s"),
        Case(
            "refresh not stored", .background(.notStored(directory)),
            stale: "cannot refresh the cache: /c/f is a directory", detail: "none can be fetched: /c/f is a directory",
            none: "\(noneCached); none can be fetched: /c/f is a directory"),
        Case(
            "refresh not stored, no cache", .background(.notStored(noHome)), cacheError: noHome,
            stale: "cannot refresh the cache: HOME is not set", detail: "--background needs one",
            none: "no quote: no cache: HOME is not set; --background needs one"),
        Case(
            "refresh not started", .background(.notStarted("no process")),
            stale: "cannot refresh the cache: no process",
            detail: "none can be fetched: no process", none: "\(noneCached); none can be fetched: no process"),
    ]

    @Test(arguments: cases)
    func reason_hasItsWarningAndItsDetail(_ test: Case) {
        let stale = messages(
            .stale(Self.quote(.stale), because: test.reason), test.reports, proxy: test.proxy,
            cacheError: test.cacheError)
        #expect(stale.lines == [test.stale].compactMap(\.self))
        let details = stale.details.filter { $0.hasPrefix("cache") || $0.hasPrefix("using") }
        let ignored = test.cacheError.map { "cache: \($0.reason)" }
        #expect(details == [ignored, test.detail.map { "\(Self.cached) from binance: \($0)" }].compactMap(\.self))
        let none = messages(
            .noQuote(because: test.reason, .noneStored), test.reports, proxy: test.proxy, cacheError: test.cacheError)
        #expect(none.lines == [test.none])
    }

    @Test func absence_ofACachedQuote_isExplained() {
        let tooOld = "the quote cached 5m ago is older than 1m (--max-stale)"
        let another = "that of kraken of 5m ago is not used"
        for (absence, text, offlineText) in [
            (.tooOld(Age(.seconds(300))), "; \(tooOld)", tooOld),
            (.ofAnotherSource("kraken", Age(.seconds(300))), "; \(another)", another),
            (.notAllowed, "", "--max-stale 0 allows no stale quote"),
        ] as [(Outcome.NoCachedQuoteReason, String, String)] {
            let failed = messages(.noQuote(because: .failed, absence), Self.failures)
            #expect(failed.lines == ["no quote: \(Self.errors)\(text)"])
            let damaged = messages(
                .noQuote(because: .failed, absence), Self.failures, cacheError: Self.directory)
            #expect(damaged.lines.first?.contains("; /c/f is a directory") == true, "\(damaged.lines)")
            let offline = messages(.noQuote(because: .offline, absence))
            #expect(offline.lines.first?.hasSuffix(offlineText) == true)
        }
    }

    @Test func warning_whenTheStaleQuoteIsOfAnotherSource_namesIt() {
        var quote = Self.quote(.stale, from: "kraken")
        quote.isOfAnotherSource = true
        let messages = messages(.stale(quote, because: .failed), Self.failures)
        #expect(messages.lines == ["no fresh quote: \(Self.errors); \(Self.cached) from kraken"])
    }

    @Test(
        arguments: [
            (.networkFailure("connection refused"), true), (.timedOut(after: .seconds(5)), true),
            (.rejected("HTTP 500"), false), (.blocked("HTTP 403", isCertain: false), false),
            (.rateLimited("HTTP 429", at: .now, for: nil), false), (.invalidData("not JSON"), false),
            (.invalidPrice, false),
        ] as [(PriceLoadingError, Bool)])
    func proxy_isNamedIfARequestThatMayUseItHasNoResponse(_ error: PriceLoadingError, _ isNamed: Bool) {
        let reports = [Self.failures[0], .failure(.bitstamp, error)]
        let line = messages(.noQuote(because: .failed, .noneStored), reports, proxy: Self.proxy).lines.first
        #expect(line?.hasSuffix(" (\(Self.proxy))") == isNamed, "\(line ?? "")")
    }

    /// The difference is in seconds; positive if the source's clock is ahead.
    @Test(arguments: [
        (0, nil), (300, nil), (-300, nil), (301, "5m behind"), (329, "5m behind"), (330, "6m behind"),
        (-301, "5m ahead of"), (-3570, "1h ahead of"), (36_000, "10h behind"),
    ])
    func clock_whenItDiffersFromThatOfALiveQuote_isAWarning(_ seconds: Int, _ difference: String?) {
        let line = difference.map { "the clock of this machine is \($0) that of binance; times are wrong by that" }
        let messages = messages(.quote(Self.quote(.live)), clockDifference: .seconds(seconds))
        #expect(messages.lines == [line].compactMap(\.self))
    }

    @Test func quote_whenNothingFailed_hasNoMessage() {
        let (live, fresh) = (messages(.quote(Self.quote(.live))), messages(.quote(Self.quote(.fresh))))
        #expect(live.lines + fresh.lines + live.details == [])
        #expect(fresh.details == ["\(Self.cached) from binance: it is fresh"])
    }

    @Test func details_giveEachSourcesResultItsTimingsAndItsNotes() {
        var details = RequestDetails(notes: ["at http://[::1]:9", "trusting /c"])
        details.steps = ["name 1.0ms", "TLS 30.0ms", "first byte 45.0ms"]
        details.total = .microseconds(1_045_099)
        let reports = [
            SourceReport(Self.binance, .failure(.rejected("HTTP 503")), details), .quote(.bitstamp),
            .failure(.kraken, .notAsked),
        ]
        let lines = messages(.quote(Self.quote(.live)), reports).details
        let timings = "total 1045.0ms (name 1.0ms, TLS 30.0ms, first byte 45.0ms)"
        #expect(
            lines == [
                "binance: HTTP 503; \(timings); at http://[::1]:9, trusting /c", "bitstamp: 68901.23",
                "kraken: not asked: the primary responded in time",
            ])
        let late = messages(.quote(Self.quote(.fresh)), [.failure(.bitstamp, .notAsked)])
        #expect(late.details.first == "bitstamp: not asked: --max-time passed first")
    }

    @Test(
        arguments: [
            (.rateLimited("HTTP 429 (rate limited)", at: .now, for: .seconds(7)), "HTTP 429 (rate limited)"),
            (.invalidData("not JSON"), "invalid data (not JSON)"), (.invalidPrice, "invalid data (not a price)"),
            (.timedOut("no connection", after: .milliseconds(4200)), "no connection in 4.2s"),
        ] as [(PriceLoadingError, String)])
    func error_isOneClause(_ error: PriceLoadingError, _ text: String) {
        let messages = messages(.noQuote(because: .failed, .noneStored), [.failure(Self.binance, error)])
        #expect(messages.lines == ["no quote: binance: \(text)"])
    }

    /// The sources to try come once, after the first one that may be blocked.
    @Test(
        arguments: [
            ([certain], [], "binance: HTTP 451"),
            ([certain], ["kraken"], "binance: HTTP 451 (blocked in this country; try --source kraken)"),
            (
                [perhaps], ["coinbase", "kraken", "other"],
                "binance: HTTP 403 (blocked? try --primary coinbase --fallback kraken)"
            ),
            (
                [certain, certain], ["coinbase", "kraken"],
                "binance, bitstamp: HTTP 451 (blocked in this country; try --primary coinbase --fallback kraken)"
            ),
            ([perhaps, certain], ["kraken"], "binance: HTTP 403 (blocked? try --source kraken); bitstamp: HTTP 451"),
            (
                [.rejected("HTTP 500"), certain], ["kraken"],
                "binance: HTTP 500; bitstamp: HTTP 451 (blocked in this country; try --source kraken)"
            ),
        ] as [([PriceLoadingError], [String], String)])
    func block_isFollowedByOtherSources(_ errors: [PriceLoadingError], _ alternatives: [String], _ text: String) {
        let reports = zip([Self.binance, .bitstamp], errors).map { SourceReport.failure($0, $1) }
        let messages = messages(.noQuote(because: .failed, .noneStored), reports, alternatives: alternatives)
        #expect(messages.lines == ["no quote: \(text)"])
        #expect(messages.details.filter { $0.contains("try --") }.count == (alternatives.isEmpty ? 0 : 1))
    }
    private static let certain = PriceLoadingError.blocked("HTTP 451", isCertain: true)
    private static let perhaps = PriceLoadingError.blocked("HTTP 403", isCertain: false)

    @Test(
        arguments: [
            (
                "857.7", .of24HoursBefore(Price("68901.23".utf8)!), nil,
                "price 857.7 is less than a third of 68901.23, that of 24h before"
            ),
            (
                "857.7", .ofMidnight(Price("68901.23".utf8)!), nil,
                "price 857.7 is less than a third of 68901.23, that of midnight UTC"
            ),
            (
                "999999", .of24HoursBefore(Price("68901.23".utf8)!), nil,
                "price 999999 is more than three times 68901.23, that of 24h before"
            ),
            (
                "857.7", .change(Percentage(DecimalNumber(sample: "98.7551"), isNegative: true)), nil,
                "price 857.7 has changed by -98.76% in 24h"
            ),
            ("68901.23", nil, 36_000, "response is 10h old, or the clock of this machine is 10h ahead"),
            (
                "857.7", .ofMidnight(Price("68901.23".utf8)!), 36_000,
                "response is 10h old, or the clock of this machine is 10h ahead, and "
                    + "price 857.7 is less than a third of 68901.23, that of midnight UTC"
            ),
        ] as [(String, EarlierPrice?, Int?, String)])
    func doubt_isExplained(_ price: String, _ earlierPrice: EarlierPrice?, _ sentAgo: Int?, _ text: String) throws {
        let sent = sentAgo.map { Doubt.SendingTime(date: .ago(.seconds($0)), clockAtReceipt: .ago(.seconds($0))) }
        let doubt = try #require(Doubt(byPrice: earlierPrice, byTime: sent))
        let quote = PriceQuote.sample(price)
        let report = SourceReport(Self.binance, .doubtful(quote, doubt, earlierPrice))
        let refused = SourceReport.failure(.bitstamp, .networkFailure("connection refused"))
        let none = Outcome.noQuote(because: .failed, .noneStored)
        #expect(
            messages(none, [report, refused]).lines == ["no quote: binance: \(text); bitstamp: connection refused"])
        let hint = earlierPrice == nil ? "" : " (a second source could confirm it)"
        #expect(messages(none, [report]).lines == ["no quote: binance: \(text)\(hint)"])
        // It is printed if the other source confirms it.
        let live = messages(.quote(DeliveredQuote(quote: quote, freshness: .live, age: Age(.zero))), [report])
        #expect(
            live.lines == [] && live.details == ["binance: \(price) (doubtful: \(text); the other source confirms it)"])
    }

    private func messages(
        _ outcome: Outcome, _ reports: [SourceReport] = [], proxy: String? = nil, cacheError: StoreError? = nil,
        clockDifference: Duration = .zero, alternatives: [String] = []
    ) -> Messages {
        var diagnostics = Diagnostics()
        diagnostics.clockDifference = clockDifference
        diagnostics.reports = reports.map { report in
            proxy == nil ? report : SourceReport(report.endpoint, report.result, RequestDetails(possibleCause: proxy))
        }
        diagnostics.cacheError = cacheError
        diagnostics.alternatives = alternatives
        return Messages(outcome: outcome, diagnostics: diagnostics, maxStale: .seconds(60))
    }
}
