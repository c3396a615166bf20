import BTCPriceComposer
import BTCPriceCore
import Foundation
import Platform
import SampleValues
import TestSupport
import Testing

@testable import btcq

/// What the readers of options promise, whatever was typed.
@Suite struct RandomInputTests {
    @Test(arguments: SeededGenerator.seeds) func duration_isThatOfTheText(_ seed: UInt64) {
        let texts = RandomText(
            ["800ms", "4.2s", "5", "1.5m", "2h", "3650d", "0.0019", "315360000000ms"],
            words: ["ms", "s", "m", "h", "d"],
            limits: [3650, 87_600, 5_256_000, 315_360_000, 315_360_000_000, 999_999_999_999, 106_751_991_167])
        let units =
            ["ms": 1, "": 1000, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000] as [Substring: Decimal]
        withRandomInputs(seed, texts) { input in
            let text = input.text
            let match = text.wholeMatch(of: /([0-9]+(\.[0-9]+)?)(ms|s|m|h|d)?/)
            // `Decimal` has 38 digits.
            let number = match.flatMap { Decimal(string: "0\($0.1.drop { $0 == "0" }.prefix(38))") }
            let expected = number.map { $0 * (units[match?.3 ?? ""] ?? 0) }
            guard let duration = try? Duration(input) else {
                try check(expected.map { $0 > 315_360_000_000 } ?? true, expected)
                return false
            }
            let milliseconds = duration.milliseconds
            try check((0...315_360_000_000).contains(milliseconds), duration)
            let error = (expected ?? -1) - Decimal(milliseconds)
            try check(error >= 0 && error < 1, duration)
            let printed = try Duration(Array(duration.text.utf8)).milliseconds
            try check(abs(printed - milliseconds) <= max(milliseconds / 20, 5) || printed < milliseconds, duration.text)
            try check(duration.text.utf8.count <= 6, duration.text)
            return true
        }
    }

    /// An input is arguments, with spaces between them.
    @Test(arguments: SeededGenerator.seeds) func commandLine_setsLimitsThatARefreshGetsOrIsAUsageError(_ seed: UInt64) {
        let commands = RandomText(
            [
                "--timeout 2s --max-time=5s -a 10m", "-qofjson -s KRAKEN",
                "--currency eUr --primary kraken --fallback none",
                "--template x{price} --decimals 2", "-b --max-stale 1d --header always", "-t1ms --completions zsh -h",
            ], words: ["=", " -", " --", "\u{2014}", "x", "0", "jpy", "binance,kraken", "3650d"],
            limits: [3650, 315_360_000])
        withRandomInputs(seed, commands) { input in
            let arguments = input.split(separator: 0x20, omittingEmptySubsequences: false).map(Array.init)
            let options = try options { () throws(UsageError) in try Parser.parse(arguments) }
            guard let options else { return false }
            guard let refresh = Self.refresh(options) else { return true }
            let again = try Parser.parse(refresh.dropFirst().map { Array($0.utf8) })
            try check(Self.refresh(again) == refresh, refresh)
            return true
        }
    }

    @Test(arguments: SeededGenerator.seeds) func configurationFile_isACommandLineOrAUsageError(_ seed: UInt64) throws {
        let directory = TemporaryDirectory()
        let path = "\(directory.path)/btcq/config"
        try FileManager.default.createDirectory(atPath: "\(directory.path)/btcq", withIntermediateDirectories: true)
        let files = RandomText(
            [
                "--currency GBP\n# as usual\n\n--primary=kraken\n", "\u{feff}-skraken\r\n -t 2s\r\n",
                " --timeout=250ms\n\t--max-time\t5s \n--fallback none", "--source bitstamp\n--currency eur\n",
            ], words: ["\n-", "\n--", "#", "=", "json", "--json", "--help", "kraken"], limits: [3650, 315_360_000])
        withRandomInputs(seed, files) { input in
            try Data(input).write(to: URL(filePath: path))
            let environment = Environment(["XDG_CONFIG_HOME": directory.path])
            let options = try options { () throws(UsageError) in
                RunOptions(try Parser.parse(try ConfigurationFile(environment)))
            }
            guard let options else { return false }
            let text = try #require(String(validating: input, as: UTF8.self))
            try check(input.count <= 4096 && !input.contains(0), text)
            let lines = text.drop { $0 == "\u{feff}" }.unicodeScalars.split(separator: "\n")
            let words = lines.map { $0.split { " \t\r".unicodeScalars.contains($0) } }.filter { $0.first?.first != "#" }
            let command = words.joined().map { Array(String($0).utf8) }
            try check(options.values == Parser.parse(command).values, options)
            return true
        }
    }

    /// What was parsed, whose durations are limited; nil for a mistake, whose message is one line, and not a long one.
    private func options(of parse: () throws(UsageError) -> RunOptions) throws -> RunOptions? {
        switch Result(catching: parse) {
        case .success(let options):
            let limits = [options.timeout, options.maxTime].compactMap(\.self)
            let all = limits + [options.maxAge, options.maxStale].compactMap(\.self)
            try check(all.allSatisfy { $0 >= .zero && $0 <= .seconds(3650 * 86_400) } && !limits.contains(.zero), all)
            return options
        case .failure(let error):
            let message = TerminalText.escaped(error.message)
            try check((1...1000).contains(message.utf8.count) && !message.contains("\n"), message)
            return nil
        }
    }

    private static func refresh(_ options: RunOptions) -> [String]? {
        guard let sources = try? RunSources(options.sources, among: AppDependencies.sources)
        else { return nil }
        let limits = options.limits(hasFallback: sources.fallback != nil)
        return BackgroundRefresh.arguments(sources, limits, maxAge: options.cachePolicy.maxAge)
    }
}
