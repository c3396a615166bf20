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

    private static let cached = "using the quote cached 5m ago"
    private static let fromBinance = "\(cached) from binance: "
    private static let none = "no quote: no usable quote is cached; "
    private static let skipped = "binance: skipped for another 9s (rate limited)"
    private static let tooOld = "the quote cached 5m ago is older than --max-stale"
    private static let noSpaceText = "/c/backoff.json: No space left on device"
    private static let noStart = "btcq cannot be started: no file descriptor is left"

    /// Its only warning, and its detail besides the reports.
    private static let outcomes: [(outcome: Outcome, warning: String?, detail: String?)] = [
        (.live(.sample()), nil, nil),
        (.fresh(.sample(), fiveMinutes), nil, "\(fromBinance)it is fresh"),
        (stale(.offline), nil, "\(fromBinance)--offline"),
        (stale(.failed(reports)), "no fresh quote: \(reportsText); \(cached)", nil),
        (stale(.failed(reports), from: "coinbase"), "no fresh quote: \(reportsText); \(cached)", nil),
        (stale(.failed(reports), from: "kraken"), "no fresh quote: \(reportsText); \(cached) from kraken", nil),
        (stale(.anotherRunIsFetching), "no fresh quote: another run is fetching one; \(cached)", nil),
        (stale(.background(.started)), nil, "\(fromBinance)one is being fetched"),
        (stale(.background(.alreadyRunning)), nil, "\(fromBinance)another run is fetching one"),
        (stale(.background(.skipped([limited]))), nil, fromBinance + skipped),
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
        (.noQuote(because: .anotherRunIsFetching, .noneStored), "no quote: another run is fetching one", nil),
        (
            .noQuote(because: .anotherRunIsFetching, .tooOld(fiveMinutes)),
            "no quote: another run is fetching one; \(tooOld)", nil
        ),
        (.noQuote(because: .background(.started), .noneStored), "\(none)one is being fetched", nil),
        (
            .noQuote(because: .background(.started), .tooOld(fiveMinutes)),
            "no quote: \(tooOld); one is being fetched", nil
        ),
        (
            .noQuote(because: .background(.started), .notAllowed),
            "no quote: --max-stale 0 allows no cached quote; one is being fetched", nil
        ),
        (.noQuote(because: .background(.alreadyRunning), .noneStored), "\(none)another run is fetching one", nil),
        (.noQuote(because: .background(.skipped([limited])), .noneStored), none + skipped, nil),
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
                "no quote: \(Self.reportsText)",
            ])
        #expect(
            lines.details == [
                "ignoring the cache: /c/f: it is not complete", "binance: HTTP 500", "coinbase: no response in 5s",
            ])
    }

    /// Unlike a file that cannot be read, of which only `--verbose` says why.
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
        diagnostics.cacheError = .unusable(path: "/c/f", .incomplete)
        let unusable = messages(.noQuote(because: .offline, .noneStored), diagnostics)
        #expect(unusable.warnings == ["no quote: no usable quote is cached"])
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
