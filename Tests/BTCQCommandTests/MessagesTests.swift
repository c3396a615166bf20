import BTCPriceCore
import Platform
import Testing

@testable import BTCQCommand

/// The lines on stderr. The run's sources are binance and coinbase.
@Suite struct MessagesTests {
    private static let fiveMinutes = Age(.seconds(300))
    private static let limited = SourceReport(source: "binance", .skipped(timeLeft: .seconds(9)))
    private static let reports = [
        SourceReport(source: "binance", .unexpectedStatus(500)),
        SourceReport(source: "coinbase", .timedOut(after: .seconds(5))),
    ]
    private static let reportsText = "binance: HTTP 500; coinbase: no response in 5s"
    private static let noSpace = StoreError.system(path: "/c/rate-limits.json", code: ENOSPC)

    // Every outcome.

    private static let cached = "using the quote cached 5m ago"
    private static let fromBinance = "\(cached) from binance: "
    private static let none = "no quote: no usable quote is cached; "
    private static let skipped = "binance: rate limited for another 9s"
    private static let notDue = "a refresh started 4s ago has stored none yet"
    private static let tooOld = "the quote cached 5m ago is older than --max-stale"
    private static let noSpaceText = "/c/rate-limits.json: No space left on device"
    private static let noStart = "btcq cannot be started: no file descriptor is left"

    /// Its only warning, and its detail besides the reports.
    private static let outcomes: [(outcome: Outcome, warning: String?, detail: String?)] = [
        (.live(.sample()), nil, nil),
        (.fresh(.sample(), fiveMinutes), nil, "\(fromBinance)it is fresh"),
        (stale(.offline), nil, "\(fromBinance)--offline"),
        (stale(.failed(reports)), "no fresh quote: \(reportsText); \(cached)", nil),
        (stale(.failed(reports), from: "coinbase"), "no fresh quote: \(reportsText); \(cached)", nil),
        (stale(.failed(reports), from: "kraken"), "no fresh quote: \(reportsText); \(cached) from kraken", nil),
        (stale(.background(.started)), nil, "\(fromBinance)one is being fetched"),
        (stale(.background(.notDue(Age(.seconds(4))))), nil, fromBinance + notDue),
        (stale(.background(.rateLimited([limited]))), nil, fromBinance + skipped),
        (
            stale(.background(.notStored(noSpace))), "cannot refresh the cache: \(noSpaceText)",
            "\(fromBinance)none can be fetched: \(noSpaceText)"
        ),
        (
            stale(.background(.notStarted(code: EMFILE))), "cannot refresh the cache: \(noStart)",
            "\(fromBinance)none can be fetched: \(noStart)"
        ),
        (.noQuote(because: .offline, .noneStored), "no quote: no usable quote is cached", nil),
        (.noQuote(because: .offline, .tooOld(fiveMinutes)), "no quote: \(tooOld)", nil),
        (.noQuote(because: .offline, .notAllowed), "no quote: --max-stale 0 allows no cached quote", nil),
        (.noQuote(because: .failed(reports), .noneStored), "no quote: \(reportsText)", nil),
        (.noQuote(because: .failed(reports), .tooOld(fiveMinutes)), "no quote: \(reportsText); \(tooOld)", nil),
        (.noQuote(because: .failed(reports), .notAllowed), "no quote: \(reportsText)", nil),
        (.noQuote(because: .background(.started), .noneStored), "\(none)one is being fetched", nil),
        (
            .noQuote(because: .background(.started), .tooOld(fiveMinutes)),
            "no quote: \(tooOld); one is being fetched", nil
        ),
        (
            .noQuote(because: .background(.started), .notAllowed),
            "no quote: --max-stale 0 allows no cached quote; one is being fetched", nil
        ),
        (.noQuote(because: .background(.notDue(Age(.seconds(4)))), .noneStored), none + notDue, nil),
        (.noQuote(because: .background(.rateLimited([limited])), .noneStored), none + skipped, nil),
        (
            .noQuote(because: .background(.notStored(noSpace)), .noneStored),
            "\(none)none can be fetched: \(noSpaceText)", nil
        ),
        (
            .noQuote(because: .background(.notStarted(code: EMFILE)), .noneStored),
            "\(none)none can be fetched: \(noStart)", nil
        ),
    ]

