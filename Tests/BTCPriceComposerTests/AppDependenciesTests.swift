import BTCPriceCore
import BTCPriceNetworking
import Platform
import SampleValues
import Testing

@testable import BTCPriceComposer

@Suite struct AppDependenciesTests {
    @Test(
        arguments: [
            ([.networkFailure("connection refused"), .timedOut(after: .seconds(5))], [true, true]),
            ([.timedOut(after: .seconds(5)), .rejected("HTTP 500")], [true, false]),
            ([.invalidPrice, .networkFailure("no")], [true, true]), ([.rejected("HTTP 407")], [false, false]),
            ([.blocked("HTTP 403", hint: "blocked?"), .skipped(timeLeft: .seconds(7))], [false, false]),
            ([.invalidData("not JSON"), .rateLimited("HTTP 429", for: nil)], [false, false]), ([], [false, false]),
        ] as [([PriceLoadingError], [Bool])])
    func proxy_isNamedIfASourceThatMayUseItHasSentNoResponse(_ errors: [PriceLoadingError], _ isNamed: [Bool]) throws {
        let selection = try SourceSelection(SourceChoice(), among: AppDependencies.sources) { _ in false }
        let exchanges = SourceRegistry.exchanges.filter { selection.sources.contains($0.source) }
        let variables = ["HTTPS_PROXY": "http://user:secret@proxy:3128", "NO_PROXY": "example.com"]
        let firstOnLoopback = variables.merging(["BTCQ_BINANCE_URL": "http://127.0.0.1:9"]) { $1 }
        for (variables, isNamed) in [([:], false), (variables, isNamed[0]), (firstOnLoopback, isNamed[1])] {
            let environment = Environment(variables)
            let ids = try exchanges.map { try SourceSettings(of: $0, environment).id }
            let reports = zip(ids, errors).map { SourceReport(source: $0, $1) }
            let dependencies = try AppDependencies(
                selection: selection, policy: CachePolicy(), limits: FetchLimits(), environment: environment,
                clock: MonotonicClock(), refresh: RefreshCommand([], environment))
            let proxy = isNamed ? "HTTPS_PROXY=proxy:3128, NO_PROXY is set" : nil
            #expect(dependencies.proxy(suspectedIn: reports) == proxy, "\(variables)")
        }
    }
}
