import BTCPriceCore
import BTCPriceNetworking
import Platform
import SampleValues
import Testing

@testable import BTCPriceComposer

@Suite struct AppDependenciesTests {
    @Test(
        arguments: [
            ([.networkFailure("connection refused"), .timedOut(after: .seconds(5))], true, true),
            ([.timedOut(after: .seconds(5)), .rejected("HTTP 500")], true, false),
            ([.invalidPrice, .networkFailure("connection refused")], true, true),
            ([.rejected("HTTP 407")], false, false),
            ([.blocked("HTTP 403", hint: "blocked?"), .skipped(timeLeft: .seconds(7))], false, false),
            ([.invalidData("not JSON"), .rateLimited("HTTP 429", for: nil)], false, false), ([], false, false),
        ] as [([PriceLoadingError], Bool, Bool)])
    func proxy_isNamedIfASourceThatMayUseItHasSentNoResponse(
        _ errors: [PriceLoadingError], _ isNamed: Bool, _ isNamedIfTheFirstIsOnLoopback: Bool
    ) throws {
        let selection = try SourceSelection(SourceChoice(), among: AppDependencies.sources) { _ in false }
        let exchanges = SourceRegistry.exchanges.filter { selection.sources.contains($0.source) }
        let variables = ["HTTPS_PROXY": "http://user:secret@proxy:3128", "NO_PROXY": "example.com"]
        let loopback = variables.merging(["BTCQ_BINANCE_URL": "http://127.0.0.1:9"]) { $1 }
        for (variables, isNamed) in [([:], false), (variables, isNamed), (loopback, isNamedIfTheFirstIsOnLoopback)] {
            let environment = Environment(variables)
            let reports = try zip(exchanges, errors).map {
                SourceReport(source: try SourceSettings(of: $0, environment).id, $1)
            }
            let dependencies = try AppDependencies(
                selection: selection, policy: CachePolicy(), limits: FetchLimits(), environment: environment,
                clock: MonotonicClock(), refresh: RefreshCommand([], environment))
            let proxy = isNamed ? "HTTPS_PROXY=proxy:3128, NO_PROXY is set" : nil
            #expect(dependencies.proxy(suspectedIn: reports) == proxy, "\(variables)")
        }
    }
}