    private static func stale(_ reason: NoLiveQuote, from source: String = "binance") -> Outcome {
        .stale(.sample(source), fiveMinutes, because: reason)
    }

    @Test(arguments: outcomes.indices)
    func outcome_hasItsWarningAndItsDetail(_ index: Int) {
        let (outcome, warning, detail) = Self.outcomes[index]
        #expect(messages(outcome).warnings == [warning].compactMap(\.self), "\(outcome)")
        #expect(messages(outcome).details == [detail].compactMap(\.self), "\(outcome)")
    }

    @Test func messages_whenASourceIsBlocked_suggestAnotherOne() {
        let reports = [SourceReport(source: "binance", .blocked), Self.reports[1]]
        var diagnostics = Diagnostics()
        diagnostics.reports = reports
        let lines = messages(Self.stale(.failed(reports)), diagnostics, otherSource: "kraken")
        let reason = "binance: HTTP 451 (blocked in this country; try --source kraken)"
        #expect(lines.warnings == ["no fresh quote: \(reason); coinbase: no response in 5s; \(Self.cached)"])
        #expect(lines.details == [reason, "coinbase: no response in 5s"])
    }

    // Errors of the files that runs share.

    @Test(
        arguments: [
            (.system(path: "/c/btcq", code: EACCES), "/c/btcq: Permission denied"),
            (.unusable(path: "/c/f", .directory), "/c/f is a directory"),
            (.unusable(path: "/c/f", .symbolicLink), "/c/f is a symbolic link"),
            (.unusable(path: "/c/f", .notARegularFile), "/c/f is not a regular file"),
            (.unusable(path: "/c/f", .ofAnotherUser), "/c/f belongs to another user"),
            (.unusable(path: "/c/f", .tooLarge), "/c/f is too large"),
            (.unusable(path: "/c/f", .empty), "/c/f is empty"),
            (.unusable(path: "/c/f", .incomplete), "/c/f is not complete"),
            (.unusable(path: "/c/f", .anotherVersion), "/c/f is of another version"),
            (.unusable(path: "/c/f", .anotherCurrency), "/c/f is in another currency"),
            (.unusable(path: "/c/f", .noQuote), "/c/f contains no quote"),
            (.disabled(.noHome), "HOME is not an absolute path"),
            (.disabled(.directoryOfAnotherUser(path: "/home/me")), "/home/me belongs to another user"),
        ] as [(StoreError, String)])
    func storeError_isOneClause(_ error: StoreError, _ text: String) {
        #expect(error.text == text)
    }

