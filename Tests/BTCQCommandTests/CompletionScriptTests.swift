import Foundation
import TestSupport
import Testing

@testable import BTCQCommand

/// The form of the scripts, and their completions in shells that are not interactive. In a terminal they are tested with
/// the program.
@Suite struct CompletionScriptTests {
    private static let bash = CompletionScript.text(for: .bash)
    private static let zsh = CompletionScript.text(for: .zsh)
    private static let fish = CompletionScript.text(for: .fish)

    @Test(arguments: Option.all)
    func option_isInEachScriptWithItsChoices(_ option: Option) {
        let choices = option.value?.choices() ?? []
        let hasValue = option.value != nil
        // One inside single quotes ends them, is escaped, and begins them again.
        let summary = option.summary.replacing("'", with: #"'\''"#)

        let bashCase = "        \(option.names.joined(separator: " | "))) choices='"
        #expect(lines(Self.bash, bashCase) == (hasValue ? [bashCase + choices.joined(separator: " ") + "' ;;"] : []))

        let values = option.value.map {
            ":\($0.name):" + (choices.isEmpty ? " " : "(\(choices.joined(separator: " ")))")
        }
        let (plus, equalsSign) = hasValue ? ("+", "=") : ("", "")
        let long = "--\(option.long)\(equalsSign)"
        let names = option.short.map { "'(-\($0) --\(option.long))'{-\($0)\(plus),\(long)}'" } ?? "'\(long)"
        let spec = "    \(names)[\(summary.replacing(/[\[\]:]/) { "\\\($0.output)" })]\(values ?? "")'"
        let isLast = option.long == Option.all.last?.long
        #expect(lines(Self.zsh, "    \(names)[") == [spec + (isLast ? "" : " \\")])

        let beginning = "complete -c btcq\(option.short.map { " -s \($0)" } ?? "") -l \(option.long) "
        // The empty description keeps that of the option from being shown beside each value.
        let list = choices.map { $0 + #"\t"""# }.joined(separator: " ")
        let arguments = hasValue ? "-x " + (choices.isEmpty ? "" : "-a '\(list)' ") : ""
        #expect(lines(Self.fish, beginning) == ["\(beginning)\(arguments)-d '\(summary)'"])
    }

    private func lines(_ script: String, _ beginning: String) -> [String] {
        script.split(separator: "\n").map(String.init).filter { $0.hasPrefix(beginning) }
    }

    @Test func scripts_haveNothingElse() {
        #expect(Self.zsh.hasPrefix("#compdef btcq\n\n_arguments -s -S \\\n") && Self.zsh.hasSuffix("'\n"))
        #expect(Self.zsh.split(separator: "\n").count == Option.all.count + 2)
        #expect(Self.fish.hasPrefix("complete -c btcq -f\n") && Self.fish.hasSuffix("'\n"))
        #expect(Self.fish.split(separator: "\n").count == Option.all.count + 1)
        #expect(Self.bash.hasPrefix("_btcq() {\n") && Self.bash.hasSuffix("}\ncomplete -F _btcq btcq\n"))
    }

    // In the shells.

    @Test(
        .enabled(if: shell("bash") != nil, "there is no bash"),
        arguments: [
            (["--ma"], ["--max-time", "--max-age", "--max-stale"]), (["-j", "--he"], ["--header", "--help"]),
            ([""], Option.all.flatMap(\.names)), (["--format", "wa"], ["waybar"]), (["-f", "wa"], ["waybar"]),
            (["-j", "--header", ""], ["auto", "always", "never"]), (["--timeout", ""], []),
            // bash splits --name=value into three arguments.
            (["--completions", "="], ["bash", "zsh", "fish"]), (["--completions", "=", "z"], ["zsh"]),
        ])
    func bash_completesTheLastArgumentAndKeepsTheVariablesOfTheUser(
        _ arguments: [String], _ expected: [String]
    ) throws {
        let script =
            Self.bash + """
                COMP_WORDS=(btcq "$@")
                COMP_CWORD=$#
                IFS=: typed=mine option=mine choices=mine
                _btcq
                printf '%s\\n' "${COMPREPLY[@]}"
                [ "$IFS $typed $option $choices" = ': mine mine mine' ]
                """
        let completions = try output(of: "bash", ["--norc", "-c", script, "bash"] + arguments)
        #expect(completions == expected)
    }

    @Test(
        .enabled(if: shell("fish") != nil, "there is no fish"),
        arguments: [("btcq --max-a", nil), ("btcq ", [])]
            + Option.all.compactMap { option in option.value.map { ("btcq --\(option.long) ", $0.choices()) } }
            + Option.all.compactMap { option in option.value.map { ("btcq \(option.names[0]) ", $0.choices()) } })
    func fish_completesOptionsWithTheirSummariesAndValuesWithoutOne(_ line: String, _ choices: [String]?) throws {
        let options = Option.all.filter { "btcq --\($0.long)".hasPrefix(line) }
        let expected = choices ?? options.map { "--\($0.long)\t\($0.summary)" }
        let completions = try output(of: "fish", ["--no-config", "-c", Self.fish + "complete -C '\(line)'\n"])
        // Where no value can be listed, fish offers the options again, and never files.
        let shown = completions.filter { choices == nil ? $0.hasPrefix("--") : !$0.hasPrefix("-") }
        #expect(shown.sorted() == expected.sorted())
    }

    private static func shell(_ name: String) -> String? {
        ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// The lines that the shell prints in an empty directory.
    private func output(of shell: String, _ arguments: [String]) throws -> [String] {
        try withTemporaryFolder { directory in
            let (process, output) = (Process(), Pipe())
            process.executableURL = URL(filePath: try #require(Self.shell(shell)))
            process.arguments = arguments
            process.environment = ["HOME": directory, "PATH": "/usr/bin:/bin"]
            process.currentDirectoryURL = URL(filePath: directory)
            process.standardOutput = output
            try Inheritance.starting { Result { try process.run() } }.get()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            return text.split(separator: "\n").map(String.init)
        }
    }
}
