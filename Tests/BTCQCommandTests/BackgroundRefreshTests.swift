import BTCPriceCore
import BTCPriceNetworking
import System
import Testing

@testable import BTCQCommand

@Suite struct BackgroundRefreshTests {
    @Test func arguments_nameTheSourcesTheCurrencyAndTheLimitsOfTheRun() throws {
        let limits = FetchLimits(timeout: .milliseconds(250), maxTime: .milliseconds(1500))
        #expect(
            try arguments(["--primary=kraken", "--fallback=coinbase", "--currency=gbp"], limits, maxAge: .seconds(60))
                == [
                    "btcq-refresh", "--quiet", "--currency=GBP", "--primary=kraken", "--fallback=coinbase",
                    "--timeout=250ms", "--max-time=1500ms", "--max-age=60000ms",
                ])
    }

    @Test func arguments_withoutAFallback_sayNone() throws {
        #expect(
            try arguments(["--source=kraken"], FetchLimits(), maxAge: .zero) == [
                "btcq-refresh", "--quiet", "--currency=USD", "--primary=kraken", "--fallback=none",
                "--timeout=800ms", "--max-time=5000ms", "--max-age=0ms",
            ])
    }

    private static let limits: [[String]] = [
        [], ["--timeout=10"], ["--max-time=400ms"], ["--max-time=1ms"], ["--timeout=3650d"],
        ["--timeout=1ms", "--max-time=3650d"], ["--timeout=2s", "--max-time=1s"],
    ]

    @Test(arguments: limits, ["0", "1ms", "90s", "3650d"])
    func arguments_parsedAgain_areTheSameRun(_ limits: [String], _ maxAge: String) throws {
        let typed = limits + ["--max-age=\(maxAge)", "--fallback=kraken", "--currency=eur"]
        let (options, selection) = try run(typed)
        let age = try #require(options.maxAge)
        let arguments = BackgroundRefresh.arguments(selection, options.limits, maxAge: age)
        let (again, sources) = try run(Array(arguments.dropFirst()))
        #expect(sources.sources.map(\.name) == selection.sources.map(\.name))
        #expect(sources.currency == selection.currency)
        #expect(again.maxAge == age)
        #expect(again.limits.maxTime == options.limits.maxTime)
        // A half of 1 ms is the only limit that no option can give.
        #expect(again.limits.timeout == max(options.limits.timeout, .milliseconds(1)))
        #expect(again.verbosity == .quiet)
        #expect(again.cachePolicy(isRefresh: true).mode == .backgroundRefresh)
    }

    private func arguments(_ options: [String], _ limits: FetchLimits, maxAge: Duration) throws -> [String] {
        BackgroundRefresh.arguments(try run(options).1, limits, maxAge: maxAge)
    }

    private func run(_ options: [String]) throws -> (RunOptions, SourceSelection) {
        guard case .run(var run) = try Parser.parse(options.map { Argument($0.utf8) }) else {
            throw SystemError(code: EINVAL)
        }
        let selection = try run.applyVariables(Environment { _ in nil })
        return (run, selection)
    }
}
