import Testing

@testable import BTCPriceCore

@Suite struct FetchPlanTests {
    private typealias Reasons = [BackoffReason]

    /// The back-off of binance and of coinbase; the sources of a run; those of a run that may skip the fetch.
    private static let table: [(Reasons, Reasons, [String], [String])] = [
        ([], [], ["binance", "coinbase"], ["binance", "coinbase"]),
        ([], [.rateLimited], ["binance"], ["binance"]),
        ([], [.blocked], ["binance", "coinbase"], ["binance", "coinbase"]),
        ([], [.failed], ["binance", "coinbase"], ["binance", "coinbase"]),
        ([], [.blocked, .failed], ["binance", "coinbase"], ["binance", "coinbase"]),
        ([.rateLimited], [], ["coinbase"], ["coinbase"]),
        ([.rateLimited], [.rateLimited], [], []),
        ([.rateLimited], [.blocked], ["coinbase"], ["coinbase"]),
        ([.rateLimited], [.failed], ["coinbase"], []),
        ([.rateLimited], [.blocked, .failed], ["coinbase"], []),
        ([.blocked], [], ["coinbase", "binance"], ["coinbase", "binance"]),
        ([.blocked], [.rateLimited], ["binance"], ["binance"]),
        ([.blocked], [.blocked], ["binance", "coinbase"], ["binance", "coinbase"]),
        ([.blocked], [.failed], ["coinbase", "binance"], ["coinbase", "binance"]),
        ([.blocked], [.blocked, .failed], ["binance", "coinbase"], ["binance", "coinbase"]),
        ([.failed], [], ["binance", "coinbase"], ["binance", "coinbase"]),
        ([.failed], [.rateLimited], ["binance"], []),
        ([.failed], [.blocked], ["binance", "coinbase"], ["binance", "coinbase"]),
        ([.failed], [.failed], ["binance", "coinbase"], []),
        ([.failed], [.blocked, .failed], ["binance", "coinbase"], []),
        ([.blocked, .failed], [], ["coinbase", "binance"], ["coinbase", "binance"]),
        ([.blocked, .failed], [.rateLimited], ["binance"], []),
        ([.blocked, .failed], [.blocked], ["binance", "coinbase"], ["binance", "coinbase"]),
        ([.blocked, .failed], [.failed], ["coinbase", "binance"], []),
        ([.blocked, .failed], [.blocked, .failed], ["binance", "coinbase"], []),
    ]

    @Test(arguments: table)
    func plan_isThatOfTheContract(
        _ binance: [BackoffReason], _ coinbase: [BackoffReason], _ sources: [String], _ orNone: [String]
    ) {
        let entries = ["binance": Self.backoff(binance), "coinbase": Self.backoff(coinbase)]
        #expect(plan(["binance", "coinbase"], entries).sources == sources)
        #expect(plan(["binance", "coinbase"], entries, maySkipFetch: true).sources == orNone)
    }

    @Test func skippedSource_isReportedWithItsReasonAndRemainingTime() {
        let entries = [
            "binance": SourceBackoff([.rateLimited: .now + .seconds(60), .failed: .now + .seconds(5)]),
            "coinbase": SourceBackoff([.blocked: .now + .seconds(99), .failed: .now + .seconds(4)]),
        ]
        let rateLimited = SourceReport.failure("binance", .skipped(.seconds(60), because: .rateLimited))
        let failed = SourceReport.failure("coinbase", .skipped(.seconds(4), because: .failed))
        #expect(plan(["binance", "coinbase"], entries).skipped == [rateLimited])
        #expect(plan(["binance", "coinbase"], entries, maySkipFetch: true).skipped == [rateLimited, failed])
        #expect(plan(["kraken"], entries, maySkipFetch: true).skipped == [])
    }

    @Test func blockedSource_isPostponedOnlyIfAnotherComesAfterIt() {
        let entries = ["binance": SourceBackoff([.blocked: .now + .seconds(100)])]
        let postponed = [Outcome.Postponed(source: "binance", remaining: .seconds(100))]
        #expect(plan(["binance", "coinbase"], entries).postponed == postponed)
        #expect(plan(["coinbase", "binance"], entries).postponed == [])
        #expect(plan(["binance"], entries).postponed == [])
        #expect(plan(["binance"], entries).sources == ["binance"])
    }

    @Test func blockedSources_amongMany_comeLastInTheirOrder() {
        let entries = ["a": Self.backoff([.blocked]), "c": Self.backoff([.blocked])]
        #expect(plan(["a", "b", "c", "d"], entries).sources == ["b", "d", "a", "c"])
        #expect(plan(["b", "a", "d"], entries).sources == ["b", "d", "a"])
    }

    @Test(arguments: [
        (BackoffReason.rateLimited, Duration.zero), (.rateLimited, .seconds(3601)), (.failed, .zero),
        (.failed, .milliseconds(10_001)), (.blocked, .zero), (.blocked, .seconds(3601)),
    ])
    func backoff_whenItHasEndedOrIsInvalid_changesNothing(_ reason: BackoffReason, _ distance: Duration) {
        let entries = ["binance": SourceBackoff([reason: .now + distance])]
        #expect(plan(["binance", "coinbase"], entries, maySkipFetch: true).sources == ["binance", "coinbase"])
        #expect(plan(["binance"], entries, maySkipFetch: true).sources == ["binance"])
    }

    @Test func plan_whenOneSourceHasFailed_asksAllUnlessItIsTheOnlyOne() {
        let entries = ["kraken": Self.backoff([.failed])]
        #expect(plan(["binance", "coinbase"], entries, maySkipFetch: true).sources == ["binance", "coinbase"])
        #expect(plan(["kraken", "coinbase"], entries, maySkipFetch: true).sources == ["kraken", "coinbase"])
        #expect(plan(["kraken"], entries, maySkipFetch: true).sources == [])
    }

    private func plan(
        _ sources: [String], _ entries: [String: SourceBackoff], maySkipFetch: Bool = false
    ) -> FetchPlan {
        FetchPlan(sources, entries, at: .now, maySkipFetch: maySkipFetch)
    }

    private static func backoff(_ reasons: [BackoffReason]) -> SourceBackoff {
        SourceBackoff(Dictionary(uniqueKeysWithValues: reasons.map { ($0, Timestamp.now + .seconds(5)) }))
    }
}
