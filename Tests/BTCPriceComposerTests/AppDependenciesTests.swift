import BTCPriceComposer
import BTCPriceCore
import BTCPriceNetworking
import Foundation
import Platform
import TestSupport
import Testing

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

    @Test func background_whileAnotherRunFetches_startsNoRefresh() throws {
        try store("binance", in: .usd)
        try whileAnotherRunFetches {
            let outcome = try run(CachePolicy(maxAge: .seconds(10), mode: .background))
            #expect(outcome.reason == .background(.alreadyRunning))
            #expect(outcome.delivered?.isStale == true)
        }
    }

    @Test func backgroundRefresh_whileAnotherRunHoldsTheLock_ends() throws {
        try whileAnotherRunFetches {
            let refresh = try run(
                CachePolicy(maxAge: .seconds(60), mode: .backgroundRefresh),
                limits: FetchLimits(maxTime: .seconds(3600)))
            #expect(refresh.reason == .anotherRunIsFetching)
        }
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
        try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: "\(cache)/BTC-\(currency.code).json"))
    }

    private func whileAnotherRunFetches(_ body: () throws -> Void) throws {
        try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
        let descriptor = open("\(cache)/BTC-USD.binance.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        try #require(DescriptorLock.acquire(descriptor, timeout: .zero) == .acquired(waited: false))
        try body()
    }
}
