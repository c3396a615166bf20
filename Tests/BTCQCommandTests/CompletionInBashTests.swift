import Foundation
import Testing

@testable import BTCQCommand

/// The completions of the script in a bash that is not interactive. In a terminal it is tested with the other shells.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash"), "there is no /bin/bash"))
struct CompletionInBashTests {
    @Test func completions_whenAnOptionIsExpected_areThoseWithThePrefix() throws {
        #expect(try completions("--ma") == ["--max-time", "--max-age", "--max-stale"])
        #expect(try completions("-j", "--he") == ["--header", "--help"])
        #expect(try Set(completions("")) == Set(Option.all.flatMap(\.names)))
    }

    @Test func completions_whenAValueIsExpected_areTheChoicesWithThePrefix() throws {
        #expect(try completions("--format", "wa") == ["waybar"])
        #expect(try completions("-f", "wa") == ["waybar"])
        #expect(try completions("-j", "--header", "") == ["auto", "always", "never"])
        #expect(try completions("--timeout", "") == [])
    }

    @Test func completions_whenAnEqualsSignPrecedesTheValue_areTheSame() throws {
        // bash splits them into three arguments.
        #expect(try completions("--completions", "=") == ["bash", "zsh", "fish"])
        #expect(try completions("--completions", "=", "z") == ["zsh"])
    }

    /// The completions of the last one of these arguments. The script must not change the user's variables.
    private func completions(_ arguments: String...) throws -> [String] {
        let script =
            CompletionScript(.bash).text + """
                COMP_WORDS=(btcq "$@")
                COMP_CWORD=$#
                IFS=: typed=mine option=mine choices=mine
                _btcq
                printf '%s\\n' "${COMPREPLY[@]}"
                [ "$IFS $typed $option $choices" = ': mine mine mine' ]
                """
        let bash = Process()
        let output = Pipe()
        bash.executableURL = URL(filePath: "/bin/bash")
        bash.arguments = ["--norc", "-c", script, "bash"] + arguments
        bash.standardOutput = output
        try bash.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        bash.waitUntilExit()
        #expect(bash.terminationStatus == 0)
        return text.split(separator: "\n").map(String.init)
    }
}
