import TestSupport
import Testing

@testable import BTCQCommand

/// The form of the scripts, and their completions in shells that are not interactive. In a terminal they are tested with
/// the program.
@Suite struct CompletionScriptTests {
    private static let bash = CompletionScript.text(for: .bash)
    private static let zsh = CompletionScript.text(for: .zsh)
    private static let fish = CompletionScript.text(for: .fish)

    /// One option of each kind. `format` has more choices than these.
    @Test(arguments: [
        (Shell.zsh, "'(-o --offline)'{-o,--offline}'[use only the cache]'"),
        (.zsh, "'--stale-ok[exit with status 0 after a stale quote]'"),
        (.zsh, "'(-m --max-time)'{-m+,--max-time=}'[total time limit]:DURATION: '"),
        (.zsh, #"'--template=[custom output format, such as '\''{price} {source}'\'']:TEXT: '"#),
        (.zsh, "'--header=[when to print the CSV header]:WHEN:(auto always never)'"),
        (.zsh, #"'(-f --format)'{-f+,--format=}'[output format]:NAME:((text\:"price, time, source and pair" number\:"#),
        (.fish, "complete -c btcq -s o -l offline -d 'use only the cache'"),
        (.fish, "complete -c btcq -l stale-ok -d 'exit with status 0 after a stale quote'"),
        (.fish, "complete -c btcq -s m -l max-time -x -d 'total time limit'"),
        (.fish, #"complete -c btcq -l template -x -d 'custom output format, such as '\''{price} {source}'\'''"#),
        (
            .fish,
            #"complete -c btcq -l header -x -a 'auto\t"" always\t"" never\t""' -d 'when to print the CSV header'"#
        ),
        (.fish, #"complete -c btcq -s f -l format -x -a 'text\t"price, time, source and pair" number\t""#),
    ])
    func script_hasALineForEachOptionWithItsChoices(_ shell: Shell, _ line: String) {
        let lines = CompletionScript.text(for: shell).split(separator: "\n").map { $0.drop { $0 == " " } }
        // A failure shows the line that is most like it.
        let nearest = lines.max { zip($0, line).prefix(while: ==).count < zip($1, line).prefix(while: ==).count }
        #expect(nearest?.prefix(line.count) == line[...])
    }

    @Test func scripts_haveALineForEachOptionAndNothingElse() {
        #expect(Self.zsh.hasPrefix("#compdef btcq\n\n_arguments -s -S \\\n") && Self.zsh.hasSuffix("'\n"))
        #expect(Self.zsh.split(separator: "\n").count == Option.all.count + 2)
        #expect(Self.fish.hasPrefix("complete -c btcq -f\n") && Self.fish.hasSuffix("'\n"))
        #expect(Self.fish.split(separator: "\n").count == Option.all.count + 1)
        #expect(Self.bash.hasPrefix("_btcq() {\n") && Self.bash.hasSuffix("}\ncomplete -F _btcq btcq\n"))
    }

    // In the shells.

    @Test(
        .enabled(if: Program.missing(["bash", "zsh", "fish"]).isEmpty, "not all three shells are there"),
        arguments: [("bash", bash), ("zsh", zsh), ("fish", fish)])
    func script_isGrammaticalToItsShell(_ shell: String, _ script: String) throws {
        #expect(try output(of: shell, ["-n", "-c", script]) == [])
    }

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
            Self.bash + """
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
            ("btcq --max-ag", ["--max-age\taccept a cached quote younger than this"]),
            ("btcq -s kra", ["kraken\tapi.kraken.com"]), ("btcq --source kra", ["kraken\tapi.kraken.com"]),
            ("btcq --fallback no", ["none\tno fallback"]), ("btcq --format wa", ["waybar\tJSON for waybar"]),
            ("btcq --header ", ["always", "auto", "never"]), ("btcq --decimals ", (0...8).map { "\($0)" }),
            // No files.
            ("btcq ", []), ("btcq --timeout ", []),
        ])
    func fish_completesOptionsAndValuesWithTheirDescriptions(_ line: String, _ expected: [String]) throws {
        let completions = try output(of: "fish", ["--no-config", "-c", Self.fish + "complete -C '\(line)'\n"])
        // Where no value can be listed, fish offers the options again.
        #expect(completions.filter { !expected.isEmpty || !$0.hasPrefix("-") }.sorted() == expected)
    }

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
