import Foundation

/// The man page, as its source: mdoc.
struct DocumentationManual {
    /// An item of a list: the text after `.It`, and the lines below.
    struct Item {
        let head: String
        let body: [String]
    }

    let lines: [String]

    init() throws {
        lines = try DocumentationFiles.text("man/btcq.1").split(separator: "\n").map(String.init)
    }

    private init(lines: [String]) {
        self.lines = lines
    }

    /// The lines of a section; none if there is no such section.
    func section(_ name: String) -> DocumentationManual {
        let rest = lines.drop { $0 != ".Sh \(name)" }.dropFirst()
        return DocumentationManual(lines: Array(rest.prefix { !$0.hasPrefix(".Sh ") }))
    }

    /// The items of all lists, each up to the next one or to the end of its list.
    var items: [Item] {
        lines.indices.filter { lines[$0].hasPrefix(".It ") }.map { start in
            let rest = lines[(start + 1)...]
            let body = rest.prefix { !$0.hasPrefix(".It ") && $0 != ".El" }
            return Item(head: String(lines[start].dropFirst(".It ".count)), body: Array(body))
        }
    }

    /// What a reader sees of these lines, without spaces: long lines are broken on the page.
    var shown: String { Self.shown(lines) }

    static func shown(_ lines: [String]) -> String {
        let escapes = [
            (#"\-"#, "-"), (#"\(aq"#, "'"), (#"\(dq"#, "\""), (#"\(ti"#, "~"), (#"\(Eu"#, "€"), (#"\(Po"#, "£"),
            (#"\(Ye"#, "¥"), (#"\e"#, #"\"#),
        ]
        let text = escapes.reduce(lines.joined()) { $0.replacing($1.0, with: $1.1) }
        return text.filter { !$0.isWhitespace }
    }
}

extension DocumentationManual.Item {
    /// Its words, without macros and without punctuation.
    var words: String {
        let words = body.joined(separator: " ").split(separator: " ").filter { !$0.hasPrefix(".") }
        let bare = words.map { $0.trimmingCharacters(in: CharacterSet(charactersIn: ".,:;()")) }
        return " " + bare.filter { !$0.isEmpty }.joined(separator: " ") + " "
    }

    /// Whether it contains these words in a row.
    func says(_ phrase: String) -> Bool { words.contains(" \(phrase) ") }
}
