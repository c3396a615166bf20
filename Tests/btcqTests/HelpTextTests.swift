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

    @Test func text_namesAllOptionsWithTheirValues() {
        for option in Option.all {
            let value = option.value.map { " \($0.name)" } ?? ""
            let start = " \(option.names.joined(separator: ", "))\(value) \(option.summaryWithDefault) "
            #expect(Self.words.contains(start), "\(option.long)")
        }
        let values = [Names.formats, ["auto", "always", "never"]].map { $0.joined(separator: ", ") }
        let others = Names.sources + Names.currencies + Template.placeholders.dropLast(2)
        for name in values + others { #expect(Self.words.contains(" \(name)"), "\(name)") }
    }

    @Test(arguments: AppDependencies.sources)
    func source_isSaidToNeedAKeyIfItDoes(_ source: AppSource) {
        #expect(Self.words.contains("\(source.name) (needs a key)") == (source.keyVariable != nil))
    }

    @Test func text_has80ColumnsOfASCII() {
        let unsuitable = Self.lines.filter { line in
            line.utf8.count > 80 || line.hasSuffix(" ") || !line.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        }
        #expect(unsuitable == [])
    }

    @Test(arguments: lines.filter { $0.hasPrefix("  btcq ") })
    func example_isACommandLineThatParses(_ line: Substring) throws {
        let command = line.dropFirst("  btcq ".count).split(separator: "  ").first ?? ""
        _ = try parse(String(command.prefix { $0 != ">" }))
    }

    @Test func option_hasNamesOfItsOwn() {
        let names = Option.all.flatMap(\.names)
        #expect(Set(names).count == names.count)
    }
}
