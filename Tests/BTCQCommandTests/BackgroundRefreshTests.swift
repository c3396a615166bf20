import BTCPriceCore
import Platform
import Testing

@testable import BTCQCommand

@Suite struct BackgroundRefreshTests {
    private static let usual = ["--currency=USD", "--primary=binance", "--fallback=coinbase"]

    @Test(arguments: [
        (["-b"], usual, [800, 5000, 60_000]),
        (
            ["-b", "--source=kraken", "-a0", "-t250ms", "-m1.5s"],
            ["--currency=USD", "--primary=kraken", "--fallback=none"], [250, 1500, 0]
        ),
        (
            ["-b", "--fallback=kraken", "--currency=gbp", "-m1ms", "-a3650d"],
            ["--currency=GBP", "--primary=coinbase", "--fallback=kraken"], [1, 1, 315_360_000_000]
        ),
        // At most nine seconds; the fallback is asked after half of them, or only if the primary fails.
        (["-b", "-m1d"], usual, [800, 9000, 60_000]), (["-b", "-t1h"], usual, [4500, 9000, 60_000]),
        (["-b", "-t4.6s", "-m9s"], usual, [4500, 9000, 60_000]),
        (["-b", "-t9s", "-m9s"], usual, [9000, 9000, 60_000]),
        (["-b", "-t1d", "-m1h"], usual, [86_400_000, 9000, 60_000]),
    ])
    func arguments_nameTheCurrencyTheSourcesAndTheLimitsOfTheRun(
        _ typed: [String], _ sources: [String], _ limits: [Int]
    ) throws {
        let arguments = try arguments(typed)
        let durations = zip(["timeout", "max-time", "max-age"], limits).map { "--\($0)=\($1)ms" }
        #expect(arguments == ["btcq-refresh", "--quiet"] + sources + durations)
    }

    @Test(arguments: [["-a0"], ["-t10"], ["-m400ms"], ["-t3650d"], ["-t1ms", "-m3650d"], ["-t2s", "-m1s"], ["-t1h"]])
    func arguments_whenParsedAgain_giveTheSameArguments(_ limits: [String]) throws {
        let arguments = try arguments(["-b"] + limits + ["--fallback=kraken", "--currency=eur"])
        let again = try self.arguments(Array(arguments.dropFirst()))
        #expect(again == arguments)
    }

    // Every option of the table, each with a value that is not the default.

    private static let passedOn = [
        "--timeout=1s", "--max-time=2s", "--primary=kraken", "--fallback=kraken", "--source=kraken", "--currency=eur",
        "--max-age=3s",
    ]
    private static let notNeeded = [
        "--max-stale=1h", "--offline", "--background", "--stale-ok", "--format=csv", "--json", "--csv", "--number",
        "--template=x", "--decimals=1", "--header=never", "--quiet", "--verbose", "--completions=zsh", "--help",
        "--version",
    ]

    @Test func options_areAllPassedOnOrNotNeeded() {
        let sorted = (Self.passedOn + Self.notNeeded).map { $0.dropFirst(2).prefix { $0 != "=" } }
        #expect(
            Set(sorted) == Set(Option.all.map { Substring($0.long) }) && sorted.count == Option.all.count,
            "add each option to `passedOn` or `notNeeded`, and see whether BackgroundRefresh must name it")
    }

    @Test(arguments: passedOn + notNeeded)
    func arguments_dependOnTheOptionsThatArePassedOn(_ option: String) throws {
        let (without, with) = (try arguments(["-b", "-a9s"]), try arguments(["-b", "-a9s", option]))
        #expect((with != without) == Self.passedOn.contains(option), "\(with)")
    }

    private func arguments(_ typed: [String]) throws -> [String] {
        var options = try parse(typed)
        let selection = try options.applyVariables(Environment { _ in nil })
        return BackgroundRefresh.arguments(selection, options)
    }
}
