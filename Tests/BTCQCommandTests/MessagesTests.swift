import Testing

@testable import BTCPriceCore
@testable import BTCQCommand

/// The lines on stderr, by the examples of the contract.
@Suite struct MessagesTests {
    private static let refusedAndSlow = [
        SourceReport(source: "binance", .refused), SourceReport(source: "coinbase", .timedOut(after: .seconds(5))),
    ]

    // What is worth a warning.

    @Test func freshQuote_isNothingToTalkAbout() throws {
        #expect(warnings(Outcome(try .fetched())).isEmpty)
        #expect(warnings(Outcome(try .cached(), reason: .freshEnough)).isEmpty)
        #expect(warnings(Outcome(try .cached(), reason: .offline)).isEmpty)
        for refresh: RefreshStart in [.started, .alreadyRunning, .skipped] {
            #expect(warnings(Outcome(try .cached(), reason: .background(refresh))).isEmpty)
        }
    }

    @Test func staleQuote_isToldWithWhatEachSourceAnswered() throws {
        var outcome = Outcome(try .cached(age: 300), reason: .failed)
        outcome.reports = Self.refusedAndSlow
        #expect(
            warnings(outcome)
                == ["no fresh quote: binance: HTTP 451; coinbase: no answer in 5s; using the one cached 5m ago"])
    }

    @Test func staleQuoteOfAnotherSource_namesIt() throws {
        var outcome = Outcome(try .cached(age: 7200, source: "kraken"), reason: .failed)
        outcome.reports = Self.refusedAndSlow
        #expect(warnings(outcome)[0].hasSuffix("; using the one cached 2h ago from kraken"))
        outcome.quote = try .cached(age: 7200, source: "coinbase")
        #expect(warnings(outcome)[0].hasSuffix("; using the one cached 2h ago"))
    }

    @Test func noQuote_isToldWithWhatEachSourceAnswered() {
        var outcome = Outcome(reason: .failed)
        outcome.reports = [
            SourceReport(source: "binance", .networkFailure("connection refused")),
            SourceReport(source: "coinbase", .timedOut(after: .seconds(5))),
        ]
        #expect(warnings(outcome) == ["no quote: binance: connection refused; coinbase: no answer in 5s"])
    }

    @Test func cachedQuoteThatIsTooOld_isMentioned() {
        var outcome = Outcome(reason: .failed)
        outcome.reports = [SourceReport(source: "binance", .refused)]
        outcome.tooOld = Age(.seconds(2 * 86_400))
        #expect(warnings(outcome) == ["no quote: binance: HTTP 451; the one cached 2d ago is older than --max-stale"])
        outcome.reports = []
        outcome.reason = .offline
        #expect(warnings(outcome) == ["no quote: the one cached 2d ago is older than --max-stale"])
    }

    @Test func nothingInTheCache_isToldApartFromNothingWanted() {
        var outcome = Outcome(reason: .offline)
        #expect(warnings(outcome) == ["no quote: nothing usable is cached"])
        outcome.staleIsUnwanted = true
        #expect(warnings(outcome) == ["no quote: --max-stale 0 allows no cached one"])
    }

    @Test func sourceThatWasLeftAlone_saysForHowLongAndWhy() {
        var outcome = Outcome(reason: .failed)
        outcome.reports = [
            SourceReport(source: "kraken", .skipped(.seconds(8), because: .limited)),
            SourceReport(source: "coinbase", .skipped(.milliseconds(7200), because: .failed)),
        ]
        #expect(
            warnings(outcome) == [
                "no quote: kraken: not asked for another 8s (rate limited); "
                    + "coinbase: not asked for another 7.2s (no answer just now)"
            ])
    }

    @Test func turnThatWasNotHad_isTold() throws {
        #expect(
            warnings(Outcome(reason: .noTurn(within: .milliseconds(400))))
                == ["no quote: another run has been asking for 400ms"])
        #expect(
            warnings(Outcome(try .cached(age: 59), reason: .noTurn(within: .seconds(5))))
                == ["no fresh quote: another run has been asking for 5s; using the one cached 59s ago"])
    }

    @Test func fetchThatNeverBegan_isOutOfMemory() {
        #expect(warnings(Outcome(reason: .failed)) == ["no quote: out of memory"])
    }

    @Test(
        arguments: [
            (.started, "one is on its way"), (.alreadyRunning, "another run is fetching one"),
            (.skipped, "binance: not asked for another 9s (no answer just now)"),
            (.impossible("btcq cannot find itself"), "none can be fetched: btcq cannot find itself"),
        ] as [(RefreshStart, String)])
    func nothingToPrintInTheBackground_saysWhatBecomesOfIt(_ refresh: RefreshStart, _ words: String) {
        var outcome = Outcome(reason: .background(refresh))
        outcome.reports = [SourceReport(source: "binance", .skipped(.seconds(9), because: .failed))]
        #expect(warnings(outcome) == ["no quote: nothing usable is cached; \(words)"])
        outcome.tooOld = Age(.seconds(90_000))
        #expect(warnings(outcome) == ["no quote: the one cached 1d ago is older than --max-stale; \(words)"])
        outcome.tooOld = nil
        outcome.staleIsUnwanted = true
        #expect(warnings(outcome) == ["no quote: --max-stale 0 allows no cached one; \(words)"])
    }

    @Test func refreshThatCannotStart_isAWarningBesideAQuote() throws {
        let outcome = Outcome(try .cached(), reason: .background(.impossible("there is no cache")))
        #expect(warnings(outcome) == ["cannot refresh the cache: there is no cache"])
    }

    @Test func cacheThatCannotBeWritten_isAWarningBeforeTheRest() throws {
        var outcome = Outcome(try .fetched())
        outcome.problems = [
            .unreadable(PriceStoreError("it is torn")), .notWritten(PriceStoreError("/c: Permission denied")),
        ]
        #expect(warnings(outcome) == ["cannot update the cache: /c: Permission denied"])
        outcome.quote = nil
        outcome.reason = .offline
        #expect(
            warnings(outcome) == [
                "cannot update the cache: /c: Permission denied", "no quote: nothing usable is cached",
            ])
    }

    // What --verbose tells too.

    @Test func cacheThatCannotBeRead_isADetailBeforeTheRest() throws {
        var outcome = Outcome(try .cached(age: 5), reason: .offline)
        outcome.problems = [
            .unreadable(PriceStoreError("it is torn")), .notWritten(PriceStoreError("/c: Permission denied")),
        ]
        #expect(
            details(outcome) == [
                "the cache counts as empty: it is torn",
                "binance's quote of 5s ago is taken from the cache: the network was not asked",
            ])
    }

    @Test func eachSource_isADetailInItsOrder() throws {
        var outcome = Outcome(try .fetched())
        outcome.reports = [
            SourceReport(source: "binance", .unexpectedStatus(503)),
            SourceReport(source: "coinbase", result: .success(try DeliveredQuote.fetched().quote)),
        ]
        #expect(details(outcome) == ["binance: HTTP 503", "coinbase: 68901.23"])
    }

    @Test func timings_areToldInTenthsOfAMillisecond() throws {
        let timings = TransferTimings(
            nameLookup: .microseconds(1049), connect: .microseconds(12_100), tls: .milliseconds(30),
            firstByte: .microseconds(45_060), total: .microseconds(1_045_099))
        #expect(
            details(of: .refused, timings: timings)
                == "binance: HTTP 451; total 1045.0ms (name 1.0ms, connect 12.1ms, TLS 30.0ms, first byte 45.0ms)")
    }

    @Test func stepThatWasNotTaken_isLeftOut() throws {
        var timings = TransferTimings(
            nameLookup: .zero, connect: .milliseconds(2), tls: .zero, firstByte: .zero, total: .milliseconds(3))
        #expect(details(of: .refused, timings: timings) == "binance: HTTP 451; total 3.0ms (connect 2.0ms)")
        timings.connect = .zero
        #expect(details(of: .refused, timings: timings) == "binance: HTTP 451; total 3.0ms")
    }

    @Test func wayThatIsNotTheUsualOne_isTold() throws {
        let report = SourceReport(
            source: "binance", result: .failure(.refused), route: ["at http://127.0.0.1:9", "via proxy p:1"])
        var outcome = Outcome(reason: .failed)
        outcome.reports = [report]
        #expect(details(outcome) == ["binance: HTTP 451; at http://127.0.0.1:9, via proxy p:1"])
    }

    @Test func sourceThatIsAskedSecondForAWhile_isADetailBeforeTheReports() throws {
        var outcome = Outcome(try .fetched())
        outcome.postponed = [Outcome.Postponed(source: "binance", remaining: .seconds(3540))]
        outcome.reports = [SourceReport(source: "coinbase", .refused)]
        #expect(details(outcome) == ["binance: asked second for another 59m (refused us)", "coinbase: HTTP 451"])
    }

    @Test(
        arguments: [
            (.freshEnough, "the network was not asked"), (.offline, "the network was not asked"),
            (.background(.started), "one is on its way"), (.background(.alreadyRunning), "another run is fetching one"),
            (.background(.impossible("no room")), "none can be fetched: no room"),
        ] as [(Outcome.Reason, String)])
    func quoteFromTheCache_saysHowOldItIsAndWhy(_ reason: Outcome.Reason, _ words: String) throws {
        #expect(
            details(Outcome(try .cached(age: 300), reason: reason))
                == ["binance's quote of 5m ago is taken from the cache: \(words)"])
    }

    @Test func quoteThatHasItsWarning_isNoDetail() throws {
        #expect(details(Outcome(try .cached(), reason: .failed)).isEmpty)
        #expect(details(Outcome(try .cached(), reason: .noTurn(within: .seconds(1)))).isEmpty)
        #expect(details(Outcome(try .fetched())).isEmpty)
        #expect(details(Outcome(reason: .offline)).isEmpty)
    }

    private func details(of error: PriceLoadingError, timings: TransferTimings) -> String {
        var outcome = Outcome(reason: .failed)
        outcome.reports = [SourceReport(source: "binance", result: .failure(error), timings: timings)]
        return details(outcome).joined(separator: "\n")
    }

    private func warnings(_ outcome: Outcome) -> [String] { messages(outcome).warnings }
    private func details(_ outcome: Outcome) -> [String] { messages(outcome).details }

    private func messages(_ outcome: Outcome) -> Messages {
        Messages(outcome: outcome, sources: ["binance", "coinbase"])
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
