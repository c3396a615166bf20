import Foundation
import Testing

extension EndToEnd {
    @Suite struct CompletionTests {
        private static let shells = ["bash", "zsh", "fish"]

        /// Every option of the contract with a list of values, and that list.
        private static let values: [(option: String, values: [String])] = [
            ("--format", ["text", "number", "json", "csv", "waybar", "xbar", "prometheus"]),
            ("-f", ["text", "number", "json", "csv", "waybar", "xbar", "prometheus"]),
            ("--primary", SourceList.names),
            ("--fallback", SourceList.names + ["none"]),
            ("--source", SourceList.names),
            ("-s", SourceList.names),
            ("--currency", SourceList.currencies),
            ("--header", ["auto", "always", "never"]),
            ("--decimals", (0...8).map { "\($0)" }),
            ("--completions", shells),
        ]

        @Test func script_isPrintedWithNothingElse() throws {
            for shell in Self.shells {
                let box = try Sandbox()
                box.environment["BTCQ_PRIMARY"] = "nobody"
                let run = try box.run("--completions", shell)
                #expect(run.status == 0 && run.errors.isEmpty && run.text.hasSuffix("\n"), "\(run)")
                try box.run("--completions=\(shell)", "--nonsense").expect { $0.text == run.text }
                #expect(!FileManager.default.fileExists(atPath: box.cacheDirectory))
            }
        }

        @Test(arguments: [("BASH", "bash"), ("Fish", "fish")])
        func shell_inAnyCase_isAccepted(_ shell: String, _ name: String) throws {
            let run = try Sandbox().run("--completions", shell)
            let usual = try Sandbox().run("--completions", name)
            #expect(run.status == 0 && run.text == usual.text, "\(run)")
        }

        @Test(arguments: [("", ""), ("tcsh", " (did you mean bash?)"), ("--help", ""), ("powershell", "")])
        func shell_whenUnknown_isAUsageErrorThatListsTheOthers(_ shell: String, _ suggestion: String) throws {
            let run = try Sandbox().run("--completions", shell)
            let shown = shell.isEmpty ? "''" : shell
            #expect(run.status == 2 && run.output.isEmpty, "\(run)")
            let message = "btcq: --completions: \(shown) is not one of bash, zsh, fish\(suggestion)\n"
            #expect(run.errors.hasPrefix(message), "\(run)")
        }

        @Test(.enabled(if: shells.allSatisfy { Program.tool($0) != nil }, "not all of bash, zsh and fish are here"))
        func script_isGrammaticalToItsShell() throws {
            for shell in Self.shells {
                let run = try Sandbox().shell("btcq --completions \(shell) > script && \(shell) -n script")
                #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
            }
        }

        /// Whatever users set in their shells.
        @Test(.enabled(if: Program.tool("bash") != nil, "bash is missing"), arguments: ["", "set -u; ", "IFS=:; "])
        func bash_completesOptionsAndTheirValues(_ settings: String) throws {
            let box = try Sandbox()
            for (option, values) in Self.values {
                #expect(try bash(["btcq", option, ""], settings, in: box) == values, "\(option)")
                guard option.hasPrefix("--") else { continue }
                // As bash takes --name=value apart.
                #expect(try bash(["btcq", option, "="], settings, in: box) == values, "\(option)")
                let last = try #require(values.last)
                #expect(try bash(["btcq", option, "=", last], settings, in: box) == [last], "\(option)")
            }
            #expect(try bash(["btcq", "-j", "--format", "x"], settings, in: box) == ["xbar"])
            #expect(try bash(["btcq", "--format", "json", "--curr"], settings, in: box) == ["--currency"])
            #expect(try bash(["btcq", "--timeout", ""], settings, in: box).isEmpty)
            let options = try optionNames(in: box)
            #expect(try Set(bash(["btcq", ""], settings, in: box)) == Set(options))
            #expect(try Set(bash(["btcq", "--"], settings, in: box)) == Set(options.filter { $0.hasPrefix("--") }))
        }

        @Test(.enabled(if: Program.tool("fish") != nil, "fish is missing"))
        func fish_completesOptionsWithTheirDescriptionsAndValues() throws {
            let box = try Sandbox()
            for (option, values) in Self.values {
                let offered = try fish("btcq \(option) ", in: box)
                #expect(Set(offered.map(\.word)) == Set(values), "\(option)")
                #expect(offered.allSatisfy { $0.description.isEmpty }, "\(offered)")
            }
            let offered = try fish("btcq --", in: box)
            let long = try optionNames(in: box).filter { $0.hasPrefix("--") }
            #expect(Set(offered.map(\.word)) == Set(long))
            #expect(offered.allSatisfy { !$0.description.isEmpty }, "\(offered)")
        }

        /// What `btcq` prints for the shell, given to it, and then this line.
        private func bash(_ words: [String], _ settings: String, in box: Sandbox) throws -> [String] {
            let list = words.map { "'\($0)'" }.joined(separator: " ")
            let script = """
                \(settings)eval "$(btcq --completions bash)"
                COMP_WORDS=(\(list)) COMP_CWORD=\(words.count - 1)
                function=$(complete -p btcq) && [ "$function" = "complete -F _btcq btcq" ] || exit 9
                _btcq btcq '\(words.last ?? "")' '\(words.dropLast().last ?? "")'
                [ "${#COMPREPLY[@]}" = 0 ] || printf '%s\\n' "${COMPREPLY[@]}"
                """
            try Data(script.utf8).write(to: URL(filePath: "\(box.work)/ask"))
            let run = try box.shell("bash ask")
            #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
            return run.text.split(separator: "\n").map(String.init)
        }

        private func fish(_ line: String, in box: Sandbox) throws -> [(word: String, description: String)] {
            try Data("btcq --completions fish | source\ncomplete -C '\(line)'\n".utf8)
                .write(to: URL(filePath: "\(box.work)/ask"))
            let run = try box.shell("fish --no-config ask")
            #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
            return run.text.split(separator: "\n").map { line in
                let parts = line.split(separator: "\t", maxSplits: 1)
                return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
            }
        }

        /// All that `--help` lists, short and long.
        private func optionNames(in box: Sandbox) throws -> [String] {
            try box.run("--help").text.matches(of: #/(?m)^  (?:(-\w), |    )(--[\w-]+)/#).flatMap { match in
                [match.1, match.2].compactMap { $0.map(String.init) }
            }
        }
    }
}
