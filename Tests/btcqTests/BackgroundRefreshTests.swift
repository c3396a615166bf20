import BTCPriceCore
import Platform
import Testing

@testable import btcq

@Suite struct BackgroundRefreshTests {
    private static let usual = "--currency=USD --primary=binance --fallback=bitstamp"
    private static let defaultTimeout = "--timeout=\(FetchLimits.defaultTimeout.milliseconds)ms"

    @Test(arguments: [
        ("-b", "\(usual) \(defaultTimeout) --max-time=5000ms --max-age=60000ms"),
        (
            "-b --source=kraken -a0 -t250ms -m1.5s",
            "--currency=USD --primary=kraken --fallback=none --timeout=250ms --max-time=250ms --max-age=0ms"
        ),
        // Without a fallback, the timeout is the total time.
        (
            "-b --currency=CAD --fallback=none",
            "--currency=CAD --primary=kraken --fallback=none --timeout=5000ms --max-time=5000ms --max-age=60000ms"
        ),
        (
            "-b --fallback=kraken --currency=gbp -m1ms -a3650d",
            "--currency=GBP --primary=bitstamp --fallback=kraken --timeout=1ms --max-time=1ms --max-age=315360000000ms"
        ),
        // At most nine seconds; the fallback is asked after half of them at most, or only if the primary fails.
        ("-b -m1d", "\(usual) \(defaultTimeout) --max-time=9000ms --max-age=60000ms"),
        ("-b -t4.6s -m9s", "\(usual) --timeout=4500ms --max-time=9000ms --max-age=60000ms"),
        ("-b -t1d -m1h", "\(usual) --timeout=9000ms --max-time=9000ms --max-age=60000ms"),
    ])
    func arguments_nameTheCurrencyTheSourcesAndTheLimitsOfTheRun(_ command: String, _ expected: String) throws {
        let refresh = try refresh(command)
        #expect(refresh == "btcq-refresh --quiet \(expected)")
        let again = try self.refresh(String(refresh.dropFirst("btcq-refresh ".count)))
        #expect(again == refresh, "it starts the same refresh")
    }

    /// The arguments depend only on the options of the section Sources and on `--max-age`.
    @Test(arguments: Option.all)
    func arguments_dependOnTheOptionsOfSourcesAndOnMaxAge(_ option: Option) throws {
        let (without, with) = (try refresh("-b -a9s"), try refresh("-b -a9s \(option.withExample)"))
        let isOfSources = Option.groups[0].options.contains { $0.long == option.long }
        let isNeeded = isOfSources || option.long == "max-age"
        let hint = "a refresh gets the options of the section Sources and --max-age, and no others"
        #expect((with != without) == isNeeded, "\(hint): \(with)")
    }

    private func refresh(_ command: String) throws -> String {
        let (options, sources) = (try parse(command), try sources(command))
        let limits = options.limits(hasFallback: sources.fallback != nil)
        return BackgroundRefresh.arguments(sources, limits, maxAge: options.cachePolicy.maxAge).joined(separator: " ")
    }
}
