import BTCPriceComposer
import Foundation
import TestSupport
import Testing

@testable import BTCQCommand

/// The four README files and the man page: their generated lines are those of the code, and what they name exists.
@Suite struct DocumentationTests {
    @Test(arguments: DocumentationFile.paths + [DocumentationFile.mirror])
    func generatedLines_areThoseOfTheCode(_ path: String) throws {
        let file = try DocumentationFile(path)
        let updated = try file.updated()
        if ProcessInfo.processInfo.environment["BTCQ_DOCUMENT"] != nil, updated != file.lines {
            print("document: wrote \(path)")
            return try Data(updated.joined(separator: "\n").utf8).write(
                to: DocumentationFile.root.appending(path: path), options: .atomic)
        }
        expectLines(file.lines, updated, "\(path): run scripts/document")
    }

    @Test func manual_whenItemIsNotGenerated_describesIt() throws {
        let lines = try DocumentationFile("man/btcq.1").lines
        for (number, (line, next)) in zip(lines, lines.dropFirst()).enumerated() where line == DocumentationFile.byHand
        {
            let isEmpty = next.hasPrefix(".It ") || next.hasPrefix(#".\""#)
            #expect(
                !isEmpty, "add to man/btcq.1, below line \(number + 1), what \(lines[number - 1].dropFirst(4)) means")
        }
    }

