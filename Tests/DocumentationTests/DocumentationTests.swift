import BTCPriceComposer
import BTCPriceCore
import BTCPriceNetworking
import BTCPricePresentation
import Foundation
import Platform
import TestSupport
import Testing

@testable import btcq

/// The man page, the tables of the README and the mirror name all that there is, and nothing else.
@Suite struct DocumentationTests {
    private static let manual = "man/btcq.1"
    private static let readmes = ["README.md", "Sources/README.md", "Tests/README.md", "scripts/README.md"]
    private static let statuses = btcq.ExitStatus.allCases.map { "\($0.rawValue)" }

    // MARK: The man page

    @Test func manual_listsTheOptionsWithTheirDefaults() throws {
        let items = try Self.items(in: "OPTIONS")
        expectNames(
            items.map { ".It \($0.head)" }, Option.all.map { ".It \($0.head)" }, in: "\(Self.manual), OPTIONS")
        for option in Option.all {
            let item = items.first { $0.head == option.head }
            let text = item?.text.firstMatch(of: /(?s)Default:(.*?)\.\n/)?.1 ?? ""
            // `0; -b: 1m` is `0, or with --background 1m` there.
            let expected = (option.defaultValue ?? "").split { " ;".contains($0) }.filter { !$0.hasPrefix("-") }
            let isRight = expected.allSatisfy(text.split { " ,\n".contains($0) }.contains)
            #expect(isRight, "add to \(Self.manual), --\(option.long): Default: \(option.defaultValue ?? "")")
            #expect(text.isEmpty || !expected.isEmpty, "remove from \(Self.manual), --\(option.long): its default")
        }
    }

    @Test func manual_listsTheCurrencies() throws {
        let item = try #require(try Self.items(in: "OPTIONS").first { $0.head.hasPrefix("Fl Fl currency ") })
        let found = item.text.matches(of: /\b[A-Z]{3}\b/).map { "\($0.output)" }
        expectNames(found, Currency.allCases.map(\.code), in: "\(Self.manual), --currency")
    }

