import BTCPriceCore
import BTCPriceNetworking
import BTCPricePresentation
import TestSupport
import Testing

@testable import BTCQCommand

/// The sentences of usage errors: what is wrong, and what to do.
@Suite struct UsageErrorTextTests {
    private static let sources = SourceRegistry.exchanges.map(\.name).joined(separator: ", ")
    private static let formats = FormatRegistry.formats.map(\.name).joined(separator: ", ")

    /// Each case of `UsageError` and of `InvalidValue` once.
    @Test(
        arguments: [
            (.unknownOption("--nonsense"), "unknown option --nonsense"),
            (.unexpectedArgument("68901"), "unexpected argument 68901"),
            (.missingValue(option: "-t", valueName: "DURATION"), "-t needs a value: DURATION"),
            (.unexpectedValue(option: "--json"), "--json takes no value"),
            (
                .equalsSignAfterShortOption(option: "-t", value: "5s"),
                "-t: no = before the value of a short option (did you mean -t 5s?)"
            ),
            (
                .invalidValue("--header", "yes", .notOneOf(["auto", "always", "never"])),
                "--header: yes is not one of auto, always, never"
            ),
            (
                .invalidValue("-t", "soon", .notADuration),
                "-t: soon is not a duration such as 800ms, 5s, 10m, 2h or 1d"
            ),
            (.invalidValue("--max-age", "3651d", .durationTooLong), "--max-age: 3651d is more than 3650d"),
            (.invalidValue("--timeout", "0", .durationTooShort), "--timeout: 0 is less than 1ms"),
            (.invalidValue("--decimals", "9", .notANumber(0...8)), "--decimals: 9 is not a number from 0 to 8"),
            (.invalidValue("--max-stale", "", .notADuration), notADuration("--max-stale: ''")),
            (.decimalsWithExactFormat("csv"), "--decimals: the price is always exact in the format csv"),
            (.sourceSelection(.sameSourceTwice("kraken")), "kraken is both primary and fallback"),
            (
                .sourceSelection(.primaryDoesNotQuote("binance", .jpy)),
                "binance does not quote JPY; sources that do: \(quoting(.jpy))"
            ),
            (
                .sourceSelection(.fallbackDoesNotQuote("binance", .cad)),
                "binance does not quote CAD; sources that do: \(quoting(.cad))"
            ),
            (.sourceSelection(.noSource(.jpy)), "no source quotes JPY"),
        ] as [(UsageError, String)])
    func message_ofTheCommandLine_hasTheHintHelp(_ error: UsageError, _ message: String) {
        let text = UsageErrorText(error)
        #expect(text.message == message)
        #expect(text.hint == "Try 'btcq --help'.")
    }

