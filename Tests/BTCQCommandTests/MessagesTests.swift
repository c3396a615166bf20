import Testing

@testable import BTCPriceCore
@testable import BTCQCommand

/// The lines on stderr.
@Suite struct MessagesTests {
    private static let blockedAndSlow = [
        SourceReport(source: "binance", .blocked), SourceReport(source: "coinbase", .timedOut(after: .seconds(5))),
    ]

    // Warnings.

    @Test func warnings_whenTheQuoteIsNotStale_areNone() throws {
        #expect(warnings(Outcome(try .fetched())).isEmpty)
        #expect(warnings(Outcome(try .cached(), reason: .freshEnough)).isEmpty)
        #expect(warnings(Outcome(try .cached(), reason: .offline)).isEmpty)
        for refresh: RefreshStart in [.started, .alreadyRunning, .skipped] {
            #expect(warnings(Outcome(try .cached(), reason: .background(refresh))).isEmpty)
        }
    }

    @Test func warning_whenTheQuoteIsStale_givesEachSourcesError() throws {
        var outcome = Outcome(try .cached(age: 300), reason: .failed)
        outcome.reports = Self.blockedAndSlow
        #expect(
            warnings(outcome)
                == ["no fresh quote: binance: HTTP 451; coinbase: no response in 5s; using the quote cached 5m ago"])
    }

    @Test func warning_whenTheQuoteIsFromAnotherSource_namesIt() throws {
        var outcome = Outcome(try .cached(age: 7200, source: "kraken"), reason: .failed)
        outcome.reports = Self.blockedAndSlow
        #expect(warnings(outcome)[0].hasSuffix("; using the quote cached 2h ago from kraken"))
        outcome.quote = try .cached(age: 7200, source: "coinbase")
        #expect(warnings(outcome)[0].hasSuffix("; using the quote cached 2h ago"))
    }

    @Test func warning_whenThereIsNoQuote_givesEachSourcesError() {
        var outcome = Outcome(reason: .failed)
        outcome.reports = [
            SourceReport(source: "binance", .networkFailure("connection refused")),
            SourceReport(source: "coinbase", .timedOut(after: .seconds(5))),
        ]
        #expect(warnings(outcome) == ["no quote: binance: connection refused; coinbase: no response in 5s"])
    }

    @Test func warning_whenTheCachedQuoteIsTooOld_givesItsAge() {
        var outcome = Outcome(reason: .failed)
        outcome.reports = [SourceReport(source: "binance", .blocked)]
        outcome.tooOld = Age(.seconds(2 * 86_400))
        #expect(warnings(outcome) == ["no quote: binance: HTTP 451; the quote cached 2d ago is older than --max-stale"])
        outcome.reports = []
        outcome.reason = .offline
        #expect(warnings(outcome) == ["no quote: the quote cached 2d ago is older than --max-stale"])
    }

    @Test func warning_whenNothingIsCached_differsFromMaxStale0() {
        var outcome = Outcome(reason: .offline)
        #expect(warnings(outcome) == ["no quote: no usable quote is cached"])
        outcome.staleIsUnwanted = true
        #expect(warnings(outcome) == ["no quote: --max-stale 0 allows no cached quote"])
    }

    @Test func warning_whenASourceWasSkipped_saysForHowLongAndWhy() {
        var outcome = Outcome(reason: .failed)
        outcome.reports = [
            SourceReport(source: "kraken", .skipped(.seconds(8), because: .rateLimited)),
            SourceReport(source: "coinbase", .skipped(.milliseconds(7200), because: .failed)),
        ]
        #expect(
            warnings(outcome) == [
                "no quote: kraken: skipped for another 8s (rate limited); "
                    + "coinbase: skipped for another 7.2s (failed just now)"
            ])
    }

    @Test func warning_whenTheFetchLockTimedOut_saysForHowLong() throws {
        #expect(
            warnings(Outcome(reason: .lockTimedOut(after: .milliseconds(400))))
                == ["no quote: another run has been fetching for 400ms"])
        #expect(
            warnings(Outcome(try .cached(age: 59), reason: .lockTimedOut(after: .seconds(5))))
                == ["no fresh quote: another run has been fetching for 5s; using the quote cached 59s ago"])
    }

    @Test func warning_whenASourceIsBlockedAndAnotherTakesNoPart_suggestsIt() throws {
        var outcome = Outcome(try .cached(age: 300), reason: .failed)
        outcome.reports = Self.blockedAndSlow
        let reason = "binance: HTTP 451 (blocked in this country; try --source kraken)"
        #expect(
            warnings(outcome, otherSource: "kraken")
                == ["no fresh quote: \(reason); coinbase: no response in 5s; using the quote cached 5m ago"])
        #expect(details(outcome, otherSource: "kraken") == [reason, "coinbase: no response in 5s"])
    }

    @Test(
        arguments: [
            (.started, "one is being fetched"), (.alreadyRunning, "another run is fetching one"),
            (.skipped, "binance: skipped for another 9s (failed just now)"),
            (.failed("btcq cannot find itself"), "none can be fetched: btcq cannot find itself"),
        ] as [(RefreshStart, String)])
    func warning_whenTheBackgroundRunHasNoQuote_saysWhetherOneIsBeingFetched(_ refresh: RefreshStart, _ text: String) {
        var outcome = Outcome(reason: .background(refresh))
        outcome.reports = [SourceReport(source: "binance", .skipped(.seconds(9), because: .failed))]
        #expect(warnings(outcome) == ["no quote: no usable quote is cached; \(text)"])
        outcome.tooOld = Age(.seconds(90_000))
        #expect(warnings(outcome) == ["no quote: the quote cached 1d ago is older than --max-stale; \(text)"])
        outcome.tooOld = nil
        outcome.staleIsUnwanted = true
        #expect(warnings(outcome) == ["no quote: --max-stale 0 allows no cached quote; \(text)"])
    }

    @Test func warning_whenTheRefreshCannotStart_givesTheReason() throws {
        let outcome = Outcome(try .cached(), reason: .background(.failed("there is no cache")))
        #expect(warnings(outcome) == ["cannot refresh the cache: there is no cache"])
    }

    @Test func warning_whenTheCacheCannotBeWritten_precedesTheOthers() throws {
        var outcome = Outcome(try .fetched())
        outcome.cacheErrors = [
            .unreadable(PriceStoreError("it is not complete")), .notWritten(PriceStoreError("/c: Permission denied")),
        ]
        #expect(warnings(outcome) == ["cannot update the cache: /c: Permission denied"])
        outcome.quote = nil
        outcome.reason = .offline
        #expect(
            warnings(outcome) == [
                "cannot update the cache: /c: Permission denied", "no quote: no usable quote is cached",
            ])
    }

    // Details, with --verbose.

    @Test func detail_whenTheCacheCannotBeRead_precedesTheOthers() throws {
        var outcome = Outcome(try .cached(age: 5), reason: .offline)
        outcome.cacheErrors = [
            .unreadable(PriceStoreError("it is not complete")), .notWritten(PriceStoreError("/c: Permission denied")),
        ]
        #expect(
            details(outcome) == [
                "ignoring the cache: it is not complete",
                "using the quote cached 5s ago from binance: --offline",
            ])
    }

    @Test func details_giveEachSourcesResultInOrder() throws {
        var outcome = Outcome(try .fetched())
        outcome.reports = [
            SourceReport(source: "binance", .unexpectedStatus(503)),
            SourceReport(source: "coinbase", result: .success(try DeliveredQuote.fetched().quote)),
        ]
        #expect(details(outcome) == ["binance: HTTP 503", "coinbase: 68901.23"])
    }

    @Test func timings_areInTenthsOfAMillisecond() throws {
        let timings = TransferTimings(
            nameLookup: .microseconds(1049), connect: .microseconds(12_100), tls: .milliseconds(30),
            firstByte: .microseconds(45_060), total: .microseconds(1_045_099))
        #expect(
            details(of: .blocked, timings: timings)
                == "binance: HTTP 451; total 1045.0ms (name 1.0ms, connect 12.1ms, TLS 30.0ms, first byte 45.0ms)")
    }

    @Test func timings_whenAStepDidNotHappen_omitIt() throws {
        var timings = TransferTimings(
            nameLookup: .zero, connect: .milliseconds(2), tls: .zero, firstByte: .zero, total: .milliseconds(3))
        #expect(details(of: .blocked, timings: timings) == "binance: HTTP 451; total 3.0ms (connect 2.0ms)")
        timings.connect = .zero
        #expect(details(of: .blocked, timings: timings) == "binance: HTTP 451; total 3.0ms")
    }

    @Test func details_whenTheTransferHasNotes_giveThem() throws {
        let report = SourceReport(
            source: "binance", result: .failure(.blocked),
            transfer: TransferDetails(notes: ["at http://127.0.0.1:9", "certificates: /etc/ssl/certs"]))
        var outcome = Outcome(reason: .failed)
        outcome.reports = [report]
        #expect(details(outcome) == ["binance: HTTP 451; at http://127.0.0.1:9, certificates: /etc/ssl/certs"])
    }

    @Test func detail_whenASourceIsAskedSecond_precedesTheReports() throws {
        var outcome = Outcome(try .fetched())
        outcome.postponed = [Outcome.Postponed(source: "binance", remaining: .seconds(3540))]
        outcome.reports = [SourceReport(source: "coinbase", .blocked)]
        #expect(details(outcome) == ["binance: asked second for another 59m (blocked)", "coinbase: HTTP 451"])
    }

    @Test(
        arguments: [
            (.freshEnough, "it is fresh"), (.offline, "--offline"),
            (.background(.started), "one is being fetched"),
            (.background(.alreadyRunning), "another run is fetching one"),
            (.background(.failed("no room")), "none can be fetched: no room"),
        ] as [(Outcome.Reason, String)])
    func detail_whenTheQuoteIsCached_saysHowOldItIsAndWhyItIsUsed(_ reason: Outcome.Reason, _ text: String) throws {
        #expect(
            details(Outcome(try .cached(age: 300), reason: reason))
                == ["using the quote cached 5m ago from binance: \(text)"])
    }

    @Test func details_whenThereIsAWarningOrALiveQuote_areNone() throws {
        #expect(details(Outcome(try .cached(), reason: .failed)).isEmpty)
        #expect(details(Outcome(try .cached(), reason: .lockTimedOut(after: .seconds(1)))).isEmpty)
        #expect(details(Outcome(try .fetched())).isEmpty)
        #expect(details(Outcome(reason: .offline)).isEmpty)
    }

    private func details(of error: PriceLoadingError, timings: TransferTimings) -> String {
        var outcome = Outcome(reason: .failed)
        outcome.reports = [
            SourceReport(source: "binance", result: .failure(error), transfer: TransferDetails(timings: timings))
        ]
        return details(outcome).joined(separator: "\n")
    }

    private func warnings(_ outcome: Outcome, otherSource: String? = nil) -> [String] {
        messages(outcome, otherSource).warnings
    }

    private func details(_ outcome: Outcome, otherSource: String? = nil) -> [String] {
        messages(outcome, otherSource).details
    }

    private func messages(_ outcome: Outcome, _ otherSource: String?) -> Messages {
        Messages(outcome: outcome, sources: ["binance", "coinbase"], otherSource: otherSource)
    }
}

extension DeliveredQuote {
    fileprivate static func fetched() throws -> DeliveredQuote { try of(age: 0, cached: false, source: "binance") }

    fileprivate static func cached(age: Int = 300, source: String = "binance") throws -> DeliveredQuote {
        try of(age: age, cached: true, source: source)
    }

    private static func of(age: Int, cached: Bool, source: String) throws -> DeliveredQuote {
        let quote = PriceQuote(
            price: try #require(Price("68901.23".utf8)), currency: .usd, pair: "BTC/USD",
            timestamp: Timestamp(milliseconds: 1_761_594_999_000), source: source)
        return DeliveredQuote(quote: quote, isCached: cached, isStale: cached, age: Age(.seconds(age)))
    }
}
