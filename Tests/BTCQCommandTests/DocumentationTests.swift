import BTCPriceComposer
import Foundation
import Testing

@testable import BTCPriceCore
@testable import BTCPriceNetworking
@testable import BTCPricePresentation
@testable import BTCQCommand

/// The four README files and the man page: what they say follows from the code, or is compared with it.
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
        let changes = updated.difference(from: file.lines).map { change in
            switch change {
            case .remove(let line, let text, _): "\(path):\(line + 1): - \(text)"
            case .insert(let line, let text, _): "\(path):\(line + 1): + \(text)"
            }
        }
        #expect(changes.isEmpty, "run scripts/document, which makes these changes:\n\(changes.joined(separator: "\n"))")
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

    @Test func changeLog_beginsWithTheVersionOfTheProgram() throws {
        let newest = try DocumentationFile("README.md").lines.first { $0.hasPrefix("### ") }
        #expect(newest?.split(separator: ",").first == "### \(AppDependencies.version)")
    }

    // MARK: Numbers and rules

    /// What the man page or the README says, with the numbers of the code.
    private static func facts() throws -> [String] {
        let decimals = Decimals.range
        let message = Messages(
            Outcome(.noQuote(because: .background(.notDue(Age(.seconds(4)))), .noneStored)), sources: [], proxy: nil)
        let request = RunRequest(currency: .usd, sources: [], policy: CachePolicy(), limits: FetchLimits())
        let refreshInterval = (0...60).first { seconds in
            let start = Timestamp(milliseconds: 0)
            return request.isRefreshDue(after: start, [], at: start + .seconds(seconds))
        }
        let cachedTime = try found(/cached quote[^|]*. [^|]* . ([0-9.]+ ms)/, "scripts/README.md")
        return try [
            "\(FetchLimits.defaultMaxTime.text) for all it does, kept within 50 ms",
            "asked after \(FetchLimits.defaultTimeout.text)",
            "at most \(Age(CachePolicy.defaultMaxStale)) old",
            "A price that is \(Age(CachePolicy.defaultBackgroundMaxAge)) old is refreshed",
            "is at most \(Age(FetchLimits.maxDuration)).",
            "--timeout and --max-time are at least \(FetchLimits.minDuration.text).",
            "more than \(Age(SourceRegistry.exchanges[0].maxPriceAge)) older than its own Date header",
            "with N decimals (\(Decimals.rangeText))", "up to \(decimals.upperBound) decimals",
            """
            at least \(Age(RateLimit.minDuration)); for \(Age(RateLimit.defaultDuration)) if the response does not say; \
            and at most for \(Age(RateLimit.maxDuration)).
            """,
            "takes at most \(BackgroundRefresh.maxTime.text)", "less than \(refreshInterval ?? 0)s ago",
            PriceLoadingError.skipped(timeLeft: .seconds(8)).text(otherSource: nil),
            message.warnings.joined().components(separatedBy: "; ")[1],
            "\(cachedTime) from the cache",
            "every \(found(/(?m)^\*\/(\d+)/, "scripts/segments/crontab")) minutes",
            "one request in \(found(/proxy_cache_valid any (\d+)s/, "scripts/segments/nginx-mirror.conf")) seconds",
            // What a change is called, not a number of the code.
            "in 24 hours", "24 hours before",
            // Examples.
            "$68,901.23 (18h old)", "no response in 5s", "--timeout 3s", "rate limited for another 8s", "--max-age 1m",
            "--max-time 15s",
            "the age as in text: 5m", "(cached, 5m old)", "$68,901.23 (5m old)",
            "price is 6h old", "price is 9h in the future",
        ]
    }

    /// What the man page says, and the test that shows it.
    private static let testedFacts = [
        "ends within 50 ms of this limit": "run_whenBothSourcesStall_endsAtItsDeadline",
        "TLS 1.2 or newer": "tlsOlderThan12_isRejected",
        "mode 0700, its files have mode 0600": "directoriesAndFiles_haveTheirModesWhateverTheUmaskIs",
        "before curl 8.3": "init_readsVariablesAsCurlDoes",
        "(127.0.0.0/8, [::1] or localhost)": "checked_whenURLIsAllowed_hasLowerCaseSchemeAndNoTrailingSlash",
    ]

    @Test(arguments: testedFacts)
    func factInTheManual_isShownByATest(_ fact: String, _ name: String) throws {
        let paths = try FileManager.default.subpathsOfDirectory(
            atPath: DocumentationFile.root.appending(path: "Tests").path)
        let isTested = try paths.contains { path in
            guard path.hasSuffix("Tests.swift") else { return false }
            return try DocumentationFile("Tests/\(path)").lines.contains { $0.contains("func \(name)(") }
        }
        #expect(isTested, "name the test that shows: \(fact)")
    }

    @Test func numbers_areThoseOfTheCode() throws {
        let files = try ["README.md", "man/btcq.1"].map(DocumentationFile.init)
        let facts = try Self.facts() + Self.testedFacts.keys + Self.rules.map(\.text)
        for fact in facts {
            let isStated = files.contains { $0.prose().contains(fact) }
            #expect(isStated, "write in README.md or in man/btcq.1, or correct: \(fact)")
        }
        let amount =
            /\d+ ?(?:ms|s|m|h|d|days?|decimals|hours?|KiB|MiB|minutes?|seconds?)\b|TLS \d\S*|\d to \d|\b0\d00\b/
        for file in files {
            let generated = try DocumentationPart.parts(of: file.path).flatMap { $0.lines([]) }
            let prose = file.prose(without: Set(generated.filter { $0.contains(where: \.isNumber) }))
            for sentence in facts.reduce(prose, { $0.replacing($1, with: "") }).split(separator: ". ") {
                let isTied = sentence.firstMatch(of: amount) == nil
                #expect(isTied, "\(file.path): add to the facts what ties this to the code: \(sentence)")
            }
        }
    }

    struct Rule: CustomTestStringConvertible {
        let text: String
        let holds: @Sendable () throws -> Bool

        var testDescription: String { text }
    }

    private static let rules = [
        Rule(text: "-offline cancels this option.") { try parse(["-ob"]).cachePolicy.mode == .offline },
        Rule(text: "-verbose, the last one wins.") { try parse(["-vq"]).verbosity == .quiet },
        Rule(text: "contradict each other, the last one wins.") { try parse(["-jc"]).format.name == "csv" },
        Rule(text: "A currency has 2 decimals, and JPY none.") {
            Currency.allCases.allSatisfy { $0.defaultDecimals == ($0 == .jpy ? 0 : 2) }
        },
        Rule(text: "If only --max-time is given, --timeout is at most half of it.") {
            try parse(["-m1s"]).limits.timeout == .milliseconds(500)
        },
        Rule(text: "If only --timeout is given, --max-time is at least twice that.") {
            try parse(["-t3s"]).limits.maxTime == .seconds(6)
        },
        Rule(text: "Names of sources, formats and currencies may be in upper or lower case.") {
            for option in Option.all where ["SOURCE", "NAME", "CODE"].contains(option.value?.name) {
                for name in option.choices { _ = try parse(["--\(option.long)", name.uppercased()]) }
            }
            return true
        },
    ]

    @Test(arguments: rules)
    func ruleOfTheManual_holds(_ rule: Rule) throws {
        let holds = try rule.holds()
        #expect(holds, "not true, but in man/btcq.1: \(rule.text)")
    }

    private static func found(_ regex: Regex<(Substring, Substring)>, _ path: String) throws -> String {
        let text = try DocumentationFile(path).lines.joined(separator: "\n")
        return String(try #require(text.firstMatch(of: regex), "adapt DocumentationTests: no match in \(path)").1)
    }

    // MARK: Names, links and commands

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

    @Test(arguments: DocumentationFile.paths)
    func commands_parse(_ path: String) throws {
        let text = try DocumentationFile(path).lines.joined(separator: "\n").replacing(/\s# .*/, with: "")
            .replacing(#"\-"#, with: "-").replacing(#"\(aq"#, with: "'").replacing("\\e\n", with: "")
        let code = text.matches(of: /(?ms)^ *```.*?^ *```|`[^`\n]+`|^\.Dl [^\n]*|^\.Bd .*?^\.Ed/).map(\.output).joined(
            separator: "\n")
        for call in code.matches(of: /(?m)(?:^|[ (\/"`])btcq((?: +(?:'[^']*'|[^\s'"|;&)<>`#]+)+)+)(?=[\s)"`]|$)/) {
            let arguments = call.1.matches(of: /(?:'[^']*'|[^\s'])+/).map { $0.output.filter { $0 != "'" } }
            #expect(throws: Never.self, "\(path): btcq\(call.1)") { try parse(arguments) }
        }
    }
}