    @Test(
        arguments: [
            ("{pricee}", "unknown placeholder {pricee} (did you mean {price}?)"),
            ("{Price}", "unknown placeholder {Price} (did you mean {price}?)"),
            ("{price:2} {nmber:2}", "unknown placeholder {nmber:2} (did you mean {number:N}?)"),
            ("{volume}", "unknown placeholder {volume}"),
            (#"{"price":{price}}"#, #"{"price": is not a placeholder; for a brace write {{"#),
            ("{}", "{} is not a placeholder; for a brace write {{"),
            ("a {", "{ is not a placeholder; for a brace write {{"),
            ("{price", "no } after {price; for a brace write {{"),
            ("{stale:old}}", "no } after {stale:old}}; for a brace write {{"),
            ("{stale:{fresh:x}}", "{fresh:x} inside the TEXT of another placeholder"),
            ("{price:9}", "{price:9}: the number of decimals is not 0 to 8"),
            ("{number:two}", "{number:two}: the number of decimals is not 0 to 8"),
            ("{price}}", "unexpected }; for a brace write }}"),
        ])
    func message_ofATemplate_quotesWhatWasTypedAndHasTheHintManual(_ template: String, _ message: String) throws {
        let error = try #require(throws: UsageError.self) { try parse(["--template", template]) }
        let text = UsageErrorText(error)
        #expect(text.message == "--template: \(message)")
        #expect(text.hint == "Try 'man btcq'.")
    }

    @Test(
        arguments: [
            (
                .invalidValue(
                    name: "BTCQ_CURRENCY", isVariable: true, value: Array("EURO".utf8), .notOneOf(["USD", "EUR"])),
                "BTCQ_CURRENCY: EURO is not one of USD, EUR (did you mean EUR?)"
            ),
            (
                .variable("BTCQ_PRIMARY", .primaryDoesNotQuote("binance", .jpy), remedy: "--primary kraken"),
                "BTCQ_PRIMARY: binance does not quote JPY; use --primary kraken"
            ),
            (
                .variable("BTCQ_FALLBACK", .sameSourceTwice("kraken"), remedy: "--fallback none"),
                "BTCQ_FALLBACK: kraken is both primary and fallback; use --fallback none"
            ),
            (
                .variable("BTCQ_FALLBACK", .fallbackDoesNotQuote("binance", .jpy), remedy: nil),
                "BTCQ_FALLBACK: binance does not quote JPY; sources that do: \(quoting(.jpy))"
            ),
            (
                .variable("BTCQ_CURRENCY", .noSource(.jpy), remedy: "--currency USD"),
                "BTCQ_CURRENCY: no source quotes JPY; use --currency USD"
            ),
            (
                .sourceSettings(.invalidURL(variable: "BTCQ_KRAKEN_URL", .notAURL)),
                "BTCQ_KRAKEN_URL: not a URL such as https://host/path"
            ),
            (
                .sourceSettings(.invalidURL(variable: "BTCQ_KRAKEN_URL", .userInformation)),
                "BTCQ_KRAKEN_URL: user information is not allowed"
            ),
            (
                .sourceSettings(.invalidURL(variable: "BTCQ_KRAKEN_URL", .queryOrFragment)),
                "BTCQ_KRAKEN_URL: a query or a fragment is not allowed"
            ),
            (
                .sourceSettings(.invalidURL(variable: "BTCQ_KRAKEN_URL", .httpToRemoteHost)),
                "BTCQ_KRAKEN_URL: http is allowed for loopback hosts only; use https"
            ),
            (.sourceSettings(.keyIsNotUTF8(variable: "SOME_API_KEY")), "SOME_API_KEY is not UTF-8"),
            (
                .sourceSettings(.keyHasControlCharacter(variable: "SOME_API_KEY")),
                "SOME_API_KEY contains a control character"
            ),
        ] as [(UsageError, String)])
    func message_ofAVariable_namesItAndHasTheHintManual(_ error: UsageError, _ message: String) {
        let text = UsageErrorText(error)
        #expect(text.message == message)
        #expect(text.hint == "Try 'man btcq'.")
    }

    // Suggestions.

    @Test(arguments: [
        ("--fromat", "--format"), ("--frmat", "--format"), ("--formatt", "--format"), ("--formta", "--format"),
        ("--jsno", "--json"), ("--jso", "--json"), ("--time", "--timeout"), ("--max-tiem=5", "--max-time"),
        ("--of-line", "--offline"), ("--Offline", "--offline"), ("--JSON", "--json"), ("--cvs", "--csv"),
        ("--completion", "--completions"), ("--stale_ok", "--stale-ok"), ("--decimal", "--decimals"),
        ("---help", "--help"),
    ])
    func unknownOption_whenSimilarToAnOption_suggestsIt(_ argument: String, _ suggestion: String) {
        let name = argument.prefix { $0 != "=" }
        expectUsageError([argument], "unknown option \(name) (did you mean \(suggestion)?)")
    }

    @Test(arguments: [
        "--nonsense", "--x", "--j", "--ycv", "--sxv", "--price", "--eu", "--euro", "--us", "--", "-x", "-e", "-=",
        "-\u{e9}",
    ])
    func unknownOption_whenSimilarToNone_suggestsNothing(_ argument: String) {
        guard argument != "--" else { return expectUsageError(["--=x"], "unknown option --") }
        expectUsageError([argument], "unknown option \(argument)")
    }

    @Test(arguments: Option.all)
    func longOption_whenTypedWithOneDash_suggestsTwo(_ option: Option) throws {
        // `-help` begins with the short option for the help.
        guard option.long.first != (try Option.named("help")).short else { return }
        let message = "unknown option -\(option.long) (did you mean --\(option.long)?)"
        expectUsageError(["-\(option.long)"], message)
        expectUsageError(["-\(option.long)=1"], message)
    }

    @Test(arguments: Currency.allCases)
    func currencyCode_whenTypedAlone_suggestsTheOption(_ currency: Currency) {
        for code in [currency.code, currency.code.lowercased()] {
            expectUsageError(["--\(code)"], "unknown option --\(code) (did you mean --currency \(code)?)")
            expectUsageError([code], "unexpected argument \(code) (did you mean --currency \(code)?)")
            expectUsageError(["-j", "--", code], "unexpected argument \(code) (did you mean --currency \(code)?)")
        }
    }

    @Test(arguments: SourceRegistry.exchanges.map(\.name))
    func sourceName_whenTypedAlone_suggestsTheOption(_ name: String) {
        expectUsageError([name], "unexpected argument \(name) (did you mean --source \(name)?)")
        expectUsageError(["--\(name)"], "unknown option --\(name) (did you mean --source \(name)?)")
        expectUsageError(
            [name.uppercased()], "unexpected argument \(name.uppercased()) (did you mean --source \(name)?)")
    }

    @Test(arguments: FormatRegistry.formats.map(\.name))
    func formatName_whenTypedAlone_suggestsTheOption(_ name: String) {
        let option = Option.all.contains { $0.long == name } ? "--\(name)" : "--format \(name)"
        expectUsageError([name], "unexpected argument \(name) (did you mean \(option)?)")
    }

    @Test(arguments: [
        ("help", "--help"), ("version", "--version"), ("Help", "--help"), ("json", "--json"), ("offline", "--offline"),
        ("hlep", "--help"), ("verison", "--version"),
    ])
    func argument_whenSimilarToAnOption_suggestsIt(_ argument: String, _ suggestion: String) {
        expectUsageError([argument], "unexpected argument \(argument) (did you mean \(suggestion)?)")
    }

    @Test(arguments: ["price", "68901", "bitcoin", "x", "-", "kr"])
    func argument_whenSimilarToNone_suggestsNothing(_ argument: String) {
        expectUsageError([argument], "unexpected argument \(argument)")
    }

    @Test(arguments: [
        (["-s", "binance,kraken"], "-s", "binance,kraken", "--primary binance --fallback kraken"),
        (["--source=Kraken,COINBASE"], "--source", "Kraken,COINBASE", "--primary kraken --fallback coinbase"),
        (["--primary", "binance,kraken"], "--primary", "binance,kraken", "--primary binance --fallback kraken"),
        (["-s", "krakn"], "-s", "krakn", "kraken"), (["--primary", "coinbse"], "--primary", "coinbse", "coinbase"),
    ])
    func source_whenTwoNamesOrASimilarOne_suggestsThem(
        _ arguments: [String], _ option: String, _ value: String, _ suggestion: String
    ) {
        expectUsageError(arguments, "\(option): \(value) is not one of \(Self.sources) (did you mean \(suggestion)?)")
    }

    @Test(arguments: ["kraken,kraken", "binance,kraken,coinbase", "binance,mtgox", "mtgox", "binance;kraken"])
    func source_whenNotTwoDifferentNames_suggestsNothing(_ value: String) {
        expectUsageError(["-s", value], "-s: \(value) is not one of \(Self.sources)")
    }

    @Test func fallback_whenTwoNames_suggestsNothing() {
        expectUsageError(
            ["--fallback", "binance,kraken"], "--fallback: binance,kraken is not one of \(Self.sources), none")
    }

    @Test(arguments: [
        (["--format", "jsn"], "--format: jsn is not one of \(formats) (did you mean json?)"),
        (["-fJsno"], "-f: Jsno is not one of \(formats) (did you mean json?)"),
        (["-f", "xml"], "-f: xml is not one of \(formats)"),
        (["--header", "allways"], "--header: allways is not one of auto, always, never (did you mean always?)"),
        (["--completions", "bsh"], "--completions: bsh is not one of bash, zsh, fish (did you mean bash?)"),
        (["--fallback", "nnoe"], "--fallback: nnoe is not one of \(sources), none (did you mean none?)"),
        (["-f=json"], "-f: no = before the value of a short option (did you mean -f json?)"),
        (["-f="], "-f: no = before the value of a short option"),
    ])
    func value_whenSimilarToAChoice_suggestsIt(_ arguments: [String], _ message: String) {
        expectUsageError(arguments, message)
    }

    // Long arguments.

    private static let longLength = 100 << 10

    @Test func argument_whenLong_isQuotedUpTo60Columns() {
        let argument = String(repeating: "x", count: Self.longLength)
        expectUsageError(["--\(argument)"], "unknown option --\(String(repeating: "x", count: 58))...")
        expectUsageError([argument], "unexpected argument \(String(repeating: "x", count: 60))...")
        expectUsageError(["-t\(argument)"], Self.notADuration("-t: \(String(repeating: "x", count: 60))..."))
        let wide = String(repeating: "\u{6f22}", count: 100)
        expectUsageError([wide], "unexpected argument \(String(repeating: "\u{6f22}", count: 30))...")
        let marks = String(repeating: "\u{651}\u{64e}", count: Self.longLength)
        expectUsageError(["--\(marks)"], "unknown option --\(String(repeating: "\u{651}\u{64e}", count: 29))...")
    }

    @Test func argument_whenOf60Columns_isQuotedCompletely() {
        let argument = String(repeating: "x", count: 60)
        expectUsageError([argument], "unexpected argument \(argument)")
        expectUsageError([argument + "y"], "unexpected argument \(argument)...")
    }

    /// Beginnings of arguments whose rest version 1.0.0 took seconds to reject.
    private static let beginnings = [
        "--", "", "-", "-x", "--template={", "--template=}", "--template={price:", "--format=", "--primary=",
        "--fallback=",
        "--currency=", "--timeout=", "--timeout=0.", "--decimals=", "--header=", "--completions=", "-t", "-t=", "-f",
        "-s",
    ]

    /// One after the other, so that they do not delay all other tests.
    @Test(.serialized, .timeLimit(.minutes(1)), arguments: beginnings, ["x", "\u{651}\u{64e}", "\u{1f600}", "{"])
    func argument_whenHuge_isRejectedQuicklyWithAShortMessage(_ beginning: String, _ filling: String) throws {
        let argument = beginning + String(repeating: filling, count: Self.longLength / filling.utf8.count)
        let time = try processorTime {
            let error = try #require(throws: UsageError.self) { try parse([argument]) }
            #expect(UsageErrorText(error).message.utf8.count < 700)
        }
        #expect(time < .seconds(2))
    }

    private static func notADuration(_ beginning: String) -> String {
        "\(beginning) is not a duration such as 800ms, 5s, 10m, 2h or 1d"
    }

    private static func quoting(_ currency: Currency) -> String {
        SourceRegistry.exchanges(quoting: currency).map(\.name).joined(separator: ", ")
    }
}
