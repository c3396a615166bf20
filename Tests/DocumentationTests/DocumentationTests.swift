import BTCPriceComposer
import BTCPriceCore
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

    /// What is between the numbers and the names in a message, which vary, is in the code or in a test. So are variables.
    @Test func manualAndReadme_nameMessagesVariablesAndOptionsOfTheProgram() throws {
        let (manual, readme) = (try Self.textByHand("man/btcq.1"), try Self.textByHand("README.md"))
        let items = manual.matches(of: /(?m)^\.It Li (.*[a-z]{3}.*)$/).map(\.output.1)
        let rows = readme.matches(of: /(?m)^\| (`[a-zH][^-|]*) \|/).flatMap { $0.output.1.split(separator: "`") }
        #expect(items.count > 10 && rows.count > 5)
        let varying = /\d\w*|coinbase|HOST:PORT|BTC-USD\S*|; |, | , Li | \?|[()]|https_proxy=?/
        let messages = (items + rows).flatMap { $0.split(separator: varying) }
        let text = (manual + "\n" + readme).replacing(#"\-"#, with: "-")
        let variables = text.matches(of: /\b(?:[A-Z]+_(?!STATE)[A-Z_]+|[a-z]+_proxy)\b/).map(\.output)
        // Names in the code, without the section that names those of others.
        let identifiers = try ["Sources/README.md", "Tests/README.md"].map(Self.textByHand).joined()
            .replacing(/(?s)## Names of the articles.*?(?=# The tests)/, with: "")
            .matches(of: /`([A-Za-z]\w{5,})`/).map(\.output.1)
        let lines = try Self.code(in: "Sources") + Self.code(in: "Tests") + DocumentationFile.names(in: "Tests")
        let names = Set(messages + variables + identifiers).map { $0.trimmingCharacters(in: .whitespaces) }
        for name in names where !name.isEmpty {
            let pattern = try Regex(NSRegularExpression.escapedPattern(for: name) + #"(?!\w)"#)
            #expect(lines.contains { $0.contains(name) && $0.contains(pattern) }, "the documentation names \(name)")
        }
        // Those of docker and tar, and an example.
        let options = Option.all.map(\.long) + ["init", "strip-components", "name"]
        for name in text.matches(of: /(?m)(?:(?:^|[\s`("])--|Fl Fl )([a-z][a-z-]+)/).map(\.output.1) {
            #expect(options.contains(String(name)), "man/btcq.1 or README.md names the option --\(name)")
        }
    }

    /// Those in the lines that are written by hand, with their units, except in the change log.
    @Test func numbers_areThoseThatAreKnown() throws {
        let known = """
            man/btcq.1 3 50ms 0 0 3 1 2 24hours 1.2 2 5m 90,000.00 90,000.00 90,000 90,000.00 1 2 8 24 68,901.23 5m 2.31% \
            0.42% 0.00% 2025 10 27 1970 5m 0 8 amillisec \(Age(CachePolicy.defaultBackgroundMaxAge)) 10 0 1m 3 1 10 0 1 \
            127.0.0.0/8 1 1 1 8.3 0700 0600 4 429 418 1 4 24hours 0 0 8 2 1 0.25 1m 1m 3s anhour 1h 451 403 8s 4s 4 6h 9h \
            4 4 4 1 1 5 6 4 2.36 1 1 2026 401
            README.md asec 6.3 6.2 12 22.04 6 6 3 0 4 2 twomin \(FetchLimits.defaultMaxTime.text) 50ms \
            \(FetchLimits.defaultTimeout.text) aday 0 0.7ms 0.35× 12 0.56× 13 1× 100ms 60 2.35 12 22.04 1 0 24hours 24 \
            24hours 0 0 0 0 0 0 8 0 0 3 2 68,901.23 18h 3 3 1 1 10minutes 5seconds 0 0 3 0 \
            \(Age(CachePolicy.defaultMaxStale)) 1 2 4 5s 3s 15s 451 403 4 8s 1m
            Sources/README.md 6.2 6.3 429 250ms 429 418 1 1 24hours 0 9/ 8601 8601 1.2× 2× 0.6MiB 6.5MiB 162 3.6ms 6.6ms 30 \
            8ms 14ms 1.12ms 1.32ms 5 5 3.3ms 2.3ms 12MiB 350 3 20ms 90ms 300 0 12 24hours asec
            scripts/README.md 1m asec 0 0 0.5s asec 8ms 30 12 13 8.14.1 3.5.9 1.7 0.52 0.56 0.58× 11 12ms 1 2ms 16ms 12 \
            14.0MiB 13.2MiB 1.8MiB 12
            scripts/segments/tmux.conf 68,901.23 18h 80 amin 90seconds 24hours 90s 80 80 90s
            """
        for words in known.split(separator: "\n").map({ $0.split(separator: " ").map(String.init) }) {
            let text = try Self.textByHand(words[0]).replacing(/(?m)^\d\.[ ]/, with: "")
                .replacing(/(?s)<!-- scripts\/bench.*?end -->|\n## Changes.*/, with: "")
            let number =
                /\d[\d.,:\/]*(?: ?(?:(?:ms|s|m|h|d|MiB|seconds|minutes|hours)\b|×|%))?|\b(?:an?|two) (?:milli)?(?:sec|min|hour|day)/
            let found = text.matches(of: number).map { match in
                match.output.replacing(" ", with: "").trimmingCharacters(in: CharacterSet(charactersIn: ".,:"))
            }
            expectLines(found, Array(words.dropFirst()), "in \(words[0]): run scripts/document, or change `known`")
        }
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
            let text = try Self.code(in: "Sources/\(target)")
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
        let segments = try DocumentationFile.names(in: "scripts/segments").map { "scripts/segments/\($0)" }
            .filter { !$0.hasSuffix(".png") }
        let commands = try (DocumentationFile.paths + segments).flatMap { path in
            try Self.commands(in: path).map { (path, command: $0.0, isForLogs: $0.isForLogs) }
        }
        #expect(commands.count > 35 && commands.filter(\.isForLogs).count == 6)
        // Of a segment with a variant in its comment, that of both.
        var policies: [String: CachePolicy] = [:]
        for (path, command, isForLogs) in commands {
            let typed = command.matches(of: /(?:'[^']*'|"[^"]*"|[^\s'"])+/).map(\.output)
            let arguments = typed.map { Array($0.filter { !"'\"".contains($0) }.utf8) }
            #expect(throws: Never.self, "\(path): btcq\(command)") {
                let options = try Parser.parse(arguments)
                let (isQuiet, cache) = (options.verbosity == .quiet, options.cachePolicy)
                // The text of the check for Nagios contains the messages.
                let mayReport = isQuiet || !segments.contains(path) || path.hasSuffix("/nagios")
                #expect(mayReport, "\(path): --quiet is missing: btcq\(command)")
                // Bars and prompts, for which the command is quiet and marks a stale price, run it often. Bars hide the output of
                // a command that fails.
                let isForBars = isQuiet && command.contains("{stale:")
                #expect(!isForBars || options.staleIsSuccess, "\(path): --stale-ok is missing: btcq\(command)")
                #expect(!isForBars || cache.maxAge > .zero, "\(path): each run fetches: btcq\(command)")
                let isVariant = isForBars && segments.contains(path)
                #expect(!isVariant || cache == policies[path, default: cache], "\(path): other ages: btcq\(command)")
                if isVariant { policies[path] = cache }
                #expect(!isForLogs || cache.maxStale == .zero, "\(path): --max-stale 0 is missing: btcq\(command)")
            }
        }
    }

    /// The lines that are not generated.
    private static func textByHand(_ path: String) throws -> String {
        let generated = try DocumentationPart.parts(of: path).flatMap { $0.lines([]) }
        return try DocumentationFile(path).lines.filter { !generated.contains($0) }.joined(separator: "\n")
    }

    /// The lines of the Swift files in a directory.
    private static func code(in directory: String) throws -> [String] {
        let root = DocumentationFile.root.appending(path: directory).path
        let files = try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(".swift") }
        return try files.flatMap { try DocumentationFile("\(directory)/\($0)").lines }
    }

    /// What follows `btcq`, and whether its output is appended to a file: in the code of the documentation, and in a segment.
    private static func commands(in path: String) throws -> [(String, isForLogs: Bool)] {
        let lines = try DocumentationFile(path).lines.joined(separator: "\n")
        let text = lines.replacing(#"\-"#, with: "-").replacing(#"\(aq"#, with: "'")
            .replacing("\\e\n", with: "")
        let isSegment = path.hasPrefix("scripts/segments/")
        let code = text.matches(of: /(?ms)^ *```.*?^ *```|`[^`\n]+`|^\.Dl [^\n]*|^\.Bd .*?^\.Ed/).map(\.output)
            .joined(separator: "\n")
        let command =
            /(?m)(?:^|[ (\/"'`=])btcq((?: +(?:'[^']*'|"[^"\n@]*"|[^\s'"|;&)<>`#]+)+)+)(?=[\s)"'`]|$)(?: *(>>))?/
        return (isSegment ? text : code).matches(of: command).map { (String($0.output.1), $0.output.2 != nil) }
            .filter { !isSegment || $0.0.contains(/^ +-/) }
    }
}
