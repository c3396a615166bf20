import BTCPriceCore
import System
import Testing

@testable import BTCQCommand

/// The lines on stderr. The run's sources are binance and coinbase.
@Suite struct MessagesTests {
    private static let fiveMinutes = Age(.seconds(300))
    private static let limited = SourceReport(source: "binance", .skipped(.seconds(9), because: .rateLimited))
    private static let reports = [
        SourceReport(source: "binance", .unexpectedStatus(500)),
        SourceReport(source: "coinbase", .timedOut(after: .seconds(5))),
    ]
    private static let reportsText = "binance: HTTP 500; coinbase: no response in 5s"
    private static let noSpace = StoreError.system(path: "/c/backoff.json", code: ENOSPC)

    // Every outcome.

    /// Its only warning, and its detail besides the reports.
    private static let outcomes: [(outcome: Outcome, warning: String?, detail: String?)] = [
        (.live(quote()), nil, nil),
        (.fresh(quote(), fiveMinutes), nil, "using the quote cached 5m ago from binance: it is fresh"),
        (
            .stale(quote(), fiveMinutes, because: .offline), nil,
            "using the quote cached 5m ago from binance: --offline"
        ),
        (
            .stale(quote(), fiveMinutes, because: .failed(reports)),
            "no fresh quote: \(reportsText); using the quote cached 5m ago", nil
        ),
        (
            .stale(quote("kraken"), fiveMinutes, because: .failed(reports)),
            "no fresh quote: \(reportsText); using the quote cached 5m ago from kraken", nil
        ),
        (
            .stale(quote(), fiveMinutes, because: .anotherRunIsFetching),
            "no fresh quote: another run is fetching one; using the quote cached 5m ago", nil
        ),
        (
            .stale(quote(), fiveMinutes, because: .background(.started)), nil,
            "using the quote cached 5m ago from binance: one is being fetched"
        ),
        (
            .stale(quote(), fiveMinutes, because: .background(.alreadyRunning)), nil,
            "using the quote cached 5m ago from binance: another run is fetching one"
        ),
        (
            .stale(quote(), fiveMinutes, because: .background(.skipped([limited]))), nil,
            "using the quote cached 5m ago from binance: binance: skipped for another 9s (rate limited)"
        ),
        (
            .stale(quote(), fiveMinutes, because: .background(.notStored(noSpace))),
            "cannot refresh the cache: /c/backoff.json: No space left on device",
            "using the quote cached 5m ago from binance: "
                + "none can be fetched: /c/backoff.json: No space left on device"
        ),
        (
            .stale(quote(), fiveMinutes, because: .background(.notStarted(code: EMFILE))),
            "cannot refresh the cache: btcq cannot be started: no file descriptor is left",
            "using the quote cached 5m ago from binance: "
                + "none can be fetched: btcq cannot be started: no file descriptor is left"
        ),
        (.noQuote(because: .offline, .noneStored), "no quote: no usable quote is cached", nil),
        (
            .noQuote(because: .offline, .tooOld(Age(.seconds(180_000)))),
            "no quote: the quote cached 2d ago is older than --max-stale", nil
        ),
        (.noQuote(because: .offline, .notAllowed), "no quote: --max-stale 0 allows no cached quote", nil),
        (.noQuote(because: .failed(reports), .noneStored), "no quote: \(reportsText)", nil),
        (
            .noQuote(because: .failed(reports), .tooOld(fiveMinutes)),
            "no quote: \(reportsText); the quote cached 5m ago is older than --max-stale", nil
        ),
        (.noQuote(because: .failed(reports), .notAllowed), "no quote: \(reportsText)", nil),
        (
            .noQuote(because: .anotherRunIsFetching, .noneStored), "no quote: another run is fetching one",
            nil
        ),
        (
            .noQuote(because: .anotherRunIsFetching, .tooOld(fiveMinutes)),
            "no quote: another run is fetching one; the quote cached 5m ago is older than --max-stale", nil
        ),
        (
            .noQuote(because: .background(.started), .noneStored),
            "no quote: no usable quote is cached; one is being fetched", nil
        ),
        (
            .noQuote(because: .background(.started), .tooOld(fiveMinutes)),
            "no quote: the quote cached 5m ago is older than --max-stale; one is being fetched", nil
        ),
        (
            .noQuote(because: .background(.started), .notAllowed),
            "no quote: --max-stale 0 allows no cached quote; one is being fetched", nil
        ),
        (
            .noQuote(because: .background(.alreadyRunning), .noneStored),
            "no quote: no usable quote is cached; another run is fetching one", nil
        ),
        (
            .noQuote(because: .background(.skipped([limited])), .noneStored),
            "no quote: no usable quote is cached; binance: skipped for another 9s (rate limited)", nil
        ),
        (
            .noQuote(because: .background(.notStored(noSpace)), .noneStored),
            "no quote: no usable quote is cached; none can be fetched: /c/backoff.json: No space left on device", nil
        ),
        (
            .noQuote(because: .background(.notStarted(code: EAGAIN)), .noneStored),
            "no quote: no usable quote is cached; "
                + "none can be fetched: btcq cannot be started: Resource temporarily unavailable",
            nil
        ),
    ]