    @Test(arguments: [manual, "README.md"])
    func options_thatATextNames_exist(_ path: String) throws {
        // `--name` is an example.
        let known = Option.all.map(\.long) + ["name"]
        let found = try Self.text(path).matches(of: /(?:Fl Fl |\\-\\-|`--)([a-z][a-z\\-]*)/)
        for name in found.map({ $0.1.filter { $0 != "\\" } }) where !known.contains(name) {
            Issue.record("remove from \(path): --\(name)")
        }
    }

    @Test(arguments: [
        ("SOURCES", "Cm ", AppDependencies.sources.map(\.name)),
        ("FORMATS", "Cm ", FormatRegistry.formats.map(\.name)),
        ("FORMATS", "Li ", Template.placeholders),
        ("ENVIRONMENT", "Ev ", variables),
        ("EXIT STATUS", "", statuses),
    ])
    func manual_listsAll(_ section: String, _ macro: String, _ names: [String]) throws {
        let heads = try Self.items(in: section).map(\.head).filter { $0.hasPrefix(macro) }
        let found = heads.flatMap { $0.dropFirst(macro.count).split { " ,".contains($0) } }
        expectNames(
            found.map { ".It \(macro)\($0)" }, names.map { ".It \(macro)\($0)" }, in: "\(Self.manual), \(section)")
    }

    /// As the man page says, the order of the sources decides which ones are the defaults.
    @Test func manual_listsTheSourcesInOrderWithHostAndPairs() throws {
        let items = try Self.items(in: "SOURCES")
        let order = AppDependencies.sources.map { "Cm \($0.name)" }
        #expect(items.map(\.head) == order, "\(Self.manual), SOURCES: the order is that of SourceRegistry.all")
        for source in AppDependencies.sources {
            let text = items.first { $0.head == "Cm \(source.name)" }?.text ?? ""
            let found = text.matches(of: /[a-z-]+(?:\.[a-z-]+)+|\b(?:BTC|XBT)[\/_-]?[A-Z]+/).map { "\($0.output)" }
            var pairs = source.pairs
            if source.quotesAll {
                #expect(text.contains("in every currency"), "\(Self.manual), SOURCES, \(source.name)")
                // An example.
                pairs = pairs.filter { $0.currency == .default }
            }
            expectNames(found, [source.host] + pairs.map(\.name), in: "\(Self.manual), SOURCES, \(source.name)")
        }
    }

    // MARK: The README

    @Test func readme_listsTheSourcesWithTheirCurrencies() throws {
        func row(_ source: String, _ codes: [String]) -> String {
            "| \(source) | \(codes.sorted().joined(separator: ", ")) |"
        }
        let rows = try Self.table("source").dropLast().map { row($0[0], $0[1].components(separatedBy: ", ")) }
        let expected = AppDependencies.sources.map { source in
            row("`\(source.name)`", source.quotesAll ? ["all"] : source.pairs.map(\.currency.code))
        }
        expectNames(rows, expected, in: "README.md, the table of sources")
    }

    @Test func readme_listsTheCurrencies() throws {
        let list = try #require(try Self.text("README.md").firstMatch(of: /\nAll currencies: ([A-Z \n]+)\./)).1
        let found = list.split(whereSeparator: \.isWhitespace).map(String.init)
        expectNames(found, Currency.allCases.map(\.code), in: "README.md, All currencies")
    }

    @Test func readmeAndManual_nameTheDefaultSourcesOfEachCurrency() throws {
        let expected = try Currency.allCases.map { currency in
            var options = SourceOptions<AppSource>()
            options.currency = currency
            let sources = try RunSources(options, among: AppDependencies.sources.filter { $0.keyVariable == nil })
            return "\(currency.code): \(sources.all.map(\.source.name).joined(separator: ", "))"
        }
        let row = try #require(try Self.table("source").last)
        let parts = row[1].components(separatedBy: "; ").map { $0.components(separatedBy: ": ") }
        expectNames(Self.defaults(parts), expected, in: "README.md, the row 'by default'")
        let lines = try Self.section("SOURCES").matches(of: /(?m)^((?:[A-Z]{3}[, ]*)+|others) +([a-z, ]+)$/)
        let rows = lines.map { [$0.1.trimmingCharacters(in: .whitespaces), String($0.2)] }
        expectNames(Self.defaults(rows), expected, in: "\(Self.manual), Default sources")
    }

    /// From rows such as `EUR, GBP` and `bitstamp, coinbase`: `EUR: bitstamp, coinbase` and so on. `others` are all
    /// currencies that no row names.
    private static func defaults(_ rows: [[String]]) -> [String] {
        let named = rows.flatMap { $0[0].components(separatedBy: ", ") }
        let others = Currency.allCases.map(\.code).filter { !named.contains($0) }
        return rows.flatMap { row in
            (row[0] == "others" ? others : row[0].components(separatedBy: ", ")).map { "\($0): \(row[1])" }
        }
    }

    @Test func manual_listsTheOptionsOfTheConfigurationFile() throws {
        let list = try Self.section("CONFIGURATION").firstMatch(of: /(?s)Only these options are allowed:(.*?)\n\.Pp/)
        let names = try #require(list).1.matches(of: /Fl Fl (\S+)/).map { "--\($0.1)" }
        let expected = Option.sources.map { "--\($0.long)" }
        expectNames(names, expected, in: "\(Self.manual), CONFIGURATION")
    }

    /// The formats that have no `--decimals`, and those that imply `--stale-ok`.
    @Test func readmeAndManual_listTheFormatsOfAKind() throws {
        let formats = FormatRegistry.formats
        func names(_ text: Substring?) throws -> [String] {
            try #require(text).matches(of: /\.Cm ([a-z]+)/).map { "\($0.1)" }
        }
        let decimals = try #require(try Self.items(in: "OPTIONS").first { $0.head.hasPrefix("Fl Fl decimals ") }).text
        expectNames(
            try names(decimals.firstMatch(of: /(?s)\nWith\n(.*?)which are always exact/)?.1),
            formats.filter(\.isAlwaysExact).map(\.name), in: "\(Self.manual), --decimals, the exact formats")
        expectNames(
            try names(decimals.firstMatch(of: /(?s)^(.*?)\nDefault:/)?.1),
            formats.filter { !$0.isAlwaysExact }.map(\.name), in: "\(Self.manual), --decimals")
        let implied = formats.filter(\.impliesStaleOK).map(\.name)
        let end = try Self.section("FORMATS").firstMatch(of: /(?s)\.El\n\.Pp\n(.*?)mark a stale quote already/)?.1
        expectNames(try names(end), implied, in: "\(Self.manual), the end of FORMATS")
        let row = try Self.text("README.md").firstMatch(of: /With `--stale-ok`, (.*?), this is status 0/)?.1
        let found = try #require(row).matches(of: /`([a-z]+)`/).map { "\($0.1)" }
        expectNames(found, implied, in: "README.md, the statuses")
    }

    @Test func defaultsAndLimits_thatTextsSay_areThoseOfTheProgram() throws {
        for path in [Self.manual, "README.md"] {
            let text = try Self.text(path).replacing("\n", with: " ")
            for limit in [FetchLimits.defaultTimeout, FetchLimits.defaultMaxTime] {
                let seconds = (limit / .seconds(1)).formatted() + " seconds"
                #expect(text.contains(" \(seconds)"), "write in the first lines of \(path): \(seconds)")
            }
        }
        let longest = "at most \(Age(RateLimit.maxDuration))"
        #expect(try Self.section("FILES").contains(longest), "write in \(Self.manual), rate-limits: \(longest)")
    }

    @Test func readme_namesFormatsAndStatuses() throws {
        let line = try #require(try Self.text("README.md").firstMatch(of: /\n`--format NAME`.*/))
        let formats = line.output.matches(of: /`([a-z]+)` \(/).map { "\($0.1)" }
        expectNames(formats, FormatRegistry.formats.map(\.name), in: "README.md, the line of --format")
        let found = try Self.table("status").flatMap { $0[0].matches(of: /\d/).map { "\($0.output)" } }
        expectNames(found, Self.statuses, in: "README.md, the table of statuses")
    }

    @Test func version_isThatOfTheManualAndOfTheChangeLog() throws {
        let version = AppDependencies.version
        // What has no date is not released.
        let newest = try Self.text("README.md").firstMatch(of: /\n### ([^,\n]*),/)?.1
        #expect(newest == version[...], "add to README.md, Changes: ### \(version), YYYY-MM-DD")
        let manual = try Self.text(Self.manual)
        #expect(manual.contains("\n.Os btcq \(version)\n"), "write in \(Self.manual): .Os btcq \(version)")
    }

    /// The change log also names what was removed.
    @Test(arguments: readmes)
    func linksAndPaths_exist(_ path: String) throws {
        let text = try Self.text(path).components(separatedBy: "\n## Changes\n")[0]
        let links = text.matches(of: /\]\((?!https:)([^)#]+)/).map { path.replacing("README.md", with: $0.1) }
        let paths = text.matches(of: /`((?:Sources|Tests|man|scripts)\/[\w.\/+-]+)/).map { "\($0.1)" }
        for target in links + paths {
            let exists = FileManager.default.fileExists(atPath: Self.root.appending(path: target).path)
            #expect(exists, "\(path) names \(target), which does not exist")
        }
    }

    /// By default, an interactive zsh takes the words of a comment as arguments.
    @Test(arguments: readmes)
    func shellBlocks_haveNoComments(_ path: String) throws {
        let blocks = try Self.text(path).matches(of: /(?ms)^```sh$.*?^```$/).map(\.output)
        #expect(blocks.filter { $0.contains(/\s#/) } == [], "\(path): write the comments above the block")
    }

    /// Without the numbers and names in them: every phrase of two words or more is one of the program's.
    @Test func messages_thatTheReadmeAndTheManualQuote_areThoseOfTheProgram() throws {
        let paths = FileManager.default.enumerator(atPath: Self.root.appending(path: "Sources").path)?.allObjects
        let files = (paths as? [String] ?? []).filter { $0.hasSuffix(".swift") }
        let code = try files.map { try Self.text("Sources/\($0)").replacing(#/(?m)^ *\/\/.*/#, with: "") }.joined()
        let quoted =
            try Self.table("message").flatMap { $0[0].matches(of: /`([^`]+)`/).map { "\($0.1)" } }
            + Self.items(in: "DIAGNOSTICS").map(\.head)
        #expect(quoted.count > 15)
        let values = #/\d\S*|[():;,?]| in |\.{3}|\bLi /#
        for message in quoted {
            let text = AppDependencies.sources.reduce(message) { $0.replacing($1.name, with: ";") }
            for phrase in text.split(separator: values) {
                let words = phrase.split(separator: " ")
                // The first of many words may be a value, as in `certificate is from an unknown issuer`.
                let part = words.dropFirst(words.count > 3 ? 1 : 0).joined(separator: " ")
                #expect(words.count < 2 || code.contains(part), "no message has '\(phrase)', quoted as '\(message)'")
            }
        }
    }

    // MARK: The segments

    @Test func segments_areListedInTheManualAndInTheReadme() throws {
        let paths = try Self.section("FILES").matches(of: /\n\.It Pa ([^\s\/]+)\n/).map { "\($0.1)" }
        expectNames(paths, try Self.segments(), in: "\(Self.manual), FILES")
        let links = try Self.text("README.md").matches(of: /\(scripts\/segments\/([\w.-]+)\)/).map { "\($0.1)" }
        let found = links.filter { !$0.hasSuffix(".png") }
        expectNames(found, try Self.segments(), in: "README.md, Prompts, bars and cron")
    }

    /// A message would disturb a bar, or be mailed by cron. Those of the check for Nagios are its text, and the hosts
    /// of shells show what the prompts do.
    @Test func segments_areQuiet() throws {
        for name in try Self.segments() where name != "nagios" {
            for command in try Self.text("scripts/segments/\(name)").matches(of: /btcq -[^\n|;>)]*/).map(\.output) {
                #expect(command.contains(/[ ](--quiet|-q)/), "scripts/segments/\(name): add --quiet to '\(command)'")
            }
        }
    }

    @Test func mirror_hasAVariableAndALocationForEachSource() throws {
        let path = "scripts/segments/nginx-mirror.conf"
        let text = try Self.text(path)
        let variables = text.matches(of: /BTCQ_\w+=.*/).map { "\($0.output)" }
        let locations = text.matches(of: /location (\/\w+\/) \{[^}]*set \$to (\S+);/).map { "\($0.1) \($0.2)" }
        let sources = SourceRegistry.all
        expectNames(variables, sources.map { "\($0.urlVariable)=https://mirror.example/\($0.name)" }, in: path)
        expectNames(locations, sources.map { "/\($0.name)/ \($0.host)" }, in: "\(path), locations")
    }

    // MARK: Helpers

    private static let root = URL(filePath: "../..", relativeTo: URL(filePath: #filePath))

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private static func segments() throws -> [String] {
        let directory = root.appending(path: "scripts/segments").path
        return try FileManager.default.contentsOfDirectory(atPath: directory)
            .filter { !$0.hasPrefix(".") && !$0.hasSuffix(".png") }
    }

    /// A section of the man page.
    private static func section(_ title: String) throws -> String {
        let sections = try text(manual).components(separatedBy: "\n.Sh ")
        return try #require(sections.first { $0.hasPrefix("\(title)\n") }, "\(manual) has no section \(title)")
    }

    /// The items of its lists: what follows `.It`, and the lines below it.
    private static func items(in title: String) throws -> [(head: String, text: String)] {
        try section(title).components(separatedBy: "\n.It ").dropFirst().map { item in
            let head = item.prefix { $0 != "\n" }
            return (String(head), item.components(separatedBy: "\n.El")[0].dropFirst(head.count) + "\n")
        }
    }

    /// The cells of a table of the README, which is found by its first heading.
    private static func table(_ heading: String) throws -> [[String]] {
        let lines = try text("README.md").components(separatedBy: "\n").drop { !$0.hasPrefix("| \(heading) |") }
        return lines.prefix { $0.hasPrefix("|") }.dropFirst(2).map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    /// The environment variables that runs read: this one starts no refresh, since it has no HOME and so no cache.
    private static let variables = {
        let names = Locked(Set(AppDependencies.sources.compactMap(\.keyVariable)))
        let environment = Environment { name in
            names.withLock { _ = $0.insert(name) }
            return nil
        }
        let output = StandardOutput(descriptor: -1, isOpen: false)
        var command = Command(output: output, environment: environment, clock: MonotonicClock())
        _ = command.run([Array("--background".utf8)])
        return names.withLock { $0.sorted() }
    }()
}

/// Compares what a text names with what there is.
private func expectNames(_ found: [String], _ expected: [String], in place: String) {
    for name in expected where !found.contains(name) { Issue.record("add to \(place): \(name)") }
    for name in found where !expected.contains(name) { Issue.record("remove from \(place): \(name)") }
}

extension AppSource {
    fileprivate var quotesAll: Bool { pairs.count == Currency.allCases.count }
}

extension Option {
    /// What follows `.It` in the man page, such as `Fl t Ar duration , Fl Fl timeout Ns = Ns Ar duration`.
    fileprivate var head: String {
        let value = value?.name.lowercased()
        let short = short.map { "Fl \($0)\(value.map { " Ar \($0)" } ?? "") , " } ?? ""
        return "\(short)Fl Fl \(long)\(value.map { " Ns = Ns Ar \($0)" } ?? "")"
    }
}
