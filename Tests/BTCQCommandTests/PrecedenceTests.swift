import BTCPriceComposer
import BTCPriceCore
import BTCPricePresentation
import Testing

@testable import BTCQCommand

/// Which of several special options and mistakes decides.
@Suite struct PrecedenceTests {
    // Special options.

    @Test(
        arguments: [
            (["-h"], .help), (["--help"], .help), (["-V"], .version), (["--version"], .version), (["-jh"], .help),
            (["-qV"], .version), (["-vV"], .version), (["--completions", "zsh"], .completions(.zsh)),
            (["--completions=bash"], .completions(.bash)), (["--completions", "FISH"], .completions(.fish)),
            (["--template", "--", "-h"], .help),
            // Mistakes before and after it.
            (["--nonsense", "--help"], .help), (["--help", "--nonsense"], .help), (["price", "-h"], .help),
            (["-h", "price"], .help), (["--timeout=0", "--version"], .version), (["-t", "x", "-V"], .version),
            (["--json=yes", "-V"], .version), (["-f=json", "-h"], .help), (["--template", "{x}", "-h"], .help),
            (["-f", "xml", "--completions", "zsh"], .completions(.zsh)), (["--help=me", "--version"], .version),
            (["--help", "--timeout"], .help), (["--version", "-t"], .version), (["-hx"], .help),
            (["-xh", "-V"], .version), (["-help"], .help), (["--completions", "tcsh", "-h"], .help),
            (["-h", "--", "price"], .help), (["-\u{e9}", "-h"], .help), (["", "-h"], .help),
            // Options that do not fit together.
            (["--decimals", "2", "-j", "-h"], .help), (["-s", "kraken", "--fallback", "kraken", "-V"], .version),
            (["--currency", "JPY", "-s", "binance", "-h"], .help),
            // The first valid one of several decides.
            (["-V", "-h"], .version), (["-h", "-V"], .help), (["-hV"], .help), (["-Vh"], .version),
            (["--completions", "zsh", "-V"], .completions(.zsh)), (["-h", "--completions", "zsh"], .help),
            (["--completions", "zsh", "--completions", "fish"], .completions(.zsh)),
            (["--help=me", "-V", "-h"], .version),
            (["--completions", "tcsh", "--completions", "fish"], .completions(.fish)),
        ] as [([String], Invocation)])
    func special_whenBeforeTheDoubleDash_takesPrecedenceOverAnyMistake(
        _ arguments: [String], _ expected: Invocation
    ) throws {
        let options = try parse(arguments)
        #expect(options.invocation == expected)
    }

