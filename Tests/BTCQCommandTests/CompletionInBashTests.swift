import Foundation
import Testing

@testable import BTCQCommand

/// What the script offers in a bash that is not interactive; in a terminal it is tested with the other shells.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash"), "there is no /bin/bash"))
struct CompletionInBashTests {
    @Test func word_isCompletedToTheOptionsThatBeginSo() throws {
        #expect(try offered("--ma") == ["--max-time", "--max-age", "--max-stale"])
        #expect(try offered("-j", "--he") == ["--header", "--help"])
        #expect(try Set(offered("")) == Set(Option.all.flatMap(\.names)))
    }

    @Test func valueBehindItsOption_isCompletedToTheChoicesThatBeginSo() throws {
        #expect(try offered("--format", "wa") == ["waybar"])
        #expect(try offered("-f", "wa") == ["waybar"])
        #expect(try offered("-j", "--header", "") == ["auto", "always", "never"])
        #expect(try offered("--timeout", "") == [])
    }

    @Test func valueBehindAnEqualsSign_isCompletedToo() throws {
        // bash takes these for three words.
        #expect(try offered("--completions", "=") == ["bash", "zsh", "fish"])
        #expect(try offered("--completions", "=", "z") == ["zsh"])
    }

    /// What is offered for the last of the words behind `btcq`. Variables that the user has stay as they are.
    private func offered(_ words: String...) throws -> [String] {
        let script =
            CompletionScript(.bash).text + """
                COMP_WORDS=(btcq "$@")
                COMP_CWORD=$#
                IFS=: word=kept option=kept words=kept
                _btcq
                printf '%s\\n' "${COMPREPLY[@]}"
                [ "$IFS $word $option $words" = ': kept kept kept' ]
                """
        let bash = Process()
        let output = Pipe()
        bash.executableURL = URL(filePath: "/bin/bash")
        bash.arguments = ["--norc", "-c", script, "bash"] + words
        bash.standardOutput = output
        try bash.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        bash.waitUntilExit()
        #expect(bash.terminationStatus == 0)
        return text.split(separator: "\n").map(String.init)
    }
}
