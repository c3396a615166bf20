import BTCPriceCore
import BTCPriceNetworking
import Platform
import SampleValues
import Testing

@testable import BTCPriceComposer

@Suite struct AppDependenciesTests {
    @Test(
        arguments: [
            ([.networkFailure("connection refused"), .timedOut(after: .seconds(5))], true),
            ([.timedOut(after: .seconds(5)), .rejected("HTTP 500")], true),
            ([.invalidPrice, .networkFailure("connection refused")], true), ([.rejected("HTTP 407")], false),
            ([.blocked("HTTP 403", hint: "blocked?"), .skipped(timeLeft: .seconds(7))], false),
            ([.invalidData("not JSON"), .rateLimited("HTTP 429", for: nil)], false), ([], false),
        ] as [([PriceLoadingError], Bool)])
    func proxy_isNamedIfASourceHasSentNoResponse(_ errors: [PriceLoadingError], _ isNamed: Bool) throws {
        let selection = try SourceSelection(SourceChoice(), among: AppDependencies.sources) { _ in false }
        let exchanges = SourceRegistry.exchanges.filter { selection.sources.contains($0.source) }
        let reports = zip(exchanges, errors).map { SourceReport(source: SourceSettings(of: $0).id, $1) }
        let variables = ["HTTPS_PROXY": "http://user:secret@proxy:3128", "NO_PROXY": "example.com"]
        for environment in [Environment(variables), Environment([:])] {
            let dependencies = try AppDependencies(
                selection: selection, policy: CachePolicy(), limits: FetchLimits(), environment: environment,
                clock: MonotonicClock(), refresh: RefreshCommand([], environment))
            let proxy = isNamed && environment.isSet("HTTPS_PROXY") ? "HTTPS_PROXY=proxy:3128, NO_PROXY is set" : nil
            #expect(dependencies.proxy(suspectedIn: reports) == proxy)
        }
    }
}
