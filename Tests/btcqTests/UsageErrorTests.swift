import BTCPriceComposer
import BTCPriceCore
import TestSupport
import Testing

@testable import btcq

/// What is wrong with a command line, and what to do, in one sentence.
@Suite struct UsageErrorTests {
    private static let sources = Names.sources.joined(separator: ", ")
    private static let formats = Names.formats.joined(separator: ", ")
    private static let notADuration = "is not a duration such as 800ms, 5s, 10m, 2h or 1d"

    private static let notACurrency = "is not one of the currencies that 'btcq --help' lists"

    private static let long = String(repeating: "x", count: 1000)

    private static let mistakes = [
        // Arguments that are no options.
        ("-jx", "unknown option -x"), ("-j₿q", "unknown option -₿q"),
        ("'--jso n'", "unknown option --jso n (did you mean --json?)"), ("''", "unexpected operand ''\(noOperands)"),
        ("-j BTC", "unexpected operand BTC\(noOperands)"),
        // Long ones, of which 60 columns are quoted.
        ("--\(long)", "unknown option --\(long.prefix(58))..."),
        ("-f\(long)", "-f: \(long.prefix(60))... is not one of \(formats)"),
        // Values that are missing, not allowed, or not separated.
        ("-jt", "-t needs a value, such as 800ms"), ("--source", "--source needs a value, one of \(sources)"),
        ("--json=", "--json takes no value"), ("-j=1=2", "unknown option -="), ("-jt=5s", "-t: =5s \(notADuration)"),
        // Values that are wrong, of the option as it was typed.
        ("--max-stale=", "--max-stale: '' \(notADuration)"), ("-t -1s", "-t: -1s \(notADuration)"),
        ("-a 3651d", "-a: 3651d is more than 3650d"), ("--timeout 0.9ms", "--timeout: 0.9ms is less than 1ms"),
        ("-m0", "-m: 0 is less than 1ms"), ("--decimals 9", "--decimals: 9 is not a number from 0 to 8"),
        ("-f ' json'", "-f: ' json' is not one of \(formats) (did you mean json?)"),
        ("--header allways", "--header: allways is not one of auto, always, never (did you mean always?)"),
        ("--fallback nnoe", "--fallback: nnoe is not one of \(sources), none (did you mean none?)"),
        ("--currency", "--currency needs a value, such as USD"), ("--currency=", "--currency: '' \(notACurrency)"),
        // Of several, the first from the left, and then options that do not fit together.
        ("x --nonsense", "unexpected operand x\(noOperands)"), ("--timeout=0 -x", "--timeout: 0 is less than 1ms"),
        ("-jt0 x", "-t: 0 is less than 1ms"), ("-f -x --json=1", "-f: -x is not one of \(formats)"),
        ("--decimals 2 -j -x", "unknown option -x"),
        ("--currency JPY -s binance -a", "-a needs a value, such as 800ms"),
        (
            "--decimals 2 -j -s kraken --fallback kraken",
            "--decimals has no effect on json\(exact)"
        ),
        ("-n --decimals 3 --format CSV", "--decimals has no effect on csv\(exact)"),
        (
            "--currency JPY --primary binance --fallback binance",
            "binance is both primary and fallback; for one source use --source binance"
        ),
        // What looks like a special option is a value, or follows an unknown letter or the double dash.
        ("-f -h", "-f: -h is not one of \(formats)"), ("-th", "-t: h \(notADuration)"),
        ("--completions -h", "--completions: -h is not one of bash, zsh, fish"), ("-jxV", "unknown option -x"),
        ("-- --help", "unexpected operand --help\(noOperands)"), ("-x -- -h", "unknown option -x"),
        // What similar programs have, or what is quoted elsewhere.
        ("--watch=60", "unknown option --watch; use: watch -n 60 btcq"),
        ("watch", "unexpected operand watch; use: watch -n 60 btcq"),
        ("--change", "unknown option --change; use: --template '{price} {change}'"),
        ("--amount 2", "unknown option --amount; use: \(line("2"))"),
        ("--amount=0.25", "unknown option --amount; use: \(line("0.25"))"),
        ("--convert -q", "unknown option --convert; use: \(line("0.5"))"),
        ("-o -- 0.50", "unexpected operand 0.50; use: \(line("0.5"))"),
        ("amount 2", "unexpected operand amount; use: \(line("2"))"),
        ("0.5 BTC", "unexpected operand 0.5; use: \(line("0.5"))"),
        ("0.5 -q", "unexpected operand 0.5; use: \(line("0.5"))"),
        // An amount of something else.
        ("100 usd", "unexpected operand 100; use: \(line("100", of: "USD"))"),
        ("-q -- 99.50 eur", "unexpected operand 99.50; use: \(line("99.5", of: "EUR"))"),
        ("1000 sats", "unexpected operand 1000\(noOperands)"), ("2 3", "unexpected operand 2\(noOperands)"),
        // No awk takes a number that begins with 0 for an octal one.
        ("010", "unexpected operand 010; use: \(line("10"))"), ("0", "unexpected operand 0\(noOperands)"),
    ]

    private static let exact =
        ", whose price is exact; use --format text or number, or {price:N} in a template"
    private static let noOperands = ": btcq takes no operands; it prints the price of bitcoin"

