import BTCPriceComposer
import Foundation
import Platform
import Testing

@testable import BTCPriceCore
@testable import BTCPriceNetworking
@testable import BTCPricePresentation
@testable import BTCQCommand
@testable import Curl

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

    @Test func changeLog_beginsWithTheVersionOfTheProgram() throws {
        let newest = try DocumentationFile("README.md").lines.first { $0.hasPrefix("### ") }
        #expect(newest?.split(separator: ",").first == "### \(AppDependencies.version)")
    }

    // MARK: Numbers and rules

    /// A sentence, or a part of one, of the man page or the README, and whether it is true.
    struct Fact: CustomTestStringConvertible {
        let testDescription: String
        let isTrue: Bool

        init(_ text: String, _ isTrue: Bool = true) {
            (testDescription, self.isTrue) = (text, isTrue)
        }
    }

    /// With the numbers of the code.
    private static func numbers() throws -> [Fact] {
        let message = Messages(
            Outcome(.noQuote(because: .background(.notDue(Age(.seconds(4)))), .noneStored)), sources: [], proxy: nil)
        let request = RunRequest(currency: .usd, sources: [], policy: CachePolicy(), limits: FetchLimits())
        let refreshInterval = (0...60).first { seconds in
            let start = Timestamp(milliseconds: 0)
            return request.isRefreshDue(after: start, [], at: start + .seconds(seconds))
        }
        let certificates = Environment { ["SSL_CERT_FILE", "SSL_CERT_DIR"].contains($0) ? [0x2F] : nil }
        let firstCurlWithBoth = (0...99).first { minor in
            CertificateTrust(certificates, curlVersion: 8 << 16 | minor << 8).file != nil
        }
        let statuses = [ExitStatus.success, .noQuote, .usage, .stale, .notWritten].map(\.rawValue)
        let (success, noQuote, usage) = (statuses[0], statuses[1], statuses[2])
        let (stale, notWritten) = (statuses[3], statuses[4])
        let limits = (400..<500).filter(HTTPStatus.isRateLimit).map { "\($0)" }.reversed().joined(separator: " or ")
        let blocked = (400..<500).first { HTTPStatus.isBlocked($0) && !HTTPStatus.isBlockedForLegalReasons($0) } ?? 0
        let legal = (400..<500).first(where: HTTPStatus.isBlockedForLegalReasons) ?? 0
        let liveTime = try found(/jq -r[^|]*. ([0-9.]+ ×)/, "scripts/README.md")
        let cachedTime = try found(/cached quote[^|]*. [^|]* . ([0-9.]+ ms)/, "scripts/README.md")
        return try [
            "\(FetchLimits.defaultMaxTime.text) for all it does, exceeded by at most 50 ms",
            "asked after \(FetchLimits.defaultTimeout.text)",
            "at most \(Age(CachePolicy.defaultMaxStale)) old",
            "A price that is \(Age(CachePolicy.defaultBackgroundMaxAge)) old is refreshed",
            "is at most \(Age(FetchLimits.maxDuration)).",
            "--timeout and --max-time are at least \(FetchLimits.minDuration.text).",
            "more than \(Age(SourceRegistry.exchanges[0].maxPriceAge)) older than its own Date header",
            "with N decimals (\(Decimals.rangeText))",
            "A price under 1 has at least \(Currency.usd.defaultDecimals) and up to \(Decimals.range.upperBound) decimals",
            """
            at least \(Age(RateLimit.minDuration)); for \(Age(RateLimit.defaultDuration)) if the response does not say; \
            and at most for \(Age(RateLimit.maxDuration)).
            """,
            "takes at most \(BackgroundRefresh.maxTime.text)", "less than \(refreshInterval ?? 0)s ago",
            PriceLoadingError.skipped(timeLeft: .seconds(8)).text(otherSource: nil),
            message.warnings.joined().components(separatedBy: "; ")[1],
            "\(cachedTime) from the cache", "before curl 8.\(firstCurlWithBoth ?? 0) ",
            "every \(found(/(?m)^\*\/(\d+)/, "scripts/segments/crontab")) minutes",
            "one request in \(found(/proxy_cache_valid any (\d+)s/, "scripts/segments/nginx-mirror.conf")) seconds",
            // Statuses.
            "and the exit status is \(stale).", "It is printed with status \(success), and no source is asked",
            "with status \(success) if --max-age accepts it, and with status \(stale) otherwise",
            "nothing is printed, and the status is \(noQuote).", "a command whose status is not \(success).",
            "end with status \(success) then", "where that signal is ignored, the status is \(notWritten).",
            "the status is \(noQuote), after a usage error \(usage), and \(notWritten) if",
            "this run fetched it | \(success) |", "by default (0), none is | \(success) |",
            "no older than --max-stale (\(Age(CachePolicy.defaultMaxStale))) | \(stale); with --stale-ok \(success) |",
            // What others define.
            "reported a rate limit (HTTP \(limits), ",
            PriceLoadingError.blocked("HTTP \(legal)", isCertain: true).text(otherSource: "kraken"),
            PriceLoadingError.blocked("HTTP \(blocked)", isCertain: false).text(otherSource: "kraken"),
            "HTTP \(legal), HTTP \(blocked)",
            "in milliseconds since \(Timestamp(milliseconds: 0).iso8601Milliseconds.prefix(4))",
            "\(liveTime) the time",
        ].map { Fact($0) }
    }

    /// What a number means is shown by the test of this name.
    private static let tested = [
        "ends within 50 ms of this limit": "run_whenBothSourcesStall_endsAtItsDeadline",
        "TLS 1.2 or newer": "tlsOlderThan12_isRejected",
        "quote until half of their --max-time has passed": "run_whenLockIsHeldForHalfOfItsTime_fetchesWithoutIt",
        "mode 0700, its files have mode 0600": "directoriesAndFiles_haveTheirModesWhateverTheUmaskIs",
    ]

    private static func rules() throws -> [Fact] {
        func isBaseURL(_ url: String) -> Bool { (try? BaseURL.checked(Array(url.utf8))) != nil }
        let tests = try FileManager.default.subpathsOfDirectory(
            atPath: DocumentationFile.root.appending(path: "Tests").path
        )
        .filter { $0.hasSuffix("Tests.swift") }.flatMap { try DocumentationFile("Tests/\($0)").lines }
        return try tested.map { fact in Fact(fact.key, tests.contains { $0.contains("func \(fact.value)(") }) } + [
            Fact(
                "TEXT if the quote is not stale",
                QuoteFormatter.template(try Template(Array("{fresh:x}".utf8))).text(
                    for: DeliveredQuote(.sample(), .fresh), decimals: nil) == [
                        0x78
                    ]),
            Fact("With 0, no cached quote is accepted.", parse("").cachePolicy.maxAge == .zero),
            Fact("-offline cancels this option.", parse("-ob").cachePolicy.mode == .offline),
            Fact("-verbose, the last one wins.", parse("-vq").verbosity == .quiet),
            Fact("contradict each other, the last one wins.", parse("-jc").format.name == "csv"),
            Fact(
                "A currency has 2 decimals, and JPY none.",
                Currency.allCases.allSatisfy { $0.defaultDecimals == ($0 == .jpy ? 0 : 2) }),
            Fact(
                "If only --max-time is given, --timeout is at most half of it.",
                parse("-m1s").limits.timeout == .milliseconds(500)),
            Fact(
                "If only --timeout is given, --max-time is at least twice that.",
                parse("-t3s").limits.maxTime == .seconds(6)),
            Fact(
                "loopback host (127.0.0.0/8, [::1] or localhost)",
                ["127.0.0.0", "127.255.255.255", "[::1]", "localhost"].allSatisfy { isBaseURL("http://\($0)") }
                    && !["126.255.255.255", "128.0.0.0", "[::2]"].contains { isBaseURL("http://\($0)") }),
            Fact(
                "Names of sources, formats and currencies may be in upper or lower case.",
                Option.all.filter { ["SOURCE", "NAME", "CODE"].contains($0.value?.name) }.allSatisfy { option in
                    option.choices.allSatisfy { (try? parse("--\(option.long) \($0.uppercased())")) != nil }
                }),
        ]
    }

    @Test(arguments: try numbers() + rules())
    func fact_isStatedAndTrue(_ fact: Fact) throws {
        #expect(fact.isTrue, "not true, or not tested any more")
        let isStated = try Self.filesOfFacts().contains { $0.prose().contains(fact.testDescription) }
        #expect(isStated, "write in README.md or in man/btcq.1, or correct")
    }

    private static func filesOfFacts() throws -> [DocumentationFile] {
        try ["README.md", "man/btcq.1"].map(DocumentationFile.init)
    }

    /// Numbers of examples, and of what is not a part of this program.
    private static let examples = [
        "in 24 hours", "24 hours before", "$68,901.23 (18h old)", "no response in 5s", "--timeout 3s",
        "rate limited for another 8s", "--max-age 1m", "--max-time 15s", "the age as in text: 5m", "(cached, 5m old)",
        "$68,901.23 (5m old)", "price is 6h old", "price is 9h in the future", #"+2.31%, \-0.42% or 0.00%"#,
        "macOS 15", #" of curl \| jq, measured on loopback by scripts/bench | 1 ×"#, "watch -n 60 btcq",
        "jq 1.6 rounds", "glibc 2.36 or newer", "process 1", "Since May 2026", "responds with HTTP 401",
        "Debian 12, Ubuntu 22.04", "--strip-components=1", "Swift 6.2",
    ]

    @Test(arguments: try filesOfFacts())
    func numbers_areThoseOfFactsOrExamples(_ file: DocumentationFile) throws {
        let facts = try (Self.numbers() + Self.rules()).map(\.testDescription) + Self.examples
        let generated = try DocumentationPart.parts(of: file.path).flatMap { $0.lines([]) }
        let prose = file.prose(without: Set(generated.filter { $0.contains(where: \.isNumber) }))
        // Not those of names, such as `IPv6`.
        let numbers = facts.reduce(prose) { $0.replacing($1, with: "") }
            .matches(of: /[^.|]{0,40}(?:^|[^\w.-])\d[^|]{0,20}/).map(\.output)
        let areTied = numbers.isEmpty
        #expect(areTied, "add to the facts what ties this to the code:\n\(numbers.joined(separator: "\n"))")
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
        for command in try Self.commands(DocumentationFile(path).lines) {
            #expect(throws: Never.self, "\(path): btcq \(command)") { try parse(command) }
        }
    }

    @Test(arguments: [
        (
            "README.md", "## Recipes",
            [
                "max-stale=0.0 seconds format=number decimals=0", "format=json", "format=template",
                "currency=EUR primary=kraken fallback=none", "max-stale=0.0 seconds format=csv", "format=number",
            ]
        ),
        ("man/btcq.1", ".Sh PROMPTS", ["format=template verbosity=quiet background stale-ok"]),
        ("man/btcq.1", ".Sh BARS", ["max-age=60.0 seconds format=template verbosity=quiet stale-ok"]),
        ("man/btcq.1", ".Sh CRON", ["max-stale=0.0 seconds format=csv verbosity=quiet"]),
        (
            "man/btcq.1", ".Sh EXAMPLES",
            [
                "currency=EUR", "currency=GBP primary=kraken fallback=none", "format=template",
                "max-stale=0.0 seconds format=number decimals=0", "format=number",
                "max-age=60.0 seconds format=template verbosity=quiet",
                "currency=EUR max-age=60.0 seconds format=template verbosity=quiet", "format=template",
                "primary=kraken fallback=bitstamp verbosity=verbose", "timeout=3.0 seconds",
                "max-stale=3600.0 seconds offline",
            ]
        ),
    ])
    func commands_doWhatTheTextSays(_ path: String, _ heading: String, _ expected: [String]) throws {
        let section = try DocumentationFile(path).lines.drop { $0 != heading }.dropFirst()
            .prefix { !$0.hasPrefix(heading.prefix(3)) }
        let options = try Self.commands(section).map { try parse($0).testDescription }
        expectLines(options, expected, "\(path), \(heading)")
    }

    /// What follows `btcq`.
    private static func commands(_ lines: some Sequence<String>) -> [String] {
        let text = lines.joined(separator: "\n").replacing(/\s# .*/, with: "").replacing(#"\-"#, with: "-")
            .replacing(#"\(aq"#, with: "'").replacing("\\e\n", with: "")
        let code = text.matches(of: /(?ms)^ *```.*?^ *```|`[^`\n]+`|^\.Dl [^\n]*|^\.Bd .*?^\.Ed/).map(\.output)
            .joined(separator: "\n")
        return code.matches(of: /(?m)(?:^|[ (\/"'`])btcq((?: +(?:'[^']*'|[^\s'"|;&)<>`#]+)+)+)(?=[\s)"`]|$)/)
            .map { String($0.output.1) }
    }

    @Test func recipe_distinguishesTheStatuses() throws {
        let recipe = try DocumentationFile("README.md").lines.drop { $0 != "case $status in" }.dropFirst().prefix(3)
        expectLines(
            Array(recipe),
            [
                "\(ExitStatus.success.rawValue)) echo \"current: $price\" ;;",
                "\(ExitStatus.stale.rawValue)) echo \"old: $price\" ;;", "*) echo \"no price\" >&2 ;;",
            ], "README.md")
    }
}
