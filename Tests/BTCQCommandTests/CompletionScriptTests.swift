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

    /// One option of each kind. `format` has more choices than these.
    @Test(arguments: [
        (
            "offline", "-o --offline", #"'(-o --offline)'{-o,--offline}'[use only the cache]'"#,
            "-s o -l offline -d 'use only the cache'"
        ),
        (
            "stale-ok", "--stale-ok", "'--stale-ok[exit with status 0 after a stale quote]'",
            "-l stale-ok -d 'exit with status 0 after a stale quote'"
        ),
        (
            "max-time", "-m | --max-time) choices='' ;;",
            #"'(-m --max-time)'{-m+,--max-time=}'[total time limit]:DURATION: '"#,
            "-s m -l max-time -x -d 'total time limit'"
        ),
        (
            "template", "--template) choices='' ;;",
            #"'--template=[custom output format, such as '\''{price} {source}'\'']:TEXT: '"#,
            #"-l template -x -d 'custom output format, such as '\''{price} {source}'\'''"#
        ),
        (
            "header", "--header) choices='auto always never' ;;",
            "'--header=[when to print the CSV header]:WHEN:(auto always never)'",
            #"-l header -x -a 'auto\t"" always\t"" never\t""' -d 'when to print the CSV header'"#
        ),
        (
            "format", "-f | --format) choices='text number ",
            #"'(-f --format)'{-f+,--format=}'[output format]:NAME:((text\:"price, time, source and pair" number\:"only"#,
            #"-s f -l format -x -a 'text\t"price, time, source and pair" number\t"only the digits" "#
        ),
    ])
    func option_isInEachScriptWithItsChoices(_ name: String, _ bash: String, _ zsh: String, _ fish: String) {
        let isInBash = Self.bash.contains(bash)
        #expect(isInBash, "\(Self.bash)")
        #expect(lines(Self.zsh, "    ", name).contains { $0.hasPrefix(zsh) })
        #expect(lines(Self.fish, "complete -c btcq ", name).contains { $0.hasPrefix(fish) })
    }

    /// Those that contain `name`, without what they begin with.
    private func lines(_ script: String, _ beginning: String, _ name: String) -> [String] {
        script.split(separator: "\n").filter { $0.hasPrefix(beginning) && $0.contains(name) }
            .map { String($0.dropFirst(beginning.count)) }
    }

    @Test func scripts_haveALineForEachOptionAndNothingElse() {
        #expect(Self.zsh.hasPrefix("#compdef btcq\n\n_arguments -s -S \\\n") && Self.zsh.hasSuffix("'\n"))
        #expect(Self.zsh.split(separator: "\n").count == Option.all.count + 2)
        #expect(Self.fish.hasPrefix("complete -c btcq -f\n") && Self.fish.hasSuffix("'\n"))
        #expect(Self.fish.split(separator: "\n").count == Option.all.count + 1)
        #expect(Self.bash.hasPrefix("_btcq() {\n") && Self.bash.hasSuffix("}\ncomplete -F _btcq btcq\n"))
        let missing = Option.all.filter { option in
            !Self.zsh.contains("--\(option.long)") || !Self.fish.contains(" -l \(option.long) ")
                || !Self.bash.contains("--\(option.long)")
        }
        #expect(missing.isEmpty)
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
