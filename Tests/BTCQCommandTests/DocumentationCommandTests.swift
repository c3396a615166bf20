import Testing

@testable import BTCQCommand

/// Every command line in the README and in the man page parses.
@Suite struct DocumentationCommandTests {
    @Test func readme_commandsParse() throws {
        let commands = try DocumentationReadme().code("sh", "console", "toml").flatMap(Self.commands)
        #expect(commands.count > 20)
        for command in commands { expectParses(command) }
    }

    @Test func manual_commandsParse() throws {
        let lines = try DocumentationManual().lines.filter { $0.hasPrefix(".Dl ") }
        let commands = lines.map { line in
            [(#"\-"#, "-"), (#"\(aq"#, "'"), (#"\(ti"#, "~")].reduce(line) { $0.replacing($1.0, with: $1.1) }
        }.flatMap(Self.commands)
        #expect(commands.count > 8)
        for command in commands { expectParses(command) }
    }

    /// The arguments of each `btcq` in a line of shell, without a comment.
    private static func commands(in line: String) -> [[String]] {
        let command = line.firstRange(of: " # ").map { line[..<$0.lowerBound] } ?? line[...]
        let calls = command.matches(of: /(?:^|[ (\/"])btcq((?: +(?:'[^']*'|[^\s'"|;&)<>`#]+)+)*)(?=[\s)"]|$)/)
        return calls.map { call in
            call.1.matches(of: /(?:'[^']*'|[^\s'])+/).map { String($0.output.filter { $0 != "'" }) }
        }
    }

    private func expectParses(_ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(throws: Never.self, "btcq \(arguments.joined(separator: " "))", sourceLocation: sourceLocation) {
            try parse(arguments)
        }
    }
}