    @Test(
        arguments: [
            // The value of an option.
            (["-f", "-h"], .invalidValue("-f", "-h", .notOneOf(Names.formats))),
            (["-f-h"], .invalidValue("-f", "-h", .notOneOf(Names.formats))),
            (["-t", "--version"], .invalidValue("-t", "--version", .notADuration)),
            (["--completions", "-h"], .invalidValue("--completions", "-h", .notOneOf(["bash", "zsh", "fish"]))),
            (["-th"], .invalidValue("-t", "h", .notADuration)),
            // After an unknown letter.
            (["-xh"], .unknownOption("-x")), (["-jxV"], .unknownOption("-x")), (["-=h"], .unknownOption("-=")),
            (["-\u{e9}h"], .unknownOption("-\u{e9}h")),
            // After the double dash.
            (["--", "--help"], .unexpectedArgument("--help")), (["--", "-V"], .unexpectedArgument("-V")),
            (["-x", "--", "-h"], .unknownOption("-x")),
            (["x", "--", "--completions", "zsh"], .unexpectedArgument("x")),
        ] as [([String], UsageError)])
    func special_whenAValueOrAfterAnUnknownLetterOrTheDoubleDash_isNotAnOption(
        _ arguments: [String], _ error: UsageError
    ) {
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
            (["-f=json", "--json=1"], .equalsSignAfterShortOption("-f", "json")),
            (["-jt0", "x"], .invalidValue("-t", "0", .durationTooShort)),
            (["-j", "--", "x", "y"], .unexpectedArgument("x")),
            (["--template", "}", "-f", "xml"], .invalidValue("--template", "}", .template(.unexpectedBrace))),
            // The argument after an option is its value, whatever it looks like.
            (["--timeout", "--nonsense", "x"], .invalidValue("--timeout", "--nonsense", .notADuration)),
            // Then options together: the format, one source twice, the currency.
            (["--decimals", "2", "-j", "--nonsense"], .unknownOption("--nonsense")),
            (["-s", "kraken", "--fallback", "kraken", "x"], .unexpectedArgument("x")),
            (["--currency", "JPY", "-s", "binance", "-a"], .missingValue(option: "-a", valueName: "DURATION")),
            (["--decimals", "2", "-j", "-s", "kraken", "--fallback", "kraken"], .decimalsWithExactFormat("json")),
            (
                ["--currency", "JPY", "--primary", "binance", "--fallback", "binance"],
                .sourceSelection(name: "--fallback", .sameSourceTwice("binance"))
            ),
            (
                ["--currency", "JPY", "--primary", "binance", "--fallback", "coinbase"],
                .sourceSelection(name: "--primary", .primaryDoesNotQuote("binance", .jpy))
            ),
        ] as [([String], UsageError)])
    func mistakes_whenSeveral_theFirstFromTheLeftIsReportedThenOptionsTogether(
        _ arguments: [String], _ error: UsageError
    ) {
        expectUsageError(arguments, error)
    }

    // Options together.

    @Test(arguments: Names.formats)
    func decimals_whenTheLastFormatIsExact_areAnError(_ name: String) throws {
        let format = try #require(FormatRegistry.format(named: name.utf8))
        for arguments in [
            ["-n", "--decimals", "3", "--format", name], ["--template", "x", "-f", name, "--decimals=3"],
        ] {
            if format.isAlwaysExact {
                expectUsageError(arguments, .decimalsWithExactFormat(name))
            } else {
                let options = try parse(arguments)
                #expect(options.decimals?.count == 3)
            }
            let template = try parse(arguments + ["--template", "x"])
            #expect(template.decimals?.count == 3)
        }
    }

    @Test(arguments: Names.sources)
    func sources_whenTheSameTwiceInTheEnd_areAnError(_ name: String) throws {
        for (option, named) in [("--primary", "--fallback"), ("--source", "--source"), ("-s", "--source")] {
            expectUsageError(
                [option, name, "--fallback", name], .sourceSelection(name: named, .sameSourceTwice(name)))
            _ = try parse([option, name, "--fallback", name, "--fallback", "none"])
        }
        expectUsageError(
            ["--fallback", name, "--primary", name.uppercased()],
            .sourceSelection(name: "--fallback", .sameSourceTwice(name)))
        _ = try parse(["--fallback", name, "-s", name])
    }

    @Test(arguments: Currency.allCases)
    func currency_whenASourceDoesNotQuoteIt_isAnErrorIfItIsGiven(_ currency: Currency) throws {
        let codes = ["--currency", currency.code]
        for source in AppDependencies.sources {
            let name = source.name
            for option in ["-s", "--primary", "--fallback"] {
                // Without the option, a variable may still name the currency.
                _ = try parse([option, name])
                guard source.pair(in: currency) == nil else {
                    _ = try parse(codes + [option, name])
                    continue
                }
                let error = UsageError.sourceSelection(
                    name: option == "-s" ? "--source" : option,
                    option == "--fallback"
                        ? .fallbackDoesNotQuote(name, currency) : .primaryDoesNotQuote(name, currency))
                expectUsageError(codes + [option, name], error)
                expectUsageError([option, name] + codes, error)
            }
        }
    }
}
