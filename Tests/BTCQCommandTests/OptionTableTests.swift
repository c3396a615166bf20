import BTCPriceCore
import Testing

@testable import BTCQCommand

/// The table itself. That the options are those of the contract is tested with the help.
@Suite struct OptionTableTests {
    @Test(arguments: Option.all)
    func option_isUniqueAndDescribedInPlainASCII(_ option: Option) {
        #expect(Option.all.flatMap(\.names).filter { option.names.contains($0) } == option.names)
        #expect(option.long.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
        #expect(option.short?.isASCII != false && option.short?.isLetter != false)
        let texts = [option.summary, option.defaultValue, option.manual].compactMap(\.self)
        #expect(texts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) } })
    }

    @Test(arguments: [
        ("primary", Names.sources), ("source", Names.sources), ("fallback", Names.sources + ["none"]),
        ("format", Names.formats), ("currency", Names.currencies), ("decimals", (0...8).map { "\($0)" }),
        ("header", ["auto", "always", "never"]), ("completions", ["bash", "zsh", "fish"]), ("timeout", []),
        ("template", []),
    ])
    func choices_areThoseOfTheRegistries(_ long: String, _ expected: [String]) throws {
        let choices = try Option.named(long).choices
        #expect(choices == expected)
    }

    @Test func variables_areTheDefaultsOfTheSourceOptions() {
        let variables = Option.all.compactMap { option in option.variable.map { "\(option.long) \($0.name)" } }
        #expect(variables == ["primary BTCQ_PRIMARY", "fallback BTCQ_FALLBACK", "currency BTCQ_CURRENCY"])
    }
}