    @Test(arguments: outcomes.indices)
    func outcome_hasItsWarningAndItsDetail(_ index: Int) {
        let (outcome, warning, detail) = Self.outcomes[index]
        #expect(messages(outcome).warnings == [warning].compactMap(\.self), "\(outcome)")
        #expect(messages(outcome).details == [detail].compactMap(\.self), "\(outcome)")
    }

    @Test func warning_whenTheQuoteIsFromASourceOfTheRun_doesNotNameIt() {
        for source in ["binance", "coinbase"] {
            let outcome = Outcome.stale(Self.quote(source), Self.fiveMinutes, because: .failed(Self.reports))
            #expect(messages(outcome).warnings.first?.hasSuffix("using the quote cached 5m ago") == true)
        }
    }

    @Test func warning_whenASourceWasSkipped_saysForHowLongAndWhy() {
        let reports = [
            SourceReport(source: "binance", .skipped(.seconds(8), because: .rateLimited)),
            SourceReport(source: "coinbase", .skipped(.milliseconds(7200), because: .failed)),
        ]
        #expect(
            messages(.noQuote(because: .failed(reports), .noneStored)).warnings == [
                "no quote: binance: skipped for another 8s (rate limited); "
                    + "coinbase: skipped for another 7.2s (failed just now)"
            ])
    }

    @Test func messages_whenASourceIsBlocked_suggestAnotherOne() {
        let reports = [SourceReport(source: "binance", .blocked), Self.reports[1]]
        var diagnostics = Diagnostics()
        diagnostics.reports = reports
        let outcome = Outcome.stale(Self.quote(), Self.fiveMinutes, because: .failed(reports))
        let reason = "binance: HTTP 451 (blocked in this country; try --source kraken)"
        let hint = messages(outcome, diagnostics, otherSource: "kraken")
        #expect(
            hint.warnings == [
                "no fresh quote: \(reason); coinbase: no response in 5s; using the quote cached 5m ago"
            ])
        #expect(hint.details == [reason, "coinbase: no response in 5s"])
        #expect(messages(outcome, diagnostics).details.first == "binance: HTTP 451")
    }

    // Errors of the files that runs share.

    private static let storeErrors: [(error: StoreError, text: String)] = [
        (.system(path: "/c/btcq", code: EACCES), "/c/btcq: Permission denied"),
        (.system(path: "/c/btcq", code: ENOSPC), "/c/btcq: No space left on device"),
        (.unusable(path: "/c/f", .symbolicLink), "/c/f: it is a symbolic link"),
        (.unusable(path: "/c/f", .notARegularFile), "/c/f: it is not a regular file"),
        (.unusable(path: "/c/f", .ofAnotherUser), "/c/f: it belongs to another user"),
        (.unusable(path: "/c/f", .tooLarge), "/c/f: it is too large"),
        (.unusable(path: "/c/f", .empty), "/c/f: it is empty"),
        (.unusable(path: "/c/f", .incomplete), "/c/f: it is not complete"),
        (.unusable(path: "/c/f", .anotherVersion), "/c/f: it is of another version"),
        (.unusable(path: "/c/f", .anotherCurrency), "/c/f: it is in another currency"),
        (.unusable(path: "/c/f", .noQuote), "/c/f: it contains no quote"),
        (.disabled(.noHome), "HOME is not an absolute path"),
        (.disabled(.directoryOfAnotherUser(path: "/home/me")), "/home/me belongs to another user"),
    ]

    @Test(arguments: storeErrors.indices)
    func storeError_isInEachMessageAboutTheFiles(_ index: Int) {
        let (error, text) = Self.storeErrors[index]
        var diagnostics = Diagnostics()
        diagnostics.cacheError = error
        #expect(messages(.live(Self.quote()), diagnostics).details == ["ignoring the cache: \(text)"])
        #expect(messages(.live(Self.quote()), diagnostics).warnings == [])
        diagnostics = Diagnostics()
        diagnostics.storeError = error
        #expect(messages(.live(Self.quote()), diagnostics).warnings == ["cannot update the cache: \(text)"])
        #expect(messages(.live(Self.quote()), diagnostics).details == [])
        diagnostics = Diagnostics()
        diagnostics.rateLimitError = error
        #expect(messages(.live(Self.quote()), diagnostics).warnings == ["cannot store a rate limit: \(text)"])
        #expect(messages(.live(Self.quote()), diagnostics).details == [])
    }

    @Test func warnings_whenNothingCanBeStored_precedeTheEnding() {
        var diagnostics = Diagnostics()
        diagnostics.reports = Self.reports
        diagnostics.cacheError = .unusable(path: "/c/f", .incomplete)
        diagnostics.storeError = .system(path: "/c/f", code: EISDIR)
        diagnostics.rateLimitError = Self.noSpace
        let lines = messages(.noQuote(because: .failed(Self.reports), .noneStored), diagnostics)
        #expect(
            lines.warnings == [
                "cannot update the cache: /c/f: Is a directory",
                "cannot store a rate limit: /c/backoff.json: No space left on device",
                "no quote: \(Self.reportsText)",
            ])
        #expect(
            lines.details == [
                "ignoring the cache: /c/f: it is not complete", "binance: HTTP 500", "coinbase: no response in 5s",
            ])
    }

    private static let disabled: [(reason: NoLiveQuote, warning: String)] = [
        (.offline, "no quote: no cache: HOME is not an absolute path"),
        (.failed(reports), "no quote: \(reportsText); no cache: HOME is not an absolute path"),
        (
            .background(.notStored(.disabled(.noHome))),
            "no quote: no cache: HOME is not an absolute path; none can be fetched in the background without it"
        ),
    ]

    @Test(arguments: disabled.indices)
    func warning_whenTheCacheIsDisabled_saysWhy(_ index: Int) {
        let (reason, warning) = Self.disabled[index]
        var diagnostics = Diagnostics()
        diagnostics.cacheError = .disabled(.noHome)
        for cached: NoCachedQuote in [.noneStored, .notAllowed] {
            #expect(messages(.noQuote(because: reason, cached), diagnostics).warnings == [warning])
        }
    }

    @Test func warning_whenTheCacheCannotBeRead_saysThatNoUsableQuoteIsCached() {
        var diagnostics = Diagnostics()
        diagnostics.cacheError = .unusable(path: "/c/f", .incomplete)
        let outcome = Outcome.noQuote(because: .offline, .noneStored)
        #expect(messages(outcome, diagnostics).warnings == ["no quote: no usable quote is cached"])
        #expect(messages(outcome, diagnostics).details == ["ignoring the cache: /c/f: it is not complete"])
    }

    // Reports.

    @Test func details_giveEachSourcesResultInOrder() {
        var diagnostics = Diagnostics()
        diagnostics.reports = [
            SourceReport(source: "binance", .unexpectedStatus(503)),
            SourceReport(source: "coinbase", result: .success(Self.quote("coinbase"))),
        ]
        #expect(
            messages(.live(Self.quote("coinbase")), diagnostics).details == ["binance: HTTP 503", "coinbase: 68901.23"])
    }

    @Test func timings_areInTenthsOfAMillisecond() {
        var transfer = TransferDetails()
        transfer.nameLookup = .microseconds(1049)
        transfer.connect = .microseconds(12_100)
        transfer.tls = .milliseconds(30)
        transfer.firstByte = .microseconds(45_060)
        transfer.total = .microseconds(1_045_099)
        #expect(
            detail(transfer)
                == "binance: HTTP 500; total 1045.0ms (name 1.0ms, connect 12.1ms, TLS 30.0ms, first byte 45.0ms)")
    }

    @Test func timings_whenAStepDidNotHappen_omitIt() {
        var transfer = TransferDetails()
        transfer.connect = .milliseconds(2)
        transfer.total = .milliseconds(3)
        #expect(detail(transfer) == "binance: HTTP 500; total 3.0ms (connect 2.0ms)")
        transfer.connect = .zero
        #expect(detail(transfer) == "binance: HTTP 500; total 3.0ms")
    }

    @Test func details_whenTheTransferHasNotes_giveThem() {
        var transfer = TransferDetails()
        transfer.notes = ["at http://127.0.0.1:9", "certificates: /etc/ssl/certs"]
        #expect(
            detail(transfer)
                == "binance: HTTP 500; at http://127.0.0.1:9, certificates: /etc/ssl/certs")
    }

    private func detail(_ transfer: TransferDetails) -> String {
        var diagnostics = Diagnostics()
        diagnostics.reports = [
            SourceReport(source: "binance", result: .failure(.unexpectedStatus(500)), transfer: transfer)
        ]
        return messages(.live(Self.quote()), diagnostics).details.joined(separator: "\n")
    }

    private func messages(
        _ outcome: Outcome, _ diagnostics: Diagnostics = Diagnostics(), otherSource: String? = nil
    ) -> Messages {
        Messages(
            outcome: outcome, diagnostics: diagnostics, sources: ["binance", "coinbase"], otherSource: otherSource)
    }

    private static func quote(_ source: String = "binance") -> PriceQuote {
        // The text is a price.
        let price = Price("68901.23".utf8).unsafelyUnwrapped
        return PriceQuote(
            price: price, currency: .usd, pair: "BTC/USD", timestamp: Timestamp(milliseconds: 1_761_594_999_000),
            source: source)
    }
}
