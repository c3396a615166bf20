import BTCPriceCore
import Foundation
import Platform
import SampleValues
import TestSupport
import Testing

@testable import btcq

/// The lines of the configuration file, and its options together with those of the command line.
@Suite struct ConfigurationFileTests {
    private static let valid = [
        // Forms of a line.
        ("--currency GBP", "", "GBP bitstamp, coinbase"), ("--currency=GBP", "", "GBP bitstamp, coinbase"),
        (" \t--currency \t gbp\t \r\n", "", "GBP bitstamp, coinbase"),
        ("\u{feff}-s kraken\r\n", "", "USD kraken, none"),
        ("# a = b\n\n \t\n  #--currency\n-skraken", "", "USD kraken, none"), ("", "", "USD binance, bitstamp"),
        // The last of several wins, and the command line comes last.
        ("--currency GBP\n--currency USD", "", "USD binance, bitstamp"),
        ("--currency GBP", "--currency USD", "USD binance, bitstamp"),
        ("--primary kraken\n--fallback none", "--fallback coinbase", "USD kraken, coinbase"),
        ("--primary kraken", "--primary coinbase", "USD coinbase, binance"),
        ("--primary kraken\n--fallback coinbase", "-s bitstamp", "USD bitstamp, none"),
        ("--source kraken", "--primary coinbase", "USD coinbase, none"),
        ("--fallback kraken", "-s kraken", "USD kraken, none"),
        // They contradict each other.
        ("--currency GBP", "-s binance", "binance does not quote GBP; \(quoting(.gbp))"),
        (
            "--primary kraken", "--fallback kraken",
            "kraken is both primary and fallback; for one source use --source kraken"
        ),
    ]

    private static func quoting(_ currency: Currency) -> String {
        let names = Names.quoting(currency)
        return "sources that do: \(names.joined(separator: ", ")); for one run use --source \(names.first ?? "")"
    }

    private static let mistakes = [
        ("\n--curency EUR", "/c:2: unknown option --curency (did you mean --currency?)"),
        ("--currency\n--primary kraken", "/c:1: --currency needs a value, such as USD"),
        ("--primary=", "/c:1: --primary: '' is not one of \(Names.sources.joined(separator: ", "))"),
        ("-t 0", "/c:1: -t: 0 is less than 1ms"),
        // What belongs to the command, or ends a run.
        ("-s kraken\n-j", "/c:2: -j \(notAllowed)"), ("--max-age 5s", "/c:1: --max-age \(notAllowed)"),
        ("--help", "/c:1: --help \(notAllowed)"),
        // No option.
        ("currency = EUR", "/c:1: currency = EUR is not an option (did you mean --currency EUR?)"),
        ("curency:EUR", "/c:1: curency:EUR is not an option (did you mean --currency EUR?)"),
        ("kraken", "/c:1: kraken is not an option"),
        ("--", "/c:1: -- is not an option"),
        ("-- --currency EUR", "/c:1: -- --currency EUR is not an option"), ("-", "/c:1: - is not an option"),
        // Several options.
        ("--currency EUR --primary kraken", several), ("--currency=EUR -m 5s", several), ("-t2s -m 5s", several),
        ("-t2s 5s", several),
    ]

    private static let several =
        "/c:1: more than an option and its value; write each option and comment on a line of its own"
    private static let notAllowed =
        "is not allowed in this file; allowed are "
        + Option.sources.map { "--\($0.long)" }.joined(separator: ", ")

    @Test(arguments: valid + mistakes.map { ($0.0, "", $0.1) })
    func fileAndCommand_chooseTheSourcesOrAreAUsageError(_ file: String, _ command: String, _ expected: String) {
        do throws(UsageError) {
            let sources = try sources(command, file: file)
            let names = "\(sources.primary.source.name), \(sources.fallback?.source.name ?? "none")"
            #expect("\(sources.currency.code) \(names)" == expected)
        } catch {
            #expect(error.message == expected)
        }
    }

    /// In a process of its own, which becomes another user if it is root's.
    @Test(.enabled(if: OtherUser.isToBeHad, "root is the only user here"))
    func file_whenItMayNotBeRead_isAnErrorUnlessItsDirectoryMayNotBeSearched() async {
        await #expect(processExitsWith: .success) {
            try withTemporaryDirectory { directory in
                let file = "\(directory)/btcq/config"
                mkdir("\(directory)/btcq", 0o755)
                try Data().write(to: URL(filePath: file))
                for path in [directory, "\(directory)/btcq", file] { chmod(path, 0o755) }
                let environment = Environment(["XDG_CONFIG_HOME": directory])
                func isRead() -> Bool? {
                    (try? ConfigurationFile(environment)).map {
                        if case .read = $0 { true } else { false }
                    }
                }
                // Whoever owns it.
                try OtherUser.becoming { expectEqual(isRead(), true) }
                chmod(file, 0)
                try OtherUser.becoming { expectEqual(isRead(), nil) }
                chmod("\(directory)/btcq", 0)
                try OtherUser.becoming { expectEqual(isRead(), false) }
                chmod("\(directory)/btcq", 0o755)
            }
        }
    }

    @Test func key_makesItsSourceADefaultAndASuggestion() throws {
        let key = "CRYPTOCOMPARE_API_KEY"
        let sources = try sources("--currency JPY", keys: [key: "k"])
        #expect(sources.primary.source.name == "cryptocompare" && sources.fallback != nil)
        let error = #expect(throws: UsageError.self) {
            try btcqTests.sources("--currency CAD -s binance", keys: [key: "k"])
        }
        let message = error?.message
        #expect(message?.contains("sources that do: cryptocompare, kraken") == true, "\(message ?? "")")
    }
}
