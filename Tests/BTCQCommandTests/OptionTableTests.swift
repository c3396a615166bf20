import BTCPriceCore
import BTCPriceNetworking
import BTCPricePresentation
import Testing

@testable import BTCQCommand

@Suite struct OptionTableTests {
    /// As the specification lists them, followed by the name of the value.
    @Test(
        arguments: [
            ("t", "timeout", "DURATION"), ("m", "max-time", "DURATION"), (nil, "primary", "SOURCE"),
            (nil, "fallback", "SOURCE"),
            ("s", "source", "SOURCE"), ("a", "max-age", "DURATION"), (nil, "max-stale", "DURATION"),
            ("o", "offline", nil),
            ("b", "background", nil), (nil, "stale-ok", nil), (nil, "currency", "CODE"), ("f", "format", "NAME"),
            ("j", "json", nil), ("c", "csv", nil), ("n", "number", nil), (nil, "template", "TEXT"),
            (nil, "decimals", "N"),
            (nil, "header", "WHEN"), ("q", "quiet", nil), ("v", "verbose", nil), (nil, "completions", "SHELL"),
            ("h", "help", nil), ("V", "version", nil),
        ] as [(Character?, String, String?)])
    func option_isThatOfTheSpecification(_ short: Character?, _ long: String, _ value: String?) throws {
        let option = try Option.named(long)
        #expect(option.short == short && option.value?.name == value)
    }

    @Test func names_areUnique() {
        let names = Option.all.flatMap(\.names)
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: Option.all)
    func option_isDescribedInPlainASCII(_ option: Option) {
        #expect(option.long.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
        #expect(option.short.map { $0.isASCII && $0.isLetter } ?? true)
        #expect(!option.summary.isEmpty && option.summary.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
        #expect(Option.Group.allCases.contains(option.group))
    }

    @Test(arguments: Option.all.filter { $0.value?.choices().isEmpty == false })
    func value_whenOneOfTheChoices_isValidAndOthersAreNot(_ option: Option) throws {
        let choices = option.value?.choices() ?? []
        #expect(Set(choices).count == choices.count)
        for name in option.names {
            for choice in choices { _ = try parse([name, choice]) }
            for wrong in ["nosuch", "", choices[0] + "x", " " + choices[0]] {
                let error = #expect(throws: UsageError.self, "\(name) \(wrong)") { try parse([name, wrong]) }
                guard case .invalidValue(name: name, isVariable: false, _, _)? = error else {
                    Issue.record("\(name) \(wrong)")
                    continue
                }
            }
        }
    }

    @Test func choices_areThoseOfTheRegistries() throws {
        let sources = SourceRegistry.exchanges.map(\.name)
        #expect(try Option.named("primary").value?.choices() == sources)
        #expect(try Option.named("source").value?.choices() == sources)
        #expect(try Option.named("fallback").value?.choices() == sources + ["none"])
        #expect(try Option.named("format").value?.choices() == FormatRegistry.formats.map(\.name))
        #expect(try Option.named("currency").value?.choices() == Currency.allCases.map(\.code))
        #expect(try Option.named("decimals").value?.choices() == (0...8).map { "\($0)" })
        #expect(try Option.named("header").value?.choices() == ["auto", "always", "never"])
        #expect(try Option.named("completions").value?.choices() == ["bash", "zsh", "fish"])
        #expect(try Option.named("timeout").value?.choices() == [])
        #expect(try Option.named("template").value?.choices() == [])
    }

    @Test func variables_areTheDefaultsOfTheSourceOptions() {
        let variables = Option.all.compactMap { option in option.variable.map { "\(option.long) \($0.name)" } }
        #expect(variables == ["primary BTCQ_PRIMARY", "fallback BTCQ_FALLBACK", "currency BTCQ_CURRENCY"])
    }

    @Test(arguments: [
        ("timeout", "[800ms, or half of --max-time if that is less]"),
        ("max-time", "[5s, or twice --timeout if that is more]"),
        ("max-age", "[0; with -b 1m]"), ("decimals", "[the currency's; number: all digits]"), ("max-stale", "[1d]"),
        ("format", "[text]"),
        ("header", "[auto]"), ("currency", "[$BTCQ_CURRENCY, USD]"), ("primary", "[$BTCQ_PRIMARY, "),
        ("fallback", "[$BTCQ_FALLBACK, "),
    ])
    func summary_namesTheDefault(_ long: String, _ text: String) throws {
        #expect(try Option.named(long).summary.contains(text))
    }
}
