import Testing

@testable import BTCQCommand

/// Every command line that the README and the manual show is one that the parser takes.
@Suite struct DocumentationCommandTests {
    @Test func readme_showsCommandsThatParse() throws {
        let commands = try DocumentationReadme().code("sh", "console", "toml").flatMap(Self.commands)
        #expect(commands.count > 20)
        for command in commands { expectParses(command) }
    }

    @Test func manual_showsCommandsThatParse() throws {
        let lines = try DocumentationManual().lines.filter { $0.hasPrefix(".Dl ") }
        let commands = lines.map { line in
            [(#"\-"#, "-"), (#"\(aq"#, "'"), (#"\(ti"#, "~")].reduce(line) { $0.replacing($1.0, with: $1.1) }
        }.flatMap(Self.commands)
        #expect(commands.count > 8)
        for command in commands { expectParses(command) }
    }

    /// The words behind each `btcq` of a line of shell, its comment left out.
    private static func commands(in line: String) -> [[String]] {
        let command = line.firstRange(of: " # ").map { line[..<$0.lowerBound] } ?? line[...]
        let calls = command.matches(of: /(?:^|[ (\/"])btcq((?: +(?:'[^']*'|[^\s'"|;&)<>`#]+)+)*)(?=[\s)"]|$)/)
        return calls.map { call in
            call.1.matches(of: /(?:'[^']*'|[^\s'])+/).map { String($0.output.filter { $0 != "'" }) }
        }
    }

    private func expectParses(_ words: [String], sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(throws: Never.self, "btcq \(words.joined(separator: " "))", sourceLocation: sourceLocation) {
            try Parser.parse(words.map { Argument($0.utf8) })
        }
    }
}
