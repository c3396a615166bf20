import BTCPriceCore
import BTCPriceNetworking
import BTCPricePresentation
import Foundation
import TestSupport
import Testing

@testable import BTCPriceComposer

/// Runs that are put together as the program does it, and that leave the network alone.
@Suite(.timeLimit(.minutes(1))) struct AppDependenciesTests {
    @Test func offline_printsTheCachedQuoteOfTheCurrency() throws {
        try withCache { cache in
            try cache.keep("kraken", in: .usd, age: 30)
            try cache.keep("coinbase", in: .eur, age: 30)
            let outcome = try cache.run { $0.isOffline = true }
            #expect(outcome.reason == .offline)
            #expect(outcome.quote?.quote.source == "kraken")
            #expect(outcome.quote?.isStale == true)
            let euros = try cache.run { request in
                request.isOffline = true
                request.currency = .eur
            }
            #expect(euros.quote?.quote.source == "coinbase")
            #expect(euros.quote?.quote.currency == .eur)
        }
    }

    @Test func maxAge_makesAQuoteOfTheRunsOwnSourcesFresh() throws {
        try withCache { cache in
            try cache.keep("coinbase", age: 30)
            let own = try cache.run { $0.maxAge = .seconds(3600) }
            #expect(own.reason == .freshEnough)
            let foreign = try cache.run { request in
                request.isOffline = true
                request.maxAge = .seconds(3600)
                request.primary = SourceRegistry.exchange(named: "kraken".utf8)
            }
            #expect(foreign.reason == .offline)
        }
    }

    @Test func maxStale_isTheRequests() throws {
        try withCache { cache in
            try cache.keep("kraken", age: 30)
            let outcome = try cache.run { request in
                request.isOffline = true
                request.maxStale = .seconds(10)
            }
            #expect(outcome.quote == nil)
            #expect(outcome.tooOld != nil)
        }
    }

    @Test func background_meansAMaxAgeOfAMinuteUnlessOneIsGiven() throws {
        try withCache { cache in
            try cache.keep("binance", age: 30)
            let fresh = try cache.run { $0.isBackground = true }
            #expect(fresh.reason == .freshEnough)
            // Another run is fetching, so that no process is started here.
            try cache.whileAnotherFetches {
                let given = try cache.run { request in
                    request.isBackground = true
                    request.maxAge = .seconds(10)
                }
                #expect(given.reason == .background(.alreadyRunning))
                try cache.keep("binance", age: 90)
                let old = try cache.run { $0.isBackground = true }
                #expect(old.reason == .background(.alreadyRunning))
            }
        }
    }

    @Test func offline_cancelsBackgroundAndItsMaxAge() throws {
        try withCache { cache in
            try cache.keep("binance", age: 30)
            let outcome = try cache.run { request in
                request.isBackground = true
                request.isOffline = true
            }
            #expect(outcome.reason == .offline)
            #expect(outcome.quote?.isStale == true)
        }
    }

    @Test func run_waitsForItsTurnUntilMaxTimeAndARefreshNotAtAll() throws {
        try withCache { cache in
            try cache.whileAnotherFetches {
                let outcome = try cache.run { request in
                    request.maxAge = .seconds(60)
                    request.maxTime = .milliseconds(20)
                }
                #expect(outcome.reason == .noTurn(within: .milliseconds(20)))
                let refresh = try cache.run { request in
                    request.isRefresh = true
                    request.maxAge = .seconds(60)
                    request.maxTime = .seconds(3600)
                }
                #expect(refresh.reason == .noTurn(within: .zero))
            }
        }
    }

    @Test func withoutAHome_nothingIsCachedAndNoRefreshStarted() throws {
        var request = Request()
        request.isBackground = true
        let outcome = try AppDependencies(request, environment: Environment([:])).fetchLatestPrice()
        #expect(outcome.quote == nil)
        #expect(outcome.reason == .background(.impossible("there is no cache: HOME names no absolute path")))
    }

    @Test func cacheThatCannotBeWritten_keepsTheRefreshFromStarting() throws {
        try withTemporaryFolder { home in
            // On macOS it is in a folder that has to be there.
            let caches = URL(filePath: "\(home)/\(Cache.path)").deletingLastPathComponent()
            try FileManager.default.createDirectory(
                at: caches.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: caches)
            let outcome = try Cache(home: home).run { $0.isBackground = true }
            let words = "\(home)/\(Cache.path): Not a directory"
            #expect(outcome.reason == .background(.impossible(words)))
        }
    }

    @Test func addressesAndKeys_areCheckedForTheSourcesOfTheRunOnly() throws {
        let wrong = ["BTCQ_KRAKEN_URL": "nowhere", "CRYPTOCOMPARE_API_KEY": "secret\n"]
        func run(_ choice: Choice) throws { _ = try AppDependencies(choice.request, environment: Environment(wrong)) }
        try run(Choice(primary: "binance", fallback: "coinbase"))
        for choice in [Choice.source("kraken"), Choice(primary: "binance", fallback: "kraken")] {
            let error = #expect(throws: UsageError.self) { try run(choice) }
            #expect(error?.message.hasPrefix("BTCQ_KRAKEN_URL ") == true)
        }
        for choice in [Choice.source("cryptocompare"), Choice(primary: "binance")] {
            #expect(throws: UsageError("CRYPTOCOMPARE_API_KEY holds a control character", hint: .manual)) {
                try run(choice)
            }
        }
    }

    @Test func formatter_isThatOfTheStyleWithItsOptions() throws {
        let quote = try #require(PriceQuote.from("binance"))
        let delivered = DeliveredQuote(quote: quote, isCached: false, isStale: false, age: Age(.zero))
        func line(_ change: (inout Request) -> Void) throws -> String {
            var request = Request()
            change(&request)
            let formatter = try AppDependencies(request, environment: Environment([:])).formatter
            return String(decoding: formatter.line(for: delivered), as: UTF8.self)
        }
        let number = try #require(FormatRegistry.format(named: "number".utf8))
        let text = try line { _ in }
        #expect(text == "$68,901.23 2025-10-27T19:56:39Z binance")
        let exact = try line { $0.style = .format(number) }
        #expect(exact == "68901.23")
        let rounded = try line { request in
            request.style = .format(number)
            request.formatOptions.decimals = 0
        }
        #expect(rounded == "68901")
    }

    @Test func patience_endsJustBehindTheDeadlineAndIsNoLongerThanAsked() throws {
        var request = Request()
        request.maxTime = .seconds(3600)
        // The run's own begins behind this one.
        let clock = MonotonicClock()
        let patient = try AppDependencies(request, environment: Environment([:])).lockTimeout
        #expect(patient(.milliseconds(250)) == .milliseconds(250))
        #expect(patient(.seconds(7200)) <= .milliseconds(3_600_010))
        #expect(patient(.seconds(7200)) + clock.elapsed >= .milliseconds(3_600_010))
        request.maxTime = .zero
        let hasty = try AppDependencies(request, environment: Environment([:])).lockTimeout
        #expect(hasty(.seconds(1)) <= .milliseconds(10))
        while hasty(.seconds(1)) > .zero { sched_yield() }
        #expect(hasty(.seconds(1)) == .zero)
    }

    @Test func request_isARunWithoutOptions() {
        let request = Request()
        #expect(request.maxTime == .seconds(5))
        #expect(request.maxStale == .seconds(86_400))
        #expect(request.maxAge == nil && request.timeout == nil && request.currency == nil)
        #expect(request.primary == nil && request.fallback == nil)
        #expect(!request.isOffline && !request.isBackground && !request.isRefresh && !request.isStaleOK)
        #expect(request.header == .auto && request.verbosity == .normal && request.formatOptions == FormatOptions())
        if case .format(let format) = request.style {
            #expect(format.name == "text")
        } else {
            Issue.record("no format")
        }
    }

    private func withCache(_ body: (Cache) throws -> Void) throws {
        try withTemporaryFolder { try body(Cache(home: $0)) }
    }

    /// The cache of a user whose home this is.
    private struct Cache {
        #if os(macOS)
            static let path = "Library/Caches/btcq"
        #else
            static let path = ".cache/btcq"
        #endif

        let home: String

        func run(_ change: (inout Request) -> Void) throws -> Outcome {
            var request = Request()
            change(&request)
            return try AppDependencies(request, environment: Environment(["HOME": home])).fetchLatestPrice()
        }

        func keep(_ source: String, in currency: Currency = .usd, age: Int64) throws {
            let received = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000) - age * 1000)
            let text =
                #"{"version":1,"price":"68901.23","currency":"\#(currency.code)","pair":"BTC","#
                + #""timestamp":"\#(received.iso8601Milliseconds)","source":"\#(source)"}"#
            try Data(text.utf8).write(to: URL(filePath: "\(folder())/BTC-\(currency.code).json"))
        }

        func whileAnotherFetches(_ body: () throws -> Void) throws {
            let descriptor = open("\(try folder())/BTC-USD.turn.lock", O_RDWR | O_CREAT, 0o600)
            try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
            defer { close(descriptor) }
            try body()
        }

        private func folder() throws -> String {
            let folder = "\(home)/\(Self.path)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            return folder
        }
    }
}
