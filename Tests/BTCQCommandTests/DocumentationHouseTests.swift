import BTCPriceComposer
import Foundation
import Testing

/// What the README and the man page say about this repository: its scripts, targets and versions.
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

    @Test func segments_areListed() throws {
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

    @Test func targets_areInThePictureAndInTheList() throws {
        let sources = try DocumentationFiles.names(in: "Sources", areDirectories: true)
        #expect(layers.joined().sorted() == sources)
        let listed = readme.section("How it is built").lines.compactMap { $0.firstMatch(of: /^- `(\w+)`:/)?.1 }
        #expect(listed.map(String.init).sorted() == sources)
    }

    @Test func dependencies_pointDownOnly() throws {
        for (target, used) in try dependencies {
            let own = try #require(layer(of: target))
            for dependency in used {
                let below = try #require(layer(of: dependency))
                #expect(own < below, "\(target) -> \(dependency)")
            }
        }
    }

    /// The compiler accepts an import that follows from other dependencies.
    @Test func dependencies_areThoseOfTheImports() throws {
        for (target, used) in try dependencies {
            let files = try DocumentationFiles.allNames(below: "Sources/\(target)").filter { $0.hasSuffix(".swift") }
            let imported = try files.flatMap { file in
                try DocumentationFiles.text(file).matches(
                    of: /(?m)^ *(?:@_exported )?(?:public |package )?import (\w+)/
                ).map {
                    String($0.1)
                }
            }
            #expect(Set(imported).filter { layer(of: $0) != nil } == Set(used), "\(target)")
        }
    }

    @Test func newestVersion_isThatOfTheProgramAndOfTheManual() throws {
        let changes = readme.section("Changes").lines.compactMap { $0.wholeMatch(of: /### (\S+), (\d+-\d\d-\d\d)/) }
        let newest = try #require(changes.first)
        #expect(newest.1 == AppDependencies.version)
        let date = try written(newest.2)
        #expect(manual.lines.first == ".Dd \(date)")
        let history = manual.section("HISTORY").lines.joined(separator: " ")
        for change in changes {
            let date = try written(change.2)
            #expect(history.contains("\(change.1) ") && history.contains(date), "\(change.0)")
        }
    }

    @Test func measurements_areMarked() {
        let marks = readme.section("Speed").lines.filter { $0.hasPrefix("<!--") }
        let name = "scripts/bench --markdown"
        #expect(marks == ["<!-- \(name): begin -->", "<!-- \(name): end -->"])
    }

    /// The targets of the picture, row by row.
    private var layers: [[String]] {
        readme.section("How it is built").code("").map { $0.split(separator: " ").map(String.init) }
    }

    /// The dependencies of each target of the picture, from the manifest.
    private var dependencies: [String: [String]] {
        get throws {
            let targets = try DocumentationFiles.text("Package.swift").matches(
                of: /\.(?:executableT|t)arget\(\s*name: "(\w+)"(?:,\s*dependencies: \[([^\]]*)\])?/)
            let dependencies = targets.filter { layer(of: String($0.1)) != nil }.map { target in
                (String(target.1), (target.2 ?? "").matches(of: /"(\w+)"/).map { String($0.1) })
            }
            try #require(dependencies.count == layers.joined().count)
            return Dictionary(uniqueKeysWithValues: dependencies)
        }
    }

    private func layer(of target: String) -> Int? { layers.firstIndex { $0.contains(target) } }

    /// `November 21, 2026`.
    private func written(_ date: Substring) throws -> String {
        let style = Date.ISO8601FormatStyle().year().month().day()
        return try Date(String(date), strategy: style).formatted(
            Date.VerbatimFormatStyle(
                format: "\(month: .wide) \(day: .defaultDigits), \(year: .defaultDigits)",
                locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian)))
    }
}
