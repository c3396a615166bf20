import BTCPriceCore
import BTCPriceNetworking
import Foundation
import Platform
import TestSupport
import Testing

@testable import BTCPriceComposer

/// Runs with the concrete types of the program that do not use the network.
@Suite(.timeLimit(.minutes(1))) struct AppDependenciesTests {
    private let home = TemporaryDirectory()
    private var cache: String {
        #if os(macOS)
            "\(home.path)/Library/Caches/btcq"
        #else
            "\(home.path)/.cache/btcq"
        #endif
    }

    @Test func offline_deliversTheCachedQuoteOfTheCurrencyAsThePolicySays() throws {
        try store("kraken", in: .usd)
        try store("coinbase", in: .eur)
        let dollars = try run(CachePolicy(mode: .offline))
        #expect(dollars.reason == .offline && dollars.delivered?.quote.source == "kraken", "\(dollars)")
        let euros = try run(CachePolicy(maxAge: .seconds(3600), mode: .offline), SourceChoice(currency: .eur))
        #expect(euros.delivered?.isStale == false && euros.delivered?.quote.source == "coinbase", "\(euros)")
        let outdated = try run(CachePolicy(maxStale: .seconds(10), mode: .offline))
        #expect(outdated.reason == .offline && outdated.delivered == nil, "\(outdated)")
    }

    @Test func background_whenARefreshWasStartedJustBefore_startsNone() throws {
        let time = WallClock.now() + .seconds(-4)
        // Whatever the configuration's hash is.
        for byte in 0...255 {
            try write("\(time.milliseconds)", to: "BTC-USD.\(String(format: "%02x", byte)).refresh")
        }
        let outcome = try run(CachePolicy(maxAge: .seconds(10), mode: .background))
        guard case .background(.notDue)? = outcome.reason else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test(arguments: [
        ("BTCQ_BINANCE_URL", true), ("https_proxy", true), ("NO_PROXY", true), ("SSL_CERT_FILE", true),
        ("BTCQ_KRAKEN_URL", false), ("HOME", false),
    ])
    func configuration_changesWithTheVariablesThatARefreshNeeds(_ variable: String, _ changes: Bool) {
        func configuration(_ arguments: [String], _ value: String) -> [UInt8] {
            RefreshProcess(
                arguments: { arguments }, urlVariables: ["BTCQ_BINANCE_URL"],
                environment: Environment { $0 == variable ? Array(value.utf8) : nil }
            ).configuration
        }
        #expect((configuration(["btcq"], "/a") != configuration(["btcq"], "/b")) == changes)
        #expect(configuration(["btcq"], "/a") != configuration(["btcq", "-q"], "/a"))
    }

    /// In a process of its own, since the limit applies to all tests of one.
    @Test func fetch_whenNoDescriptorIsLeft_isAnErrorOfEachSource() async {
        await #expect(processExitsWith: .success) {
            leaveDescriptors(0)
            let outcome = try AppDependenciesTests().run(CachePolicy())
            let error = PriceLoadingError.networkFailure("no file descriptor is left")
            let reports = ["binance", "coinbase"].map { SourceReport(source: $0, error) }
            #expect(outcome.reason == .failed(reports))
        }
    }

    private func run(
        _ policy: CachePolicy, _ choice: SourceChoice = SourceChoice(), limits: FetchLimits = FetchLimits()
    ) throws -> Outcome {
        let path = Array(home.path.utf8)
        return try AppDependencies(
            selection: try SourceSelection(choice, Environment { _ in nil }), policy: policy, limits: limits,
            environment: Environment { $0 == "HOME" ? path : nil }, clock: MonotonicClock(),
            refreshArguments: { ["btcq-refresh", "--version"] }
        ).fetchLatestPrice.execute().outcome
    }

    /// Stores a quote of half a minute ago.
    private func store(_ source: String, in currency: Currency) throws {
        let received = WallClock.now() + .seconds(-30)
        let text =
            #"{"version":2,"currency":"\#(currency.code)","quotes":[{"price":"68901.23","pair":"BTC","#
            + #""timestamp":"\#(received.iso8601Milliseconds)","source":"\#(source)"}]}"#
        try write(text, to: "BTC-\(currency.code).json")
    }

    private func write(_ text: String, to name: String) throws {
        try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: "\(cache)/\(name)"))
    }
}
