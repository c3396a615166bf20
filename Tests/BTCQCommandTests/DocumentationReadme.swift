import Foundation

/// The README, as its source: Markdown.
struct DocumentationReadme {
    let lines: [String]

    init() throws {
        lines = try DocumentationFiles.text("README.md").split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    private init(lines: [String]) {
        self.lines = lines
    }

    /// The lines below a heading, up to the next one of its rank.
    func section(_ name: String) -> DocumentationReadme {
        let rest = lines.drop { $0 != "## \(name)" }.dropFirst()
        return DocumentationReadme(lines: Array(rest.prefix { !$0.hasPrefix("## ") }))
    }

    var text: String { lines.joined(separator: "\n") }

    /// The cells of every row of every table, headings included.
    var rows: [[String]] {
        lines.filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") }.map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    /// The rows of the table whose first heading is this cell.
    func rows(below heading: String) -> [[String]] {
        let headings = lines.indices.filter { index in
            lines[index].hasPrefix("| \(heading) |") && lines.dropFirst(index + 1).first?.hasPrefix("| ---") == true
        }
        guard let start = headings.first else { return [] }
        return DocumentationReadme(lines: Array(lines[(start + 2)...].prefix { $0.hasPrefix("|") })).rows
    }

    /// The lines of the code blocks in these languages.
    func code(_ languages: String...) -> [String] {
        var inside: Bool?
        return lines.filter { line in
            let line = line.trimmingCharacters(in: .whitespaces)
            guard line.hasPrefix("```") else { return inside == true }
            inside = inside == nil ? languages.contains(String(line.dropFirst(3))) : nil
            return false
        }
    }
}