    /// What is left of the 78 columns that `man` uses of 80: troff warns of a longer line that it cannot adjust.
    @Test func manual_hasExamplesThatNeedNotBeBroken() throws {
        let text = try DocumentationFile("man/btcq.1").lines.joined(separator: "\n").replacing(#"\(aq"#, with: "'")
        let examples = text.matches(of: /(?ms)^\.Dl [^\n]*|^\.Bd .*?^\.Ed/).flatMap { $0.output.split(separator: "\n") }
        let long = examples.filter { $0.trimmingPrefix(".Dl ").replacing(#"\"#, with: "").count > 67 }
        #expect(examples.count > 20 && long == [])
    }

    /// What is between the numbers and the names in a message, which vary, is in the code or in a test.
    @Test func manual_explainsMessagesOfTheProgram() throws {
        let section = try DocumentationFile("man/btcq.1").lines.drop { $0 != ".Sh DIAGNOSTICS" }
        let items = section.prefix { $0 != ".Sh SEE ALSO" }.filter { $0.hasPrefix(".It Li ") }
        let varying = /\d\w*|coinbase|HOST:PORT|BTC-USD\S*|; | , Li | \?|[()]|https_proxy=?/
        let parts = items.flatMap { $0.dropFirst(".It Li ".count).split(separator: varying) }
            .map { $0.trimmingCharacters(in: .whitespaces) }
        let lines = try ["Sources", "Tests"].flatMap { directory in
            let root = DocumentationFile.root.appending(path: directory).path
            let files = try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(".swift") }
            return try files.flatMap { try DocumentationFile("\(directory)/\($0)").lines }
        }
        #expect(items.count > 10)
        for text in parts where !text.isEmpty {
            #expect(lines.contains { $0.contains(text) }, "man/btcq.1 explains a message with: \(text)")
        }
    }

    @Test func changeLog_beginsWithTheVersionOfTheProgram() throws {
        let newest = try DocumentationFile("README.md").lines.first { $0.hasPrefix("### ") }
        #expect(newest?.split(separator: ",").first == "### \(AppDependencies.version)")
    }

    @Test(arguments: [
        ("Sources", "Sources/README.md"), ("Tests", "Tests/README.md"), ("scripts/segments", "README.md"),
        ("scripts/segments", "man/btcq.1"),
    ])
    func directory_isListedCompletely(_ directory: String, _ path: String) throws {
        let separators = path.hasPrefix("man/") ? " ," : "`"
        let names = try DocumentationFile(path).lines.flatMap { $0.split { separators.contains($0) } }
        for name in try DocumentationFile.names(in: directory) where !name.hasSuffix(".png") && name != "README.md" {
            let isListed = names.contains { $0 == name }
            #expect(isListed, "add \(name) to \(path)")
        }
    }

    /// The compiler reports an import that is not declared, but not the opposite.
    @Test func dependencies_areImported() throws {
        for (target, dependencies) in try DocumentationPart.targets() {
            let root = DocumentationFile.root.appending(path: "Sources/\(target)").path
            let files = try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(".swift") }
            let text = try files.flatMap { try DocumentationFile("Sources/\(target)/\($0)").lines }
            for dependency in dependencies {
                let isImported = text.contains { $0.hasSuffix("import \(dependency)") }
                #expect(isImported, "remove \(dependency) from the dependencies of \(target) in Package.swift")
            }
        }
    }

    @Test(arguments: DocumentationFile.paths)
    func linksAndPaths_exist(_ path: String) throws {
        let text = try DocumentationFile(path).lines.joined(separator: "\n")
        let directory = path.split(separator: "/").dropLast().map { "\($0)/" }.joined()
        let links = text.matches(of: /\]\((?!https:)([^)#]*)#?([^)]*)\)/).map { link in
            (link.1.isEmpty ? path : "\(directory)\(link.1)", link.2)
        }
        let paths = text.matches(of: /(?:^|[\s`("])((?:Sources|Tests|man|scripts)\/[\w.\/+-]*\w)/).map {
            ("\($0.1)", $0.1.prefix(0))
        }
        for (target, anchor) in links + paths {
            let exists = FileManager.default.fileExists(atPath: DocumentationFile.root.appending(path: target).path)
            #expect(exists, "\(path) names \(target)")
            guard exists, !anchor.isEmpty else { continue }
            let anchors = try DocumentationFile(target).lines.filter { $0.hasPrefix("#") }.map { heading in
                heading.drop { "# ".contains($0) }.lowercased().replacing(/[^\w -]/, with: "").replacing(" ", with: "-")
            }
            #expect(anchors.contains { $0 == anchor }, "\(path) links to \(target)#\(anchor)")
        }
    }

    /// By default, an interactive zsh has no comments: it takes their words as arguments.
    @Test func shellBlocks_haveNoComments() throws {
        let text = try DocumentationFile.paths.flatMap { try DocumentationFile($0).lines }.joined(separator: "\n")
        #expect(text.matches(of: /(?ms)^```sh$.*?^```$/).map(\.output).filter { $0.contains(/\s#/) } == [])
    }

    @Test func commands_parseAndSucceedInBars() throws {
        let commands = try DocumentationFile.paths.flatMap(Self.commands)
        #expect(commands.count > 20)
        for command in commands {
            let typed = command.matches(of: /(?:'[^']*'|[^\s'])+/).map(\.output)
            let arguments = typed.map { Array($0.filter { $0 != "'" }.utf8) }
            #expect(throws: Never.self, "btcq\(command)") {
                let options = try Parser.parse(arguments)
                // Bars and prompts, for which the command is quiet and marks a stale price, run it often. Bars hide the output of
                // a command that fails.
                let isForBars = options.verbosity == .quiet && command.contains("{stale:")
                #expect(!isForBars || options.staleIsSuccess, "btcq\(command): --stale-ok is missing")
                #expect(!isForBars || options.cachePolicy.maxAge > .zero, "btcq\(command): each run fetches")
            }
        }
    }

    /// What follows `btcq`.
    private static func commands(in path: String) throws -> [String] {
        let lines = try DocumentationFile(path).lines.joined(separator: "\n")
        let text = lines.replacing(#"\-"#, with: "-").replacing(#"\(aq"#, with: "'")
            .replacing("\\e\n", with: "")
        let code = text.matches(of: /(?ms)^ *```.*?^ *```|`[^`\n]+`|^\.Dl [^\n]*|^\.Bd .*?^\.Ed/).map(\.output)
            .joined(separator: "\n")
        return code.matches(of: /(?m)(?:^|[ (\/"'`])btcq((?: +(?:'[^']*'|[^\s'"|;&)<>`#]+)+)+)(?=[\s)"`]|$)/)
            .map { String($0.output.1) }
    }
}
