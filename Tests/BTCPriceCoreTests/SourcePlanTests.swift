import Testing

@testable import BTCPriceCore

@Suite struct SourcePlanTests {
    private typealias Reasons = [SourceRecord.Reason]

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
        _ binance: [SourceRecord.Reason], _ coinbase: [SourceRecord.Reason], _ asked: [String], _ orNobody: [String]
    ) {
        let records = ["binance": Self.record(binance), "coinbase": Self.record(coinbase)]
        #expect(plan(["binance", "coinbase"], records).asked == asked)
        #expect(plan(["binance", "coinbase"], records, mayDoWithout: true).asked == orNobody)
    }

    @Test func leftAloneSource_isReportedWithItsReasonAndTheTimeThatRemains() {
        let records = [
            "binance": SourceRecord([.limited: .now + .seconds(60), .failed: .now + .seconds(5)]),
            "coinbase": SourceRecord([.refused: .now + .seconds(99), .failed: .now + .seconds(4)]),
        ]
        let limited = SourceReport.failure("binance", .leftAlone(.seconds(60), because: .limited))
        let failed = SourceReport.failure("coinbase", .leftAlone(.seconds(4), because: .failed))
        #expect(plan(["binance", "coinbase"], records).leftAlone == [limited])
        #expect(plan(["binance", "coinbase"], records, mayDoWithout: true).leftAlone == [limited, failed])
        #expect(plan(["kraken"], records, mayDoWithout: true).leftAlone == [])
    }

    @Test func refusedSource_isPostponedOnlyWhereAnotherComesFirst() {
        let records = ["binance": SourceRecord([.refused: .now + .seconds(100)])]
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
        (SourceRecord.Reason.limited, Duration.zero), (.limited, .seconds(3601)), (.failed, .zero),
        (.failed, .milliseconds(10_001)), (.refused, .zero), (.refused, .seconds(3601)),
    ])
    func recordThatPassedOrIsVoid_changesNothing(_ reason: SourceRecord.Reason, _ distance: Duration) {
        let records = ["binance": SourceRecord([reason: .now + distance])]
        #expect(plan(["binance", "coinbase"], records, mayDoWithout: true).asked == ["binance", "coinbase"])
        #expect(plan(["binance"], records, mayDoWithout: true).asked == ["binance"])
    }

    @Test func sourceThatFailedAlone_doesNotSilenceTheOthers() {
        let records = ["kraken": Self.record([.failed])]
        #expect(plan(["binance", "coinbase"], records, mayDoWithout: true).asked == ["binance", "coinbase"])
        #expect(plan(["kraken", "coinbase"], records, mayDoWithout: true).asked == ["kraken", "coinbase"])
        #expect(plan(["kraken"], records, mayDoWithout: true).asked == [])
    }

    private func plan(
        _ sources: [String], _ records: [String: SourceRecord], mayDoWithout: Bool = false
    ) -> SourcePlan {
        SourcePlan(sources, records, at: .now, mayDoWithout: mayDoWithout)
    }

    private static func record(_ reasons: [SourceRecord.Reason]) -> SourceRecord {
        SourceRecord(Dictionary(uniqueKeysWithValues: reasons.map { ($0, Timestamp.now + .seconds(5)) }))
    }
}
