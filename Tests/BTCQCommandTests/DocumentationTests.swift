import Testing

@testable import BTCQCommand

/// `--help`, the man page and the README agree with the option table.
@Suite struct DocumentationTests {
    private let manual: DocumentationManual

    init() throws {
        manual = try DocumentationManual()
    }

    @Test func options_areUnique() {
        #expect(Set(Option.all.map(\.long)).count == Option.all.count)
        let shorts = Option.all.compactMap(\.short)
        #expect(Set(shorts).count == shorts.count)
    }

    @Test func help_listsEveryOption() {
        let text = HelpText.text
        for option in Option.all {
            let short = option.short.map { "-\($0), " } ?? "    "
            let value = option.value.map { " \($0.name)" } ?? ""
            #expect(text.contains("\n  \(short)--\(option.long)\(value) "))
        }
    }

    @Test func manual_listsTheOptionsInTheOrderOfTheHelp() {
        #expect(manual.items.map(\.head).filter { $0.hasPrefix("Fl ") } == Option.all.map(\.manualHead))
    }

    @Test func synopsis_namesEveryOption() {
        let flags = Option.all.filter { $0.value == nil }.compactMap(\.short)
        let cluster = flags.sorted { ($0.lowercased(), "\($0)") < ($1.lowercased(), "\($1)") }
        let short = Option.all.filter { $0.short != nil && $0.value != nil }.map { "Fl \($0.manualShort)" }
        let long = Option.all.filter { $0.short == nil }.map(\.manualLong)
        let expected = ["Fl \(String(cluster))"] + short.sorted() + long.sorted()
        #expect(manual.section("SYNOPSIS").lines == [".Nm"] + expected.map { ".Op \($0)" })
    }

    @Test(arguments: Option.all.map(\.long))
    func manual_namesTheDefault(_ long: String) throws {
        let option = try #require(Option.all.first { $0.long == long })
        let item = try #require(manual.items.first { $0.head == option.manualHead })
        let parts = item.words.split(separator: " The default is ", maxSplits: 1)
        #expect(option.defaults.isEmpty == (parts.count < 2), "\(item.head)")
        for value in option.defaults {
            #expect(" \(parts.last ?? "") ".contains(" \(value) "), "\(item.head): \(value)")
        }
    }

    @Test(arguments: Option.all.map(\.long))
    func manual_namesTheChoices(_ long: String) throws {
        let option = try #require(Option.all.first { $0.long == long })
        let item = try #require(manual.items.first { $0.head == option.manualHead })
        let choices = option.value?.choices() ?? []
        if let first = choices.first, let last = choices.last, choices.allSatisfy({ Int($0) != nil }) {
            #expect(item.says("\(first) to \(last)"))
            return
        }
        // If there are many, each is an item of a list of its own.
        let words = (item.body + manual.items.map(\.head)).flatMap { $0.split(separator: " ") }
        for choice in choices { #expect(words.contains { $0 == choice }, "\(item.head): \(choice)") }
    }

    @Test func readme_namesEveryOption() throws {
        let table = try DocumentationReadme().section("Use").rows(below: "to say")
        let named = table.joined().joined(separator: " ").matches(of: /`(--?[a-zA-Z-]+)/).map { String($0.1) }
        let names = Option.all.flatMap { option in ["--\(option.long)"] + (option.short.map { ["-\($0)"] } ?? []) }
        #expect(named.sorted() == names.sorted())
        for option in Option.all where option.value?.name == "DURATION" {
            let row = table.first { $0.last?.contains("`--\(option.long)`") == true }
            let value = try #require(option.defaults.first)
            #expect(row?.first?.contains("(\(value)") == true, "--\(option.long)")
        }
    }
}

extension Option {
    /// `Fl t Ar duration , Fl Fl timeout Ns = Ns Ar duration`.
    fileprivate var manualHead: String {
        short == nil ? manualLong : "Fl \(manualShort) , \(manualLong)"
    }

    fileprivate var manualShort: String {
        (short.map(String.init) ?? "") + (value.map { " Ar \($0.name.lowercased())" } ?? "")
    }

    fileprivate var manualLong: String {
        "Fl Fl \(long)" + (value.map { " Ns = Ns Ar \($0.name.lowercased())" } ?? "")
    }

    /// The values and the names of variables and options in the brackets of the summary: `800ms`, `half` and `max-time` for
    /// `[800ms, or half of --max-time if that is less]`.
    fileprivate var defaults: [String] {
        guard summary.hasSuffix("]"), let start = summary.lastIndex(of: "[") else { return [] }
        let arguments = summary[start...].dropFirst().dropLast().split { " ,;:".contains($0) }
        return arguments.map { argument in
            let option = Option.all.first { $0.short.map { argument == "-\($0)" } == true }
            return option?.long ?? String(argument.drop { "-$".contains($0) })
        }.filter { !["or", "of", "with", "the", "all"].contains($0) }
    }
}
