import BTCPriceCore
import Testing

@testable import BTCQCommand

/// What somebody is told who mistyped.
@Suite struct UnknownOptionTests {
    @Test(arguments: [
        ("--fromat", "--format"), ("--frmat", "--format"), ("--formatt", "--format"), ("--formta", "--format"),
        ("--jsno", "--json"), ("--jso", "--json"), ("--time", "--timeout"), ("--max-tiem=5", "--max-time"),
        ("--of-line", "--offline"), ("--Offline", "--offline"), ("--cvs", "--csv"), ("--completion", "--completions"),
        ("--stale_ok", "--stale-ok"), ("--decimal", "--decimals"),
    ])
    func nearOption_isSuggested(_ word: String, _ suggestion: String) {
        let name = word.prefix { $0 != "=" }
        expectUsageError([word], "unknown option \(name) (did you mean \(suggestion)?)")
    }

    @Test(arguments: ["--nonsense", "--x", "--j", "--ycv", "--sxv", "--price", "--eu", "--euro", "--us", "--chf"])
    func farOption_isNotGuessed(_ word: String) {
        expectUsageError([word], "unknown option \(word)")
    }

    @Test(arguments: Currency.allCases)
    func currencysCode_isToldOfTheOption(_ currency: Currency) {
        for code in [currency.code, currency.code.lowercased()] {
            expectUsageError(["--\(code)"], "unknown option --\(code) (did you mean --currency \(code)?)")
            expectUsageError([code], "unexpected argument \(code) (did you mean --currency \(code)?)")
            expectUsageError(["-j", "--", code], "unexpected argument \(code) (did you mean --currency \(code)?)")
        }
    }

    @Test(arguments: Option.all)
    func longNameWithOneDash_isToldOfTwo(_ option: Option) throws {
        // Clusters that begin with the letter of --help ask for help.
        guard option.long.first != (try Option.named("help")).short, option.long != "version" else { return }
        expectUsageError(["-\(option.long)"], "unknown option -\(option.long) (did you mean --\(option.long)?)")
        expectUsageError(["-\(option.long)=1"], "unknown option -\(option.long)=1 (did you mean --\(option.long)?)")
    }

    @Test func cluster_isNotTakenForALongName() {
        expectUsageError(["-jxs"], "unknown option -x")
        expectUsageError(["-jsn"], "-s: n is not \(oneOfTheSources)")
    }

    private var oneOfTheSources: String {
        "one of " + ((try? Option.named("primary"))?.value?.choices() ?? []).joined(separator: ", ")
    }

    private static let long = 100 << 10

    @Test func longWord_isEchoedUpTo60Columns() {
        let word = String(repeating: "x", count: Self.long)
        expectUsageError(["--\(word)"], "unknown option --\(String(repeating: "x", count: 58))...")
        expectUsageError([word], "unexpected argument \(String(repeating: "x", count: 60))...")
        expectUsageError(
            ["-t\(word)"],
            "-t: \(String(repeating: "x", count: 60))... is not a duration such as 800ms, 5s, 10m, 2h or 1d")
        let wide = String(repeating: "\u{6f22}", count: 100)
        expectUsageError([wide], "unexpected argument \(String(repeating: "\u{6f22}", count: 30))...")
        let marks = String(repeating: "\u{651}\u{64e}", count: Self.long)
        expectUsageError(["--\(marks)"], "unknown option --\(String(repeating: "\u{651}\u{64e}", count: 29))...")
    }

    @Test func wordUpToTheBound_isEchoedWhole() {
        let word = String(repeating: "x", count: 60)
        expectUsageError([word], "unexpected argument \(word)")
        expectUsageError([word + "y"], "unexpected argument \(word)...")
    }

    /// Where the words go that 1.0.0 took seconds for.
    private static let places = [
        "--", "", "-", "-x", "--template={", "--template=}", "--format=", "--primary=", "--fallback=", "--currency=",
        "--timeout=", "--decimals=", "--header=", "--completions=", "-t", "-f", "-s",
    ]

    @Test(
        .timeLimit(.minutes(1)), arguments: places,
        ["x", "\u{651}\u{64e}", "\u{1f600}", "{"])
    func hugeWord_isRefusedAtOnceAndInShort(_ place: String, _ filling: String) throws {
        let word = place + String(repeating: filling, count: Self.long / filling.utf8.count)
        let clock = ContinuousClock()
        let start = clock.now
        #expect {
            try parse([word])
        } throws: { error in
            ((error as? UsageError)?.message.utf8.count ?? .max) < 700
        }
        #expect(clock.now - start < .seconds(2))
    }
}
