import BTCPriceCore
import BTCPriceNetworking
import BTCPricePresentation
import Testing

@testable import BTCQCommand

/// Which of several special options and mistakes decides.
@Suite struct PrecedenceTests {
    // Special options.

    @Test(arguments: [
        (["-h"], "help"), (["--help"], "help"), (["-V"], "version"), (["--version"], "version"),
        (["--completions", "zsh"], "completions for zsh"), (["--completions=bash"], "completions for bash"),
        (["--completions", "FISH"], "completions for fish"), (["-jh"], "help"), (["-qV"], "version"),
        (["-V", "-v"], "verbose version"), (["--verbose", "--version"], "verbose version"),
        (["-vV"], "verbose version"),
        (["-V", "-v", "-q"], "version"),
    ])
    func special_withoutMistakes_isTheInvocation(_ arguments: [String], _ expected: String) throws {
        #expect(try parse(arguments).summary == expected)
    }

    @Test(arguments: [
        (["--nonsense", "--help"], "help"), (["--help", "--nonsense"], "help"), (["price", "-h"], "help"),
        (["-h", "price"], "help"), (["--timeout=0", "--version"], "version"), (["-t", "x", "-V"], "version"),
        (["--json=yes", "-V"], "version"), (["-f=json", "-h"], "help"), (["--template", "{x}", "-h"], "help"),
        (["-f", "xml", "--completions", "zsh"], "completions for zsh"), (["--help=me", "--version"], "version"),
        (["--help", "--timeout"], "help"), (["--version", "-t"], "version"), (["-hx"], "help"),
        (["-xh", "-V"], "version"),
        (["-help"], "help"), (["--completions", "tcsh", "-h"], "help"), (["-h", "--", "price"], "help"),
        (["--decimals", "2", "-j", "-h"], "help"), (["-s", "kraken", "--fallback", "kraken", "-V"], "version"),
        (["--currency", "JPY", "-s", "binance", "-h"], "help"), (["-\u{e9}", "-h"], "help"), (["", "-h"], "help"),
    ])
    func special_whenAnOptionBeforeTheDoubleDash_takesPrecedenceOverAnyMistake(
        _ arguments: [String], _ expected: String
    ) throws {
        #expect(try parse(arguments).summary == expected)
    }

    @Test(arguments: [
        (["-V", "-h"], "version"), (["-h", "-V"], "help"), (["-hV"], "help"), (["-Vh"], "version"),
        (["--completions", "zsh", "-V"], "completions for zsh"), (["-h", "--completions", "zsh"], "help"),
        (["--completions", "zsh", "--completions", "fish"], "completions for zsh"),
        (["--help=me", "-V", "-h"], "version"),
        (["--completions", "tcsh", "--completions", "fish"], "completions for fish"),
    ])
    func special_whenSeveral_theFirstValidOneDecides(_ arguments: [String], _ expected: String) throws {
        #expect(try parse(arguments).summary == expected)
    }

    @Test(
        arguments: [
            (["-f", "-h"], .invalidValue("-f", "-h", .notOneOf(formats))),
            (["-f-h"], .invalidValue("-f", "-h", .notOneOf(formats))),
            (["-t", "--version"], .invalidValue("-t", "--version", .notADuration)),
            (["--primary", "--help"], .invalidValue("--primary", "--help", .notOneOf(sources))),
            (["--completions", "-h"], .invalidValue("--completions", "-h", .notOneOf(["bash", "zsh", "fish"]))),
            (["-jf", "--help"], .invalidValue("-f", "--help", .notOneOf(formats))),
            (["-th"], .invalidValue("-t", "h", .notADuration)),
        ] as [([String], UsageError)])
    func special_whenTheValueOfAnOption_isNotAnOption(_ arguments: [String], _ error: UsageError) {
        expectUsageError(arguments, error)
    }

    @Test(arguments: ["--help", "-h", "-V", "--version", "--", "--completions=zsh"])
    func special_whenTheValueOfTemplate_isText(_ text: String) throws {
        #expect(try runOptions("--template", text).template == Template(Array(text.utf8)))
    }

    @Test func specialAfterAValue_whenTheValueIsADoubleDash_isAnOption() throws {
        #expect(try parse(["--template", "--", "-h"]).summary == "help")
    }

    @Test(
        arguments: [
            (["-xh"], .unknownOption("-x")), (["-jxV"], .unknownOption("-x")),
            (["-\u{e9}h"], .unknownOption("-\u{e9}h")),
            (["-=h"], .unknownOption("-=")),
        ] as [([String], UsageError)])
    func special_whenAfterAnUnknownLetter_isNotAnOption(_ arguments: [String], _ error: UsageError) {
        expectUsageError(arguments, error)
    }

    @Test(
        arguments: [
            (["--", "--help"], .unexpectedArgument("--help")), (["--", "-V"], .unexpectedArgument("-V")),
            (["-x", "--", "-h"], .unknownOption("-x")),
            (["x", "--", "--completions", "zsh"], .unexpectedArgument("x")),
        ] as [([String], UsageError)])
    func special_whenAfterTheDoubleDash_isAnOperand(_ arguments: [String], _ error: UsageError) {
        expectUsageError(arguments, error)
    }

    // Mistakes.

