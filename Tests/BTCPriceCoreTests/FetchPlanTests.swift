import Testing

@testable import BTCPriceCore

@Suite struct FetchPlanTests {
    private static let binance = SourceID(name: "binance", baseURL: "https://binance")
    private static let coinbase = SourceID(name: "coinbase", baseURL: "https://coinbase")

    /// What is stored about the sources, which of them are asked by a run that shares its fetch, and which are skipped.
    private static let cases: [(stored: [BackoffEntry.Reason: [SourceID]], asked: [SourceID], skipped: [String])] = [
        ([:], [binance, coinbase], []),
        ([.rateLimited: [binance]], [coinbase], ["binance"]),
        ([.rateLimited: [binance, coinbase]], [], ["binance", "coinbase"]),
        ([.failed: [binance]], [coinbase], ["binance"]),
        ([.failed: [binance], .rateLimited: [coinbase]], [], ["binance", "coinbase"]),
        ([.blocked: [binance]], [coinbase, binance], []),
        ([.blocked: [coinbase]], [binance, coinbase], []),
        ([.blocked: [binance, coinbase]], [binance, coinbase], []),
        ([.blocked: [binance], .rateLimited: [coinbase]], [binance], ["coinbase"]),
        ([.refreshing: [binance, coinbase]], [binance, coinbase], []),
    ]

    @Test(arguments: cases.indices)
    func plan_followsFromTheBackoff(_ index: Int) {
        let (stored, asked, skipped) = Self.cases[index]
        let backoff = Backoff(
            stored.flatMap { reason, sources in
                sources.map { source in
                    BackoffEntry(
                        reason, source, currency: reason == .failed || reason == .refreshing ? .usd : nil, from: .now,
                        to: .now + .seconds(8), allowedTime: .seconds(5))
                }
            })
        let plan = FetchPlan(
            [Self.binance, Self.coinbase], in: .usd, backoff, sharedRunTime: .seconds(5), at: .now)
        #expect(plan.sources == asked)
        #expect(plan.skipped.map(\.source) == skipped)
        for report in plan.skipped {
            guard case .skipped(let remaining, _)? = report.error else {
                Issue.record("\(report)")
                continue
            }
            #expect(remaining == .seconds(8))
        }
        // Without sharing, only a rate limit counts.
        let alone = FetchPlan([Self.binance, Self.coinbase], in: .usd, backoff, sharedRunTime: nil, at: .now)
        #expect(Set(alone.skipped.map(\.source)) == Set((stored[.rateLimited] ?? []).map(\.name)))
    }
}