    private static func line(_ amount: String) -> String {
        #"btcq --number | LC_ALL=C awk '{ printf "%.2f\n", \#(amount) * $1 }'"#
    }

    private static func line(_ amount: String, of currency: String) -> String {
        #"btcq --currency \#(currency) --number | LC_ALL=C awk '{ printf "%.8f\n", \#(amount) / $1 }'"#
    }

    @Test(arguments: mistakes)
    func commandLine_whenWrong_isReportedWithAHintAtHelp(_ command: String, _ message: String) {
        expectUsageError(command, message)
    }

    @Test(arguments: [
        ("--fromat", "--format"), ("--max-tiem=5", "--max-time"), ("--of-line", "--offline"), ("--JSON", "--json"),
        ("---help", "--help"), ("version", "--version"), ("hlep", "--help"),
        // With one dash.
        ("-json=1", "--json"), ("-stale-ok", "--stale-ok"),
        // The code of a currency.
        ("eur", "--currency eur"), ("--eur", "--currency eur"),
        // Nothing is similar.
        ("--nonsense=1", nil), ("--price", nil), ("--eu", nil), ("-J", nil), ("-é", nil), ("-", nil), ("ethereum", nil),
        ("kraken", nil),
        // After the double dash, it is one already.
        ("-- --json", nil),
    ])
    func argument_whenUnknown_isReportedAsTypedWithASimilarOption(_ command: String, _ suggestion: String?) {
        let argument = command.split(separator: " ").last?.prefix { $0 != "=" } ?? ""
        let isOption = command.first == "-" && command != "-" && !command.hasPrefix("-- ")
        let meant = suggestion.map { " (did you mean \($0)?)" } ?? (isOption ? "" : Self.noOperands)
        let quoted = argument.count > 60 ? "\(argument.prefix(60))..." : argument
        expectUsageError(command, "\(isOption ? "unknown option" : "unexpected operand") \(quoted)\(meant)")
    }

    @Test(arguments: [
        ("--source", "Kraken,COINBASE", "--primary kraken --fallback coinbase"),
        ("--primary", "binance,kraken", "--primary binance --fallback kraken"),
        ("-s", "kraken,binance", "--primary kraken --fallback binance"), ("-s", "krakn", "kraken"),
        ("-s", "kraken,kraken", nil), ("-s", "binance,kraken,coinbase", nil), ("--fallback", "binance,kraken", nil),
    ])
    func source_whenUnknownOrTwoNames_suggestsOptions(_ option: String, _ value: String, _ suggestion: String?) {
        let choices = option == "--fallback" ? Self.sources + ", none" : Self.sources
        let meant = suggestion.map { " (did you mean \($0)?)" } ?? ""
        expectUsageError("\(option) \(value)", "\(option): \(value) is not one of \(choices)\(meant)")
    }

    @Test(arguments: [
        ("USDT", "USD"), ("Euro", "EUR"), ("usd;", "USD"), ("ERU", "EUR"), ("ues", nil), ("sUd", "USD"),
        ("eur\u{301}", "EUR"),
        ("RMB", nil), ("US", nil), ("XUSD", nil), ("ERUO", nil), ("DUS", nil), ("XYZ", nil),
    ])
    func currency_whenUnknown_isReportedWithTheOneItBeginsWithOrASwap(_ code: String, _ currency: String?) {
        let meant = currency.map { " (did you mean \($0)?)" } ?? ""
        expectUsageError("--currency \(code)", "--currency: \(code) \(Self.notACurrency)\(meant)")
    }

    @Test(arguments: [
        ("{change:1}", "unknown placeholder {change:1} (did you mean {change}?)"),
        ("{price:2} {nmber:2}", "unknown placeholder {nmber:2} (did you mean {number:N}?)"),
        ("{fresh}", "unknown placeholder {fresh} (did you mean {fresh:TEXT}?)"),
        // The brace is not one of the letters that count.
        ("{soXXXe}", "unknown placeholder {soXXXe}"),
        (#"{"price":{price}}"#, #"{"price": is not a placeholder; for a brace write {{"#),
        ("{\(long)", "no } after {\(long.prefix(59))...; for a brace write {{"),
        ("{stale:{fresh:x}}", "{fresh:x} cannot be used inside the TEXT of another placeholder"),
        ("{price:9}", "{price:9}: the number of decimals is not 0 to 8"),
        ("} -f xml", "unexpected }; for a brace write }}"),
    ])
    func template_whenWrong_isReportedWithAHintAtTheManual(_ template: String, _ message: String) {
        expectUsageError("--template '\(template)'", "--template: \(message)", hint: "man btcq")
    }

    @Test func sourceSettings_whenWrong_areReportedWithAHintAtTheManual() {
        let settings = UsageError.invalidVariable(InvalidVariable(variable: "X_URL", reason: "it is wrong"))
        #expect(settings.message == "X_URL: it is wrong" && settings.hint(nil) == "Try 'man btcq'.")
    }

    @Test func argument_whenNotUTF8_isReportedWithReplacementCharacters() {
        let option = #expect(throws: UsageError.self) { try Parser.parse([[0x2D, 0xFF, 0x68]]) }
        #expect(option?.message == "unknown option -\u{FFFD}h")
        let argument = #expect(throws: UsageError.self) { try Parser.parse([[0xFF]]) }
        #expect(argument?.message == "unexpected operand \u{FFFD}\(Self.noOperands)")
    }
}
