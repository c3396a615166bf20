import BTCPriceComposer
import BTCPriceCore
import BTCPriceNetworking
import Foundation
import System
import TestSupport
import Testing

/// Runs with the concrete types of the program that do not use the network.
@Suite(.timeLimit(.minutes(1))) struct AppDependenciesTests {
    @Test func offline_deliversTheCachedQuoteOfTheCurrency() throws {
        try withHome { home in
            try home.store("kraken", in: .usd, age: 30)
            try home.store("coinbase", in: .eur, age: 30)
            let dollars = try home.run(CachePolicy(mode: .offline))
            #expect(dollars.reason == .offline)
            #expect(dollars.delivered?.quote.source == "kraken")
            #expect(dollars.delivered?.isStale == true)
            let euros = try home.run(CachePolicy(mode: .offline), SourceChoice(currency: .eur))
            #expect(euros.delivered?.quote.source == "coinbase")
            #expect(euros.delivered?.quote.currency == .eur)
        }
    }

    @Test func maxAge_makesAQuoteOfTheRunsSourcesFresh() throws {
        try withHome { home in
            try home.store("coinbase", age: 30)
            let policy = CachePolicy(maxAge: .seconds(3600), mode: .offline)
            #expect(try home.run(policy).delivered?.isStale == false)
            #expect(try home.run(policy, SourceChoice(primary: exchange("kraken"))).reason == .offline)
        }
    }

    @Test func maxStale_limitsTheAgeOfAStaleQuote() throws {
        try withHome { home in
            try home.store("kraken", age: 30)
            let outcome = try home.run(CachePolicy(maxStale: .seconds(10), mode: .offline))
            guard case .noQuote(because: .offline, .tooOld(let age)) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(age.seconds >= 30)
        }
    }

    @Test func background_whileAnotherRunFetches_startsNoRefresh() throws {
        try withHome { home in
            try home.store("binance", age: 30)
            try home.whileAnotherRunFetches {
                let outcome = try home.run(CachePolicy(maxAge: .seconds(10), mode: .background))
                #expect(outcome.reason == .background(.alreadyRunning))
                #expect(outcome.delivered?.isStale == true)
            }
        }
    }

    @Test func refresh_whileAnotherRunHoldsTheLock_ends() throws {
        try withHome { home in
            try home.whileAnotherRunFetches {
                let refresh = try home.run(
                    CachePolicy(maxAge: .seconds(60), mode: .backgroundRefresh),
                    limits: FetchLimits(maxTime: .seconds(3600)))
                #expect(refresh.reason == .anotherRunIsFetching)
            }
        }
    }

    @Test func background_withoutAHome_startsNoRefresh() throws {
        for directory in [nil, "", "relative/path"] {
            let outcome = try Home(path: directory).run(CachePolicy(maxAge: .seconds(60), mode: .background))
            #expect(outcome == .noQuote(because: .background(.notStored(.disabled(.noHome))), .noneStored))
        }
    }

    @Test func background_whenTheCacheCannotBeWritten_startsNoRefresh() throws {
        try withHome { home in
            let path = try home.cachePath()
            // On macOS the parent's parent must exist.
            let parent = URL(filePath: path).deletingLastPathComponent()
            try FileManager.default.createDirectory(
                at: parent.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: parent)
            let outcome = try home.run(CachePolicy(maxAge: .seconds(60), mode: .background))
            #expect(outcome.reason == .background(.notStored(.system(path: path, code: ENOTDIR))))
        }
    }

    @Test func settings_areCheckedForTheSourcesOfTheRunOnly() throws {
        let variables = ["BTCQ_KRAKEN_URL": "nowhere", "CRYPTOCOMPARE_API_KEY": "secret\n"]
        func run(_ primary: String, _ fallback: String? = nil) throws {
            let choice = SourceChoice(
                primary: try exchange(primary), fallback: try fallback.map { .source(try exchange($0)) } ?? .disabled)
            _ = try Home(path: nil, variables).run(CachePolicy(mode: .offline), choice)
        }
        try run("binance", "coinbase")
        let invalidURL = SourceSettingsError.invalidURL(variable: "BTCQ_KRAKEN_URL", .notAURL)
        #expect(throws: invalidURL) { try run("kraken") }
        #expect(throws: invalidURL) { try run("binance", "kraken") }
        let invalidKey = SourceSettingsError.keyHasControlCharacter(variable: "CRYPTOCOMPARE_API_KEY")
        #expect(throws: invalidKey) { try run("cryptocompare") }
        #expect(throws: invalidKey) { try run("binance", "cryptocompare") }
    }

    /// In a process of its own, since the limit applies to all tests of one.
    @Test func fetch_whenNoDescriptorIsLeft_isAnErrorOfEachSource() async {
        await #expect(processExitsWith: .success) {
            try withTemporaryFolder { directory in
                leaveDescriptors(0)
                let outcome = try Home(path: directory).run(CachePolicy())
                let error = PriceLoadingError.networkFailure("no file descriptor is left")
                let reports = ["binance", "coinbase"].map { SourceReport(source: $0, error) }
                #expect(outcome.reason == .failed(reports))
            }
        }
    }

    private func withHome(_ body: (Home) throws -> Void) throws {
        try withTemporaryFolder { try body(Home(path: $0)) }
    }
}

private func exchange(_ name: String) throws -> any Exchange {
    try #require(SourceRegistry.exchange(named: name.utf8))
}

/// The home directory of a user, with the cache in it.
private struct Home {
    let path: String?
    let variables: [String: String]

    init(path: String?, _ variables: [String: String] = [:]) {
        self.path = path
        self.variables = variables
    }

    func run(
        _ policy: CachePolicy, _ choice: SourceChoice = SourceChoice(), limits: FetchLimits = FetchLimits()
    ) throws -> Outcome {
        let environment = Environment { name in
            (name == "HOME" ? path : variables[name]).map { Array($0.utf8) }
        }
        let selection = try SourceSelection(choice, Environment { _ in nil })
        return try AppDependencies(
            selection: selection, policy: policy, limits: limits, environment: environment, clock: MonotonicClock(),
            refreshArguments: ["btcq-refresh", "--version"]
        ).fetchLatestPrice.execute().outcome
    }

    func cachePath() throws -> String {
        #if os(macOS)
            "\(try #require(path))/Library/Caches/btcq"
        #else
            "\(try #require(path))/.cache/btcq"
        #endif
    }

    func store(_ source: String, in currency: Currency = .usd, age: Int64) throws {
        let received = WallClock.now() + .seconds(-age)
        let text =
            #"{"version":2,"currency":"\#(currency.code)","quotes":[{"price":"68901.23","pair":"BTC","#
            + #""timestamp":"\#(received.iso8601Milliseconds)","source":"\#(source)"}]}"#
        try Data(text.utf8).write(to: URL(filePath: "\(directory())/BTC-\(currency.code).json"))
    }

    func whileAnotherRunFetches(_ body: () throws -> Void) throws {
        let descriptor = open("\(try directory())/BTC-USD.binance.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        try #require(DescriptorLock.acquire(descriptor, timeout: .zero) == .acquired(waited: false))
        try body()
    }

    private func directory() throws -> String {
        let path = try cachePath()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }
}
