import BTCPriceCore
import Testing

@testable import BTCQCommand

@Suite struct OptionTableTests {
    /// As the contract lists them: the letter, the name, the value.
    @Test func options_areThoseOfTheContract() {
        let options = Option.all.map { option in
            (option.names + [option.value?.name].compactMap(\.self)).joined(separator: " ")
        }
        #expect(
            options.joined(separator: ", ") == """
                -t --timeout DURATION, -m --max-time DURATION, --primary SOURCE, --fallback SOURCE, -s --source SOURCE, \
                --currency CODE, -a --max-age DURATION, --max-stale DURATION, -o --offline, -b --background, --stale-ok, \
                -f --format NAME, -j --json, -c --csv, -n --number, --template TEXT, --decimals N, --header WHEN, \
                -q --quiet, -v --verbose, --completions SHELL, -h --help, -V --version
                """)
    }

    @Test(arguments: Option.all)
    func option_isUniqueAndDescribedInPlainASCII(_ option: Option) {
        #expect(Option.all.flatMap(\.names).filter { option.names.contains($0) } == option.names)
        #expect(option.long.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
        #expect(option.short?.isASCII != false && option.short?.isLetter != false)
        #expect(!option.summary.isEmpty && option.summary.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
    }

    @Test(arguments: [
        ("primary", Names.sources), ("source", Names.sources), ("fallback", Names.sources + ["none"]),
        ("format", Names.formats), ("currency", Names.currencies), ("decimals", (0...8).map { "\($0)" }),
        ("header", ["auto", "always", "never"]), ("completions", ["bash", "zsh", "fish"]), ("timeout", []),
        ("template", []),
    ])
    func choices_areThoseOfTheRegistries(_ long: String, _ expected: [String]) throws {
        let choices = try Option.named(long).value?.choices()
        #expect(choices == expected)
    }

    @Test func variables_areTheDefaultsOfTheSourceOptions() {
        let variables = Option.all.compactMap { option in option.variable.map { "\(option.long) \($0.name)" } }
        #expect(variables == ["primary BTCQ_PRIMARY", "fallback BTCQ_FALLBACK", "currency BTCQ_CURRENCY"])
    }
}
