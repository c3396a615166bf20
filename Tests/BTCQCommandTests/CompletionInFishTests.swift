import Foundation
import TestSupport
import Testing

@testable import BTCQCommand

/// The completions of the script in a fish that is not interactive. In a terminal it is tested with the other shells.
@Suite(.enabled(if: fish != nil, "there is no fish"))
struct CompletionInFishTests {
    @Test func completions_whenAnOptionIsExpected_haveTheirSummaries() throws {
        let summaries = try Option.named("max-age").summary
        #expect(try completions("btcq --max-a") == ["--max-age\t\(summaries)"])
    }

    @Test(arguments: Option.all.filter { $0.value?.choices().isEmpty == false })
    func completions_whenAValueIsExpected_areTheChoicesWithoutTheSummaryOfTheOption(_ option: Option) throws {
        let choices = option.value?.choices() ?? []
        #expect(try Set(completions("btcq --\(option.long) ")) == Set(choices))
        #expect(try Set(completions("btcq --\(option.long)=")) == Set(choices.map { "--\(option.long)=\($0)" }))
        guard let short = option.short else { return }
        #expect(try Set(completions("btcq -\(short) ")) == Set(choices))
    }

    @Test(arguments: ["btcq ", "btcq --timeout ", "btcq --template "])
    func completions_whenNothingCanBeListed_areNoFiles(_ line: String) throws {
        #expect(try completions(line).allSatisfy { $0.hasPrefix("-") })
    }

    /// The completions at the end of a line: text, tab, description.
    private func completions(_ line: String) throws -> [String] {
        try withTemporaryFolder { directory in
            let script = CompletionScript(.fish).text + "complete -C '\(line)'\n"
            let process = Process()
            let output = Pipe()
            process.executableURL = URL(filePath: try #require(fish))
            process.arguments = ["--no-config", "-c", script]
            process.environment = ["HOME": directory, "PATH": "/usr/bin:/bin"]
            process.currentDirectoryURL = URL(filePath: directory)
            process.standardOutput = output
            try process.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            return text.split(separator: "\n").map(String.init)
        }
    }
}

private let fish = ["/usr/bin/fish", "/usr/local/bin/fish", "/opt/homebrew/bin/fish"].first {
    FileManager.default.isExecutableFile(atPath: $0)
}
