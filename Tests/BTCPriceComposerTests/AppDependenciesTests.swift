import BTCPriceCore
import BTCPriceNetworking
import BTCPricePersistence
import Foundation
import Platform
import SampleValues
import TestSupport
import Testing

@testable import BTCPriceComposer

/// Runs with the concrete types of the program that do not use the network.
@Suite(.timeLimit(.minutes(5))) struct AppDependenciesTests {
    private let home = TemporaryDirectory()
    private var cache: HomeCache { HomeCache(home: home.path) }

    @Test func offline_deliversTheCachedQuoteOfTheCurrencyAsThePolicySays() throws {
        try cache.store("kraken", pair: "XBTUSD", age: 30)
        try cache.store("bitstamp", pair: "BTC/EUR", currency: "EUR", age: 30)
        let dollars = try ending(CachePolicy(mode: .offline))
        #expect(dollars.quote?.quote.source == "kraken" && dollars.quote?.freshness == .stale, "\(dollars)")
        let euros = try ending(CachePolicy(maxAge: .seconds(3600), mode: .offline), SourceChoice(currency: .eur))
        #expect(euros.quote?.quote.source == "bitstamp" && euros.quote?.freshness == .fresh, "\(euros)")
        let outdated = try ending(CachePolicy(maxStale: .seconds(10), mode: .offline))
        #expect(outdated.quote == nil, "\(outdated)")
    }

    /// The stamp is that of the configuration with the variables of every source. While it is locked, or contains this time,
    /// no process is started.
    @Test(arguments: ["HOME", "BTCQ_BITFLYER_URL"])
    func background_whenThisConfigurationHasARecentRefresh_startsNone(_ variable: String) throws {
        let environment = environment([variable: variable == "HOME" ? home.path : "https://127.0.0.1"])
        let stamp = FileRefreshStamp(
            directory: CacheDirectory(environment), currency: .usd,
            configuration: RefreshCommand(Self.refresh, environment).configurationHash)
        #expect(stamp.lock())
        let whileLocked = try ending(CachePolicy(mode: .background), environment: environment)
        #expect(whileLocked == .noQuote(because: .background(.started), .noneStored))
        try stamp.store(Timestamp(milliseconds: WallClock.now.milliseconds))
        stamp.unlock()
        let afterwards = try ending(CachePolicy(mode: .background), environment: environment)
        let isNotDue = if case .noQuote(because: .background(.notDue), .noneStored) = afterwards { true } else { false }
        #expect(isNotDue, "\(afterwards)")
        // A run with another stamp would have created it.
        let files = try FileManager.default.contentsOfDirectory(atPath: cache.path)
        #expect(files.count { $0.hasSuffix(".refresh") } == 1, "\(files)")
    }

    // The proxy, for messages.

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
        let proxy = try dependencies(environment: environment(variables)).proxy(suspectedIn: reports)
        #expect(proxy == (isNamed ? "HTTPS_PROXY=proxy:3128, NO_PROXY is set" : nil))
        let none = try dependencies(environment: environment([:])).proxy(suspectedIn: reports)
        #expect(none == nil)
    }

    /// Such a request never goes through it.
    @Test(arguments: [("http://localhost", false), ("https://localhost", true)])
    func proxy_whenTheSourceIsAskedOnThisMachineWithoutTLS_isNotNamed(_ url: String, _ isNamed: Bool) throws {
        let environment = environment(["all_proxy": "proxy", "BTCQ_BINANCE_URL": url])
        let binance = try SourceSettings(of: SourceRegistry.exchanges[0], environment).id
        let report = SourceReport(source: binance, .timedOut(after: .seconds(5)))
        let proxy = try dependencies(environment: environment).proxy(suspectedIn: [report])
        #expect(proxy == (isNamed ? "all_proxy=proxy" : nil))
    }

    // The program name alone would ask for a price.
    private static let refresh = ["btcq-refresh", "--version"]

    private func environment(_ variables: [String: String]) -> Environment {
        Environment(["HOME": home.path].merging(variables) { $1 })
    }

    private func dependencies(
        _ policy: CachePolicy = CachePolicy(), _ choice: SourceChoice = SourceChoice(), environment: Environment
    ) throws -> AppDependencies {
        let selection = try SourceSelection(choice, among: AppDependencies.sources) { _ in false }
        return try AppDependencies(
            selection: selection, policy: policy, limits: FetchLimits(), environment: environment,
            clock: MonotonicClock(), refresh: RefreshCommand(Self.refresh, environment))
    }

    private func ending(
        _ policy: CachePolicy, _ choice: SourceChoice = SourceChoice(), environment: Environment? = nil
    ) throws -> Ending {
        var dependencies = try dependencies(policy, choice, environment: environment ?? self.environment([:]))
        return dependencies.fetchLatestPrice.execute().ending
    }
}

extension Ending {
    fileprivate var quote: DeliveredQuote? {
        switch self {
        case .quote(let quote), .stale(let quote, _): quote
        case .noQuote: nil
        }
    }
}
