import BTCPriceComposer
import Foundation
import Testing

/// What the README and the manual say of this repository: its scripts, its targets, its versions.
@Suite struct DocumentationHouseTests {
    private let manual: DocumentationManual
    private let readme: DocumentationReadme

    init() throws {
        manual = try DocumentationManual()
        readme = try DocumentationReadme()
    }

    @Test func scripts_areListed() throws {
        let named = readme.section("How it is built").rows(below: "script").compactMap(\.first)
        let scripts = try DocumentationFiles.names(in: "scripts").map { "`scripts/\($0)`" }
        #expect(named.sorted() == scripts.sorted())
    }

    @Test func segments_areNamed() throws {
        let pictures = [".png", ".svg"]
        let segments = try DocumentationFiles.names(in: "scripts/segments").filter { name in
            !pictures.contains { name.hasSuffix($0) }
        }
        #expect(!segments.isEmpty)
        for name in segments {
            #expect(manual.lines.contains { " \($0) ".contains(" \(name) ") && $0.hasPrefix(".Pa ") }, "\(name)")
            #expect(readme.text.contains("`\(name)`"), "\(name)")
        }
    }

    @Test func targets_areAllInThePictureAndInTheList() throws {
        let sources = try DocumentationFiles.names(in: "Sources", areFolders: true)
        #expect(layers.joined().sorted() == sources)
        let listed = readme.section("How it is built").lines.compactMap { $0.firstMatch(of: /^- `(\w+)`:/)?.1 }
        #expect(listed.map(String.init).sorted() == sources)
    }

    @Test func arrows_pointDownOnly() throws {
        let manifest = try DocumentationFiles.text("Package.swift")
        let targets = manifest.matches(
            of: /\.(?:executableT|t)arget\(\s*name: "(\w+)"(?:,\s*dependencies: \[([^\]]*)\])?/)
        var arrows = 0
        for target in targets {
            guard let own = layer(of: String(target.1)) else { continue }
            for dependency in (target.2 ?? "").matches(of: /"(\w+)"/) {
                let below = try #require(layer(of: String(dependency.1)), "\(dependency.1)")
                #expect(own < below, "\(target.1) -> \(dependency.1)")
                arrows += 1
            }
        }
        #expect(arrows >= layers.joined().count - 1)
    }

    @Test func newestVersion_isTheProgramsAndTheManuals() throws {
        let changes = readme.section("Changes").lines.compactMap { $0.wholeMatch(of: /### (\S+), (\d+-\d\d-\d\d)/) }
        let newest = try #require(changes.first)
        #expect(newest.1 == AppDependencies.version)
        let date = try spelled(newest.2)
        #expect(manual.lines.first == ".Dd \(date)")
        let history = manual.section("HISTORY").lines.joined(separator: " ")
        for change in changes {
            let date = try spelled(change.2)
            #expect(history.contains("\(change.1) ") && history.contains(date), "\(change.0)")
        }
    }

    @Test func measurements_canBeReplaced() {
        let marks = readme.section("Speed").lines.filter { $0.hasPrefix("<!--") }
        let name = "scripts/bench --markdown"
        #expect(marks == ["<!-- \(name): begin -->", "<!-- \(name): end -->"])
    }

    /// The targets of the picture, row by row.
    private var layers: [[String]] {
        readme.section("How it is built").code("").map { $0.split(separator: " ").map(String.init) }
    }

    private func layer(of target: String) -> Int? { layers.firstIndex { $0.contains(target) } }

    /// `November 21, 2026`.
    private func spelled(_ date: Substring) throws -> String {
        let style = Date.ISO8601FormatStyle().year().month().day()
        return try Date(String(date), strategy: style).formatted(
            Date.VerbatimFormatStyle(
                format: "\(month: .wide) \(day: .defaultDigits), \(year: .defaultDigits)",
                locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian)))
    }
}
