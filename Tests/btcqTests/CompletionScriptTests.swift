import TestSupport
import Testing

@testable import btcq

/// The completions in shells that are not interactive. zsh in a terminal is one of the hosts.
@Suite struct CompletionScriptTests {
    /// One option of each kind, for zsh, whose completions need a terminal. Of the line for `format`, only the
    /// beginning.
    @Test(arguments: [
        ("offline", "'(-o --offline)'{-o,--offline}'[SUMMARY]'"),
        ("max-time", "'(-m --max-time)'{-m+,--max-time=}'[SUMMARY]:DURATION: '"),
        ("header", "'--header=[SUMMARY]:WHEN:(auto always never)'"),
        ("format", #"'(-f --format)'{-f+,--format=}'[SUMMARY]:NAME:((text\:""#),
    ])
    func zshScript_hasALineForEachOptionWithItsChoices(_ name: String, _ line: String) throws {
        let option = try #require(Option.all.first { $0.long == name })
        let summary = option.summary.replacing("'", with: #"'\''"#)
        let script = CompletionScript.text(for: .zsh)
        #expect(script.contains("    \(line.replacing("SUMMARY", with: summary))"))
        #expect(script.hasPrefix("#compdef btcq\n\n_arguments -s -S \\\n"))
    }

    @Test(arguments: Option.all) func zshScript_namesEveryOption(_ option: Option) {
        let script = CompletionScript.text(for: .zsh)
        #expect(["'--\(option.long)", ",--\(option.long)"].contains { script.contains($0) })
    }

    // In the shells.

    @Test(
        .enabled(if: Program.tool("bash") != nil, "there is no bash"),
        arguments: [
            (["--ma"], ["--max-time", "--max-age", "--max-stale"]), (["-j", "--he"], ["--header", "--help"]),
            ([""], Option.all.flatMap(\.names)), (["--format", "wa"], ["waybar"]), (["-f", "wa"], ["waybar"]),
            (["-j", "--header", ""], ["auto", "always", "never"]), (["--timeout", ""], []), (["-m", ""], []),
            (["--template", ""], []), (["--decimals", ""], (0...8).map { "\($0)" }),
            // bash splits --name=value into three arguments.
            (["--completions", "="], ["bash", "zsh", "fish"]), (["--completions", "=", "z"], ["zsh"]),
        ])
    func bash_completesTheLastArgumentAndKeepsTheVariablesOfTheUser(
        _ arguments: [String], _ expected: [String]
    ) throws {
        let script =
            CompletionScript.text(for: .bash) + """
                COMP_WORDS=(btcq "$@")
                COMP_CWORD=$#
                set -u
                IFS=: typed=mine option=mine choices=mine
                _btcq
                printf '%s\\n' "${COMPREPLY[@]}"
                [ "$IFS $typed $option $choices" = ': mine mine mine' ]
                """
        let completions = try output(of: "bash", ["--norc", "-c", script, "bash"] + arguments)
        #expect(completions == expected)
    }

    @Test(
        .enabled(if: Program.tool("fish") != nil, "there is no fish"),
        arguments: [
            ("btcq --max-ag", ["--max-age\t\(summary("max-age"))"]),
            // With single quotes in it.
            ("btcq --templ", ["--template\t\(summary("template"))"]),
            ("btcq -s kra", ["kraken\tapi.kraken.com"]),
            ("btcq --fallback no", ["none\tno fallback"]), ("btcq --format wa", ["waybar\tJSON for waybar"]),
            ("btcq --header ", ["always", "auto", "never"]), ("btcq --decimals ", (0...8).map { "\($0)" }),
            // No files.
            ("btcq ", []), ("btcq --timeout ", []),
        ])
    func fish_completesOptionsAndValuesWithTheirDescriptions(_ line: String, _ expected: [String]) throws {
        let script = CompletionScript.text(for: .fish) + "complete -C '\(line)'\n"
        let completions = try output(of: "fish", ["--no-config", "-c", script])
        // Where no value can be listed, some versions of fish offer the options again.
        #expect(completions.filter { !expected.isEmpty || !$0.hasPrefix("-") }.sorted() == expected)
    }

    private static func summary(_ name: String) -> String { Option.all.first { $0.long == name }?.summary ?? "" }

    /// The lines that the shell prints in an empty directory.
    private func output(of shell: String, _ arguments: [String]) throws -> [String] {
        let path = try #require(Program.tool(shell))
        let result = try withTemporaryDirectory { directory in
            try StartedRun(
                path, arguments.map { Array($0.utf8) }, environment: ["HOME": directory, "PATH": "/usr/bin:/bin"],
                directory: directory
            ).result()
        }
        #expect(result.status == 0, "\(result)")
        return result.text.split(separator: "\n").map(String.init)
    }
}
