import Foundation
import Testing

/// A README or the man page. The lines between two of its comments are generated: `scripts/document` writes them.
struct DocumentationFile: CustomTestStringConvertible {
    static let paths = ["README.md", "Sources/README.md", "Tests/README.md", "scripts/README.md", "man/btcq.1"]
    /// Its generated lines are those that contain the name of a part.
    static let mirror = "scripts/segments/nginx-mirror.conf"
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    /// In the man page, the lines between this one and the next item of a generated list are kept.
    static let byHand = #".\" by hand"#

    let path: String
    let lines: [String]

    var testDescription: String { path }

    init(_ path: String) throws {
        self.path = path
        lines = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The names of the files in a directory, without hidden ones.
    static func names(in directory: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appending(path: directory).path)
            .filter { !$0.hasPrefix(".") }.sorted()
    }

    /// The lines, with the generated ones as the code makes them.
    func updated() throws -> [String] {
        let parts = try DocumentationPart.parts(of: path)
        if path == Self.mirror {
            return parts.reduce(lines) { lines, part in
                let others = lines.split(omittingEmptySubsequences: false) { $0.contains(part.name) }
                return Array(others[0]) + part.lines([]) + others.dropFirst().joined()
            }
        }
        var result: [String] = []
        var rest = lines[...]
        for part in parts {
            let first = try #require(rest.firstIndex(of: comment(part.name)), "\(path) has no \(comment(part.name))")
            let last = try #require(rest[first...].firstIndex(of: comment("end")), "\(path) has no end of \(part.name)")
            result += rest[...first] + part.lines(rest[(first + 1)..<last])
            rest = rest[last...]
        }
        return result + rest
    }

    private func comment(_ name: String) -> String {
        path.hasPrefix("man/") ? #".\" scripts/document: \#(name)"# : "<!-- scripts/document: \(name) -->"
    }
}