    @Test func storeErrors_precedeTheReportsAndTheEnding() {
        var diagnostics = Diagnostics()
        diagnostics.reports = Self.reports
        diagnostics.cacheError = .unusable(path: "/c/f", .incomplete)
        diagnostics.storeError = .system(path: "/c/f", code: EISDIR)
        diagnostics.rateLimitError = Self.noSpace
        let lines = messages(.noQuote(because: .failed(Self.reports), .noneStored), diagnostics)
        #expect(
            lines.warnings == [
                "cannot update the cache: /c/f: Is a directory", "cannot store a rate limit: \(Self.noSpaceText)",
                "no quote: \(Self.reportsText); /c/f is not complete",
            ])
        #expect(
            lines.details == [
                "ignoring the cache: /c/f is not complete", "binance: HTTP 500", "coinbase: no response in 5s",
            ])
    }

    @Test(
        arguments: [
            (.offline, "no quote: no cache: HOME is not an absolute path"),
            (.failed(reports), "no quote: \(reportsText); no cache: HOME is not an absolute path"),
            (
                .background(.notStored(.disabled(.noHome))),
                "no quote: no cache: HOME is not an absolute path; none can be fetched in the background without it"
            ),
        ] as [(NoLiveQuote, String)], [NoCachedQuote.noneStored, .notAllowed])
    func warning_whenTheCacheIsDisabled_saysWhy(
        _ ending: (reason: NoLiveQuote, warning: String), _ cached: NoCachedQuote
    ) {
        var diagnostics = Diagnostics()
        diagnostics.cacheError = .disabled(.noHome)
        #expect(messages(.noQuote(because: ending.reason, cached), diagnostics).warnings == [ending.warning])
    }

    @Test(
        arguments: [
            (.noQuote(because: .offline, .noneStored), "no quote: no usable quote is cached; /c/f is a directory"),
            (
                .noQuote(because: .failed(reports), .notAllowed), "no quote: \(reportsText); /c/f is a directory"
            ),
            (
                .noQuote(because: .background(.started), .noneStored),
                "\(none)one is being fetched; /c/f is a directory"
            ),
            (stale(.failed(reports)), "no fresh quote: \(reportsText); \(cached)"),
        ] as [(Outcome, String)])
    func warning_whenTheCacheFileCannotBeUsedAndThereIsNoQuote_saysWhy(_ outcome: Outcome, _ warning: String) {
        var diagnostics = Diagnostics()
        diagnostics.cacheError = .unusable(path: "/c/f", .directory)
        #expect(messages(outcome, diagnostics).warnings == [warning])
    }

    // Reports.

    private static let transfers: [(TransferDetails, String)] = [
        (
            transfer(name: 1049, connect: 12_100, tls: 30_000, firstByte: 45_060, total: 1_045_099),
            "; total 1045.0ms (name 1.0ms, connect 12.1ms, TLS 30.0ms, first byte 45.0ms)"
        ),
        // A step that did not happen is omitted.
        (transfer(connect: 2000, total: 3000), "; total 3.0ms (connect 2.0ms)"),
        (transfer(total: 3000), "; total 3.0ms"), (TransferDetails(), ""),
        (
            transfer(total: 40, notes: ["at http://[::1]:9", "certificates: /c"]),
            "; total 0.0ms; at http://[::1]:9, certificates: /c"
        ),
    ]

    @Test(arguments: transfers)
    func details_giveEachSourcesResultItsTimingsAndItsNotes(_ transfer: TransferDetails, _ text: String) {
        var diagnostics = Diagnostics()
        diagnostics.reports = [
            SourceReport(source: "binance", result: .failure(.unexpectedStatus(503)), transfer: transfer),
            SourceReport(source: "coinbase", result: .success(.sample("coinbase")), transfer: transfer),
        ]
        let details = messages(.live(.sample("coinbase")), diagnostics).details
        #expect(details == ["binance: HTTP 503\(text)", "coinbase: 68901.23\(text)"])
    }

    /// The durations are in microseconds.
    private static func transfer(
        name: Int64 = 0, connect: Int64 = 0, tls: Int64 = 0, firstByte: Int64 = 0, total: Int64, notes: [String] = []
    ) -> TransferDetails {
        var transfer = TransferDetails(notes: notes)
        transfer.nameLookup = .microseconds(name)
        transfer.connect = .microseconds(connect)
        transfer.tls = .microseconds(tls)
        transfer.firstByte = .microseconds(firstByte)
        transfer.total = .microseconds(total)
        return transfer
    }

    private func messages(
        _ outcome: Outcome, _ diagnostics: Diagnostics = Diagnostics(), otherSource: String? = nil
    ) -> Messages {
        Messages(
            outcome: outcome, diagnostics: diagnostics, sources: ["binance", "coinbase"], otherSource: otherSource)
    }
}
