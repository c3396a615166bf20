import BTCPriceCore
import BTCPricePresentation
import Testing

@testable import BTCQCommand

@Suite struct RunOptionsPolicyTests {
    @Test func runOptions_withoutOptions_areTheDefaultsOfTheContract() {
        let options = RunOptions()
        #expect(options.limits == FetchLimits(timeout: .milliseconds(800), maxTime: .seconds(5)))
        #expect(options.maxStale == .seconds(86_400))
        #expect(options.maxAge == nil && options.timeout == nil && options.maxTime == nil)
        #expect(options.sources.currency == nil && options.sources.primary == nil && options.sources.fallback == nil)
        #expect(!options.isOffline && !options.isBackground && !options.isStaleOK && !options.staleIsSuccess)
        #expect(options.header == .auto && options.verbosity == .normal && options.decimals == nil)
        #expect(
            options.cachePolicy(isRefresh: false)
                == CachePolicy(maxAge: .zero, maxStale: .seconds(86_400), mode: .fetch))
    }

    private static let modes: [(isOffline: Bool, isBackground: Bool, isRefresh: Bool, CachePolicy.Mode, Duration)] = [
        (false, false, false, .fetch, .zero), (false, false, true, .backgroundRefresh, .zero),
        (false, true, false, .background, .seconds(60)), (true, false, false, .offline, .zero),
        (true, true, false, .offline, .zero),
    ]

    @Test(arguments: modes)
    func cachePolicy_hasTheModeOfTheOptionsAndItsDefaultMaxAge(
        _ isOffline: Bool, _ isBackground: Bool, _ isRefresh: Bool, _ mode: CachePolicy.Mode, _ maxAge: Duration
    ) {
        var options = RunOptions()
        (options.isOffline, options.isBackground) = (isOffline, isBackground)
        let policy = options.cachePolicy(isRefresh: isRefresh)
        #expect(policy.mode == mode)
        #expect(policy.maxAge == maxAge)
        for maxAge in [Duration.zero, .seconds(10)] {
            options.maxAge = maxAge
            #expect(options.cachePolicy(isRefresh: isRefresh).maxAge == maxAge)
        }
        options.maxStale = .seconds(7)
        #expect(options.cachePolicy(isRefresh: isRefresh).maxStale == .seconds(7))
    }

    @Test func limits_areThoseOfTheOptions() {
        var options = RunOptions()
        options.timeout = .seconds(10)
        #expect(options.limits == FetchLimits(timeout: .seconds(10), maxTime: .seconds(20)))
        options.maxTime = .seconds(7)
        #expect(options.limits == FetchLimits(timeout: .seconds(10), maxTime: .seconds(7)))
    }

    @Test(arguments: FormatRegistry.formats.map(\.name))
    func staleIsSuccess_isImpliedBySomeFormats(_ name: String) throws {
        var options = RunOptions()
        let format = try #require(FormatRegistry.format(named: name.utf8))
        options.format = format
        #expect(options.staleIsSuccess == ["waybar", "xbar", "prometheus"].contains(name))
        options.isStaleOK = true
        #expect(options.staleIsSuccess)
    }

    @Test func formatter_isThatOfTheFormatWithItsOptions() throws {
        let quote = PriceQuote(
            price: try #require(Price("68901.23".utf8)), currency: .usd, pair: "BTCUSDT",
            timestamp: Timestamp(milliseconds: 1_761_594_999_123), source: "binance")
        let delivered = DeliveredQuote(quote: quote, isCached: false, isStale: false, age: Age(.zero))
        func line(_ change: (inout RunOptions) -> Void) -> String {
            var options = RunOptions()
            change(&options)
            return String(decoding: options.format.line(for: delivered, decimals: options.decimals), as: UTF8.self)
        }
        let number = try #require(FormatRegistry.format(named: "number".utf8))
        let template = try Template(Array("{source}: {price}".utf8))
        #expect(line { _ in }.hasPrefix("$68,901.23 2025-10-27T19:56:39Z binance BTCUSDT"))
        #expect(line { $0.format = number } == "68901.23")
        #expect(
            line { options in
                options.format = number
                options.decimals = 0
            } == "68901")
        #expect(line { $0.format = template } == "binance: $68,901.23")
    }
}
