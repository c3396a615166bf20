import BTCPriceComposer
import BTCPricePresentation
import Testing

@testable import btcq

@Suite struct HelpTextTests {
    private static let lines = HelpText.text.split(separator: "\n", omittingEmptySubsequences: false)
    /// Wherever its lines are broken.
    private static let words = HelpText.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")

    @Test func text_beginsWithTheUsageAndHasASectionForEachGroupOfOptions() {
        let titles = Self.lines.filter { $0.hasSuffix(":") && !$0.hasPrefix(" ") }
        #expect(titles == ["Examples:", "Sources:", "Cache:", "Output:", "Other:"])
        #expect(HelpText.text.hasPrefix("Usage: btcq [options]\n") && HelpText.text.contains("\nSee also: man btcq\n"))
    }

    @Test(arguments: Option.all)
    func option_isDescribedWithItsValueAndDefault(_ option: Option) {
        let value = option.value.map { " \($0.name)" } ?? ""
        let defaultValue = option.defaultValue.map { " [\($0)]" } ?? ""
        let names = option.names.joined(separator: ", ")
        #expect(Self.words.contains(" \(names)\(value) \(option.summary)\(defaultValue) "))
    }

    /// The names of the sources, and so on.
    @Test(arguments: [
        ("SOURCE", AppDependencies.sources.map { $0.name + ($0.keyVariable == nil ? "" : " (needs a key)") }),
        ("CODE", Names.currencies), ("NAME", Names.formats), ("WHEN", ["auto", "always", "never"]),
        ("Status", ExitStatus.allCases.map { "\($0.rawValue) \($0.summary)" }),
    ])
    func list_namesAllValues(_ name: String, _ values: [String]) {
        #expect(Self.words.contains(" \(name) \(values.joined(separator: ", ")) "))
    }

    @Test func list_namesAllPlaceholders() {
        let missing = Template.placeholders.dropLast(2).filter { !Self.words.contains(" \($0) ") }
        #expect(missing == [])
    }

    @Test func text_has80ColumnsOfASCII() {
        let unsuitable = Self.lines.filter { line in
            line.utf8.count > 80 || line.hasSuffix(" ") || !line.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        }
        #expect(unsuitable == [])
    }

    @Test(arguments: lines.filter { $0.hasPrefix("  btcq ") })
    func example_isACommandLineThatParses(_ line: Substring) throws {
        let command = line.dropFirst("  btcq ".count).split(separator: "  ")[0].prefix { $0 != ">" }
        _ = try parse(String(command))
    }

    @Test func option_hasNamesOfItsOwn() {
        let names = Option.all.flatMap(\.names)
        #expect(Set(names).count == names.count)
    }
}