    @Test(
        arguments: [
            (["--nonsense", "price"], .unknownOption("--nonsense")),
            (["price", "--nonsense"], .unexpectedArgument("price")),
            (["--timeout=0", "-x"], .invalidValue("--timeout", "0", .durationTooShort)),
            (["-x", "--timeout=0"], .unknownOption("-x")), (["-xy"], .unknownOption("-x")),
            (["--json=1", "--timeout"], .unexpectedValue(option: "--json")),
            (["-f=json", "--json=1"], .equalsSignAfterShortOption(option: "-f", value: "json")),
            (["-jt0", "x"], .invalidValue("-t", "0", .durationTooShort)),
            (["-j", "--", "x", "y"], .unexpectedArgument("x")),
            (["--template", "}", "-f", "xml"], .invalidValue("--template", "}", .template(.unexpectedBrace))),
            // The argument after an option is its value, whatever it looks like.
            (["--timeout", "--nonsense", "x"], .invalidValue("--timeout", "--nonsense", .notADuration)),
        ] as [([String], UsageError)])
    func mistakes_whenSeveral_theFirstFromTheLeftIsReported(_ arguments: [String], _ error: UsageError) {
        expectUsageError(arguments, error)
    }

    @Test(
        arguments: [
            (["--decimals", "2", "-j", "--nonsense"], .unknownOption("--nonsense")),
            (["-s", "kraken", "--fallback", "kraken", "x"], .unexpectedArgument("x")),
            (["--currency", "JPY", "-s", "binance", "--"], .doesNotQuote(.jpy, primary: "binance")),
            (["--currency", "JPY", "-s", "binance", "-a"], .missingValue(option: "-a", valueName: "DURATION")),
        ] as [([String], UsageError)])
    func mistakes_whenOptionsDoNotFitTogetherEither_areReportedBeforeThat(_ arguments: [String], _ error: UsageError) {
        expectUsageError(arguments, error)
    }

    // Options together.

    @Test(
        arguments: [
            ["--decimals", "2", "-j"], ["-j", "--decimals", "2"], ["-n", "--decimals=2", "--json"],
            ["--template", "x", "--decimals", "0", "-j"], ["-fJSON", "--decimals", "8"],
        ])
    func decimals_whenTheFormatIsAlwaysExact_areAnErrorInAnyOrder(_ arguments: [String]) {
        expectUsageError(arguments, .decimalsWithExactFormat("json"))
    }

    @Test(arguments: FormatRegistry.formats)
    func decimals_areAnErrorWithTheExactFormatsOnly(_ format: any QuoteFormatter) throws {
        let arguments = ["--format", format.name, "--decimals", "3"]
        if format.isAlwaysExact {
            expectUsageError(arguments, .decimalsWithExactFormat(format.name))
        } else {
            #expect(try runOptions(arguments).decimals == 3)
        }
    }

    @Test(arguments: [
        ["-j", "--decimals", "2", "-n"], ["--decimals", "2", "-j", "--template", "x"], ["--decimals", "2"],
    ])
    func decimals_whenTheLastFormatIsNotExact_areAllowed(_ arguments: [String]) throws {
        #expect(try runOptions(arguments).decimals == 2)
    }

    @Test(arguments: sources)
    func sources_whenTheSameTwice_areAnError(_ name: String) {
        let error = UsageError.sourceSelection(.sameSourceTwice(name))
        for option in ["--primary", "--source", "-s"] {
            expectUsageError([option, name, "--fallback", name], error)
        }
        expectUsageError(["--fallback", name, "--primary", name.uppercased()], error)
    }

    @Test(arguments: [
        ["--primary", "kraken", "--fallback", "kraken", "--fallback", "none"],
        ["--fallback", "kraken", "-s", "kraken"],
        ["--primary", "kraken", "--fallback", "kraken", "--primary", "coinbase"],
    ])
    func sources_whenALaterOptionReplacesOne_areAllowed(_ arguments: [String]) {
        #expect(throws: Never.self) { try parse(arguments) }
    }

    @Test(arguments: Currency.allCases)
    func currency_whenASourceDoesNotQuoteIt_isAnError(_ currency: Currency) throws {
        for exchange in SourceRegistry.exchanges {
            let (name, code) = (exchange.name, currency.code)
            guard exchange.pair(in: currency) == nil else {
                for option in ["-s", "--primary", "--fallback"] { _ = try parse(["--currency", code, option, name]) }
                continue
            }
            expectUsageError(["--currency", code, "-s", name], .doesNotQuote(currency, primary: name))
            expectUsageError(["--primary", name, "--currency", code], .doesNotQuote(currency, primary: name))
            expectUsageError(
                ["--fallback", name, "--currency", code], .sourceSelection(.fallbackDoesNotQuote(name, currency)))
        }
    }

    /// Without the option, a variable may still name the currency.
    @Test(arguments: sources)
    func currency_whenNotGiven_isNotCheckedYet(_ name: String) {
        #expect(throws: Never.self) { try parse(["-s", name]) }
    }

    @Test(
        arguments: [
            (
                ["--decimals", "2", "-j", "-s", "kraken", "--fallback", "kraken"], .decimalsWithExactFormat("json")
            ),
            (
                ["--currency", "JPY", "--primary", "binance", "--fallback", "binance"],
                .sourceSelection(.sameSourceTwice("binance"))
            ),
            (
                ["--currency", "JPY", "--primary", "binance", "--fallback", "coinbase"],
                .doesNotQuote(.jpy, primary: "binance")
            ),
        ] as [([String], UsageError)])
    func optionsThatDoNotFitTogether_whenSeveral_areCheckedInOrder(_ arguments: [String], _ error: UsageError) {
        expectUsageError(arguments, error)
    }

    private static let sources = SourceRegistry.exchanges.map(\.name)
    private static let formats = FormatRegistry.formats.map(\.name)
}
