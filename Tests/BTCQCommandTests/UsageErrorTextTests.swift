import BTCPriceComposer
import BTCPriceCore
import TestSupport
import Testing

@testable import BTCQCommand

/// The sentences of usage errors: what is wrong, and what to do.
@Suite struct UsageErrorTextTests {
    private static let sources = Names.sources.joined(separator: ", ")
    private static let formats = Names.formats.joined(separator: ", ")
    private static let durations = "is not a duration such as 800ms, 5s, 10m, 2h or 1d"

    @Test(
        arguments: [
            (.unknownOption("--nonsense"), "unknown option --nonsense"),
            (.unexpectedArgument("--json"), "unexpected argument --json"),
            (.missingValue(option: "-t", valueName: "DURATION"), "-t needs a value: DURATION"),
            (.unexpectedValue(option: "--json"), "--json takes no value"),
            (
                .equalsSignAfterShortOption("-t", "5s"),
                "-t: no = before the value of a short option (did you mean -t 5s?)"
            ),
            (.equalsSignAfterShortOption("-f", ""), "-f: no = before the value of a short option"),
            (
                .invalidValue("--header", "yes", .notOneOf(["auto", "never"])),
                "--header: yes is not one of auto, never"
            ),
            (.invalidValue("-t", "soon", .notADuration), "-t: soon \(durations)"),
            (.invalidValue("--max-stale", "", .notADuration), "--max-stale: '' \(durations)"),
            (.invalidValue("--max-age", "3651d", .durationTooLong), "--max-age: 3651d is more than 3650d"),
            (.invalidValue("--timeout", "0", .durationTooShort), "--timeout: 0 is less than 1ms"),
            (.invalidValue("--decimals", "9", .notANumberOfDecimals), "--decimals: 9 is not a number from 0 to 8"),
            (.decimalsWithExactFormat("csv"), "--decimals: the price is always exact in the format csv"),
            (
                .sourceSelection(name: "--fallback", .sameSourceTwice("kraken")),
                "--fallback: kraken is both primary and fallback"
            ),
            (
                .sourceSelection(name: "--source", .primaryDoesNotQuote("binance", .jpy)),
                "--source: binance does not quote JPY; sources that do: \(quoting(.jpy))"
            ),
            (
                .sourceSelection(name: "--fallback", .fallbackDoesNotQuote("binance", .cad)),
                "--fallback: binance does not quote CAD; sources that do: \(quoting(.cad))"
            ),
            (.sourceSelection(name: "--currency", .noSource(.jpy)), "--currency: no source quotes JPY"),
        ] as [(UsageError, String)])
    func message_ofTheCommandLine_hasTheHintHelp(_ error: UsageError, _ message: String) {
        #expect(error.message == message)
        #expect(error.hint == "Try 'btcq --help'.")
    }

    private static func quoting(_ currency: Currency) -> String {
        AppDependencies.sources.quoting(currency).map(\.name).joined(separator: ", ")
    }

