import Testing

@testable import BTCPriceCore

@Suite struct SourcePlanTests {
    private typealias Reasons = [BackoffReason]

    /// What is remembered of binance and of coinbase; whom a run asks; whom one asks that may do without.
    private static let table: [(Reasons, Reasons, [String], [String])] = [
        ([], [], ["binance", "coinbase"], ["binance", "coinbase"]),
        ([], [.limited], ["binance"], ["binance"]),
        ([], [.refused], ["binance", "coinbase"], ["binance", "coinbase"]),
        ([], [.failed], ["binance", "coinbase"], ["binance", "coinbase"]),
        ([], [.refused, .failed], ["binance", "coinbase"], ["binance", "coinbase"]),
        ([.limited], [], ["coinbase"], ["coinbase"]),
        ([.limited], [.limited], [], []),
        ([.limited], [.refused], ["coinbase"], ["coinbase"]),
        ([.limited], [.failed], ["coinbase"], []),
        ([.limited], [.refused, .failed], ["coinbase"], []),
        ([.refused], [], ["coinbase", "binance"], ["coinbase", "binance"]),
        ([.refused], [.limited], ["binance"], ["binance"]),
        ([.refused], [.refused], ["binance", "coinbase"], ["binance", "coinbase"]),
        ([.refused], [.failed], ["coinbase", "binance"], ["coinbase", "binance"]),
        ([.refused], [.refused, .failed], ["binance", "coinbase"], ["binance", "coinbase"]),
        ([.failed], [], ["binance", "coinbase"], ["binance", "coinbase"]),
        ([.failed], [.limited], ["binance"], []),
        ([.failed], [.refused], ["binance", "coinbase"], ["binance", "coinbase"]),
        ([.failed], [.failed], ["binance", "coinbase"], []),
        ([.failed], [.refused, .failed], ["binance", "coinbase"], []),
        ([.refused, .failed], [], ["coinbase", "binance"], ["coinbase", "binance"]),
        ([.refused, .failed], [.limited], ["binance"], []),
        ([.refused, .failed], [.refused], ["binance", "coinbase"], ["binance", "coinbase"]),
        ([.refused, .failed], [.failed], ["coinbase", "binance"], []),
        ([.refused, .failed], [.refused, .failed], ["binance", "coinbase"], []),
    ]

    @Test(arguments: table)
    func plan_isAsTheContractHasIt(
        _ binance: [BackoffReason], _ coinbase: [BackoffReason], _ asked: [String], _ orNobody: [String]
    ) {
        let records = ["binance": Self.record(binance), "coinbase": Self.record(coinbase)]
        #expect(plan(["binance", "coinbase"], records).asked == asked)
        #expect(plan(["binance", "coinbase"], records, maySkipFetch: true).asked == orNobody)
    }

    @Test func leftAloneSource_isReportedWithItsReasonAndTheTimeThatRemains() {
        let records = [
            "binance": SourceBackoff([.limited: .now + .seconds(60), .failed: .now + .seconds(5)]),
            "coinbase": SourceBackoff([.refused: .now + .seconds(99), .failed: .now + .seconds(4)]),
        ]
        let limited = SourceReport.failure("binance", .skipped(.seconds(60), because: .limited))
        let failed = SourceReport.failure("coinbase", .skipped(.seconds(4), because: .failed))
        #expect(plan(["binance", "coinbase"], records).skipped == [limited])
        #expect(plan(["binance", "coinbase"], records, maySkipFetch: true).skipped == [limited, failed])
        #expect(plan(["kraken"], records, maySkipFetch: true).skipped == [])
    }

    @Test func refusedSource_isPostponedOnlyWhereAnotherComesFirst() {
        let records = ["binance": SourceBackoff([.refused: .now + .seconds(100)])]
        let postponed = [Outcome.Postponed(source: "binance", remaining: .seconds(100))]
        #expect(plan(["binance", "coinbase"], records).postponed == postponed)
        #expect(plan(["coinbase", "binance"], records).postponed == [])
        #expect(plan(["binance"], records).postponed == [])
        #expect(plan(["binance"], records).asked == ["binance"])
    }

    @Test func refusedSourcesAmongMany_comeLastInTheirOrder() {
        let records = ["a": Self.record([.refused]), "c": Self.record([.refused])]
        #expect(plan(["a", "b", "c", "d"], records).asked == ["b", "d", "a", "c"])
        #expect(plan(["b", "a", "d"], records).asked == ["b", "d", "a"])
    }

    @Test(arguments: [
        (BackoffReason.limited, Duration.zero), (.limited, .seconds(3601)), (.failed, .zero),
        (.failed, .milliseconds(10_001)), (.refused, .zero), (.refused, .seconds(3601)),
    ])
    func recordThatPassedOrIsVoid_changesNothing(_ reason: BackoffReason, _ distance: Duration) {
        let records = ["binance": SourceBackoff([reason: .now + distance])]
        #expect(plan(["binance", "coinbase"], records, maySkipFetch: true).asked == ["binance", "coinbase"])
        #expect(plan(["binance"], records, maySkipFetch: true).asked == ["binance"])
    }

    @Test func sourceThatFailedAlone_doesNotSilenceTheOthers() {
        let records = ["kraken": Self.record([.failed])]
        #expect(plan(["binance", "coinbase"], records, maySkipFetch: true).asked == ["binance", "coinbase"])
        #expect(plan(["kraken", "coinbase"], records, maySkipFetch: true).asked == ["kraken", "coinbase"])
        #expect(plan(["kraken"], records, maySkipFetch: true).asked == [])
    }

    private func plan(
        _ sources: [String], _ records: [String: SourceBackoff], maySkipFetch: Bool = false
    ) -> FetchPlan {
        FetchPlan(sources, records, at: .now, maySkipFetch: maySkipFetch)
    }

    private static func record(_ reasons: [BackoffReason]) -> SourceBackoff {
        SourceBackoff(Dictionary(uniqueKeysWithValues: reasons.map { ($0, Timestamp.now + .seconds(5)) }))
    }
}