    @Test(arguments: [
        ("{change:1}", "unknown placeholder {change:1} (did you mean {change}?)"),
        ("{Price}", "unknown placeholder {Price} (did you mean {price}?)"),
        // The brace is not one of the letters that count.
        ("{soXXXe}", "unknown placeholder {soXXXe}"), ("{date}", "unknown placeholder {date}"),
        ("{prce}", "unknown placeholder {prce} (did you mean {price}?)"),
        ("{up}", "unknown placeholder {up} (did you mean {up:TEXT}?)"),
        ("{price:2} {nmber:2}", "unknown placeholder {nmber:2} (did you mean {number:N}?)"),
        ("{fresh}", "unknown placeholder {fresh} (did you mean {fresh:TEXT}?)"),
        ("{volume}", "unknown placeholder {volume}"),
        (#"{"price":{price}}"#, #"{"price": is not a placeholder; for a brace write {{"#),
        ("{}", "{} is not a placeholder; for a brace write {{"),
        ("a {", "{ is not a placeholder; for a brace write {{"),
        ("{price", "no } after {price; for a brace write {{"),
        ("{stale:old}}", "no } after {stale:old}}; for a brace write {{"),
        ("{stale:{fresh:x}}", "{fresh:x} inside the TEXT of another placeholder"),
        ("{price:9}", "{price:9}: the number of decimals is not 0 to 8"),
        ("{price}}", "unexpected }; for a brace write }}"),
    ])
    func message_ofATemplate_quotesWhatWasTypedAndHasTheHintManual(_ template: String, _ message: String) {
        let error = #expect(throws: UsageError.self) { try parse(["--template", template]) }
        #expect(error?.message == "--template: \(message)")
        #expect(error?.hint == "Try 'man btcq'.")
    }

    @Test(
        arguments: [
            (
                .invalidValue("BTCQ_CURRENCY", "EURO", .notOneOf(["USD", "EUR"])),
                "BTCQ_CURRENCY: EURO is not one of USD, EUR (did you mean EUR?)"
            ),
            (
                .sourceSelection(name: "BTCQ_PRIMARY", .primaryDoesNotQuote("binance", .jpy)),
                "BTCQ_PRIMARY: binance does not quote JPY; sources that do: \(quoting(.jpy))"
            ),
            (
                .sourceSettings(SourceSettingsError(variable: "X_URL", reason: "user information is not allowed")),
                "X_URL: user information is not allowed"
            ),
        ] as [(UsageError, String)])
    func message_ofAVariable_namesItAndHasTheHintManual(_ error: UsageError, _ message: String) {
        #expect(error.message == message)
        #expect(error.hint == "Try 'man btcq'.")
    }

    // Suggestions.

    @Test(arguments: [
        ("--fromat", "--format"), ("--jso", "--json"), ("--time", "--timeout"), ("--max-tiem=5", "--max-time"),
        ("--of-line", "--offline"), ("--Offline", "--offline"), ("--JSON", "--json"), ("--stale_ok", "--stale-ok"),
        ("---help", "--help"), ("help", "--help"), ("version", "--version"), ("Help", "--help"), ("json", "--json"),
        ("hlep", "--help"), ("{price}", "--template '{price}'"),
        // Nothing is similar.
        ("--nonsense", nil), ("--x", nil), ("--ycv", nil), ("--price", nil), ("--eu", nil), ("--euro", nil),
        ("--=x", nil), ("-x", nil), ("-=", nil), ("-\u{e9}", nil), ("x", nil), ("-", nil), ("", nil), ("1x", nil),
        ("ethereum", nil),
    ])
    func argument_whenSimilarToAnOption_suggestsIt(_ argument: String, _ suggestion: String?) {
        let isOption = argument.hasPrefix("-") && argument != "-"
        let typed = isOption && argument != "-=" ? String(argument.prefix { $0 != "=" }) : argument
        let message = "\(isOption ? "unknown option" : "unexpected argument") \(typed.isEmpty ? "''" : typed)"
        expectUsageError([argument], message + (suggestion.map { " (did you mean \($0)?)" } ?? ""))
    }

    /// What similar programs have, or what is quoted elsewhere.
    @Test(arguments: [
        (["--watch"], "unknown option --watch; use: watch -n 60 btcq"),
        (["--watch=60"], "unknown option --watch; use: watch -n 60 btcq"),
        (["watch"], "unexpected argument watch; use: watch -n 60 btcq"),
        (["--amount", "2"], "unknown option --amount; \(arithmetic)"),
        (["--convert"], "unknown option --convert; \(arithmetic)"),
        (["0.5"], "unexpected argument 0.5; \(arithmetic)"), (["2"], "unexpected argument 2; \(arithmetic)"),
        (["--change"], "unknown option --change; use: --template '{price} {change}'"),
        (["ETH"], "unexpected argument ETH: only bitcoin is quoted"),
        (["doge"], "unexpected argument doge: only bitcoin is quoted"),
    ])
    func unknownArgument_whenThereIsAnAlternative_namesIt(_ arguments: [String], _ message: String) {
        expectUsageError(arguments, message)
    }

    private static let arithmetic = "use btcq --number and shell arithmetic or awk"

    @Test(arguments: Option.all)
    func longOption_whenTypedWithOneDash_suggestsTwo(_ option: Option) throws {
        // `-help` and `-header` begin with the short option for the help.
        guard option.long.first != "h" else { return }
        let message = "unknown option -\(option.long) (did you mean --\(option.long)?)"
        expectUsageError(["-\(option.long)"], message)
        expectUsageError(["-\(option.long)=1"], message)
    }

    @Test(
        arguments: Names.currencies.map { ($0, "--currency \($0)") } + Names.sources.map { ($0, "--source \($0)") }
            + Names.formats.map { name in
                (name, Option.all.contains { $0.long == name } ? "--\(name)" : "--format \(name)")
            })
    func name_whenTypedAlone_suggestsTheOptionThatTakesIt(_ name: String, _ option: String) {
        expectUsageError([name], "unexpected argument \(name) (did you mean \(option)?)")
        expectUsageError(["-j", "--", name], "unexpected argument \(name) (did you mean \(option)?)")
        guard option != "--\(name)" else { return }
        expectUsageError(["--\(name)"], "unknown option --\(name) (did you mean \(option)?)")
    }

    @Test(arguments: [
        (["--format", "jsn"], "--format: jsn is not one of \(formats) (did you mean json?)"),
        (["-fJson1"], "-f: Json1 is not one of \(formats) (did you mean json?)"),
        (["-f", "xml"], "-f: xml is not one of \(formats)"),
        (["--header", "allways"], "--header: allways is not one of auto, always, never (did you mean always?)"),
        (["--fallback", "nnoe"], "--fallback: nnoe is not one of \(sources), none (did you mean none?)"),
        (["-s", "krakn"], "-s: krakn is not one of \(sources) (did you mean kraken?)"),
        (["eur"], "unexpected argument eur (did you mean --currency eur?)"),
        (["--eur"], "unknown option --eur (did you mean --currency eur?)"),
        (["KRAKEN"], "unexpected argument KRAKEN (did you mean --source kraken?)"),
        (["--", "--json"], "unexpected argument --json"),
        (["-f=json"], "-f: no = before the value of a short option (did you mean -f json?)"),
    ])
    func value_whenSimilarToAChoice_suggestsIt(_ arguments: [String], _ message: String) {
        expectUsageError(arguments, message)
    }

    @Test(arguments: [
        ("-s", "binance,kraken", "--primary binance --fallback kraken"),
        ("--source", "Kraken,COINBASE", "--primary kraken --fallback coinbase"),
        ("--primary", "binance,kraken", "--primary binance --fallback kraken"),
        ("-s", "kraken,kraken", nil), ("-s", "binance,kraken,coinbase", nil), ("-s", "binance,mtgox", nil),
        ("-s", "mtgox", nil), ("-s", "binance;kraken", nil), ("--fallback", "binance,kraken", nil),
    ])
    func source_whenTwoNames_suggestsBothOptions(_ option: String, _ value: String, _ suggestion: String?) {
        let choices = option == "--fallback" ? Self.sources + ", none" : Self.sources
        let meant = suggestion.map { " (did you mean \($0)?)" } ?? ""
        expectUsageError([option, value], "\(option): \(value) is not one of \(choices)\(meant)")
    }

    // Long arguments.

    @Test(arguments: [
        ("--", "unknown option --", 58), ("", "unexpected argument ", 60), ("-t", "-t: ", 60),
        ("--template={", "--template: no } after {", 59),
    ])
    func argument_whenLong_isQuotedUpTo60Columns(_ beginning: String, _ message: String, _ count: Int) throws {
        let text = String(repeating: "x", count: 100_000)
        let error = try #require(throws: UsageError.self) { try parse([beginning + text]) }
        #expect(error.message.hasPrefix("\(message)\(text.prefix(count))..."), "\(error.message)")
    }

    /// Beginnings of arguments whose rest version 1.0.0 took seconds to reject.
    private static let beginnings = [
        "--", "", "-", "-x", "--template={", "--template=}", "--template={price:", "--format=", "--primary=",
        "--fallback=", "--currency=", "--timeout=", "--timeout=0.", "--decimals=", "--header=", "--completions=", "-t",
        "-t=", "-f", "-s",
    ]

    /// One after the other, so that they do not delay all other tests.
    @Test(.serialized, .timeLimit(.minutes(1)), arguments: beginnings, ["x", "\u{651}\u{64e}", "\u{1f600}", "{"])
    func argument_whenHuge_isRejectedQuicklyWithAShortMessage(_ beginning: String, _ filling: String) throws {
        let argument = beginning + String(repeating: filling, count: 100_000 / filling.utf8.count)
        let time = try processorTime {
            let error = try #require(throws: UsageError.self) { try parse([argument]) }
            #expect(error.message.utf8.count < 700)
        }
        #expect(time < .seconds(2))
    }
}
