import BTCPriceComposer
import Foundation
import Testing

@testable import BTCPriceCore
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

    @Test func changeLog_beginsWithTheVersionOfTheProgram() throws {
        let newest = try DocumentationFile("README.md").lines.first { $0.hasPrefix("### ") }
        #expect(newest?.split(separator: ",").first == "### \(AppDependencies.version)")
    }

    // MARK: Numbers and rules

    /// What the man page or the README says, with the numbers of the code.
    private static func facts() throws -> [String] {
        let refreshTime = try found(
            /maxTime = .*seconds\((\d+)\)/, "Sources/BTCQCommand/CommandLine/BackgroundRefresh.swift")
        let refreshInterval = try found(
            /refreshInterval = .*seconds\((\d+)\)/, "Sources/BTCPriceCore/Policy/RunDecision.swift")
        let messages = Messages(
            outcome: .noQuote(because: .background(.notDue(Age(.seconds(4)))), .noneStored),
            diagnostics: Diagnostics(), sources: [], otherSource: nil)
        let decimals = try Option.named("decimals").value?.choices() ?? []
        let shortest = (0...9).first { (try? parse(["-t", "\($0)ms", "-m", "\($0)ms"])) != nil } ?? 0
        let tls = try found(/CURL_SSLVERSION_TLSv(\w+)/, "Sources/BTCPriceNetworking/Curl/CurlHTTPClient.swift")
        let maxPriceAge = try found(
            /maxPriceAge.*seconds\((\d+)\)/, "Sources/BTCPriceNetworking/Sources/Exchange+Response.swift")
        return [
            // The contract. A run that waits for a lock or for stderr after its deadline ends earlier.
            "ends within 50 ms of this limit",
            "within 50 ms of --max-time (\(FetchWithFallback.defaultMaxTime.roundedText) by default)",
            "has not responded after \(FetchWithFallback.defaultTimeout.roundedText)",
            "--max-stale (\(Age(CachePolicy.defaultMaxStale)) by default)",
            "at most \(Age(CachePolicy.defaultMaxStale)) old",
            "A price that is \(Age(CachePolicy.defaultBackgroundMaxAge)) old is refreshed",
            "is at most \(Age(FetchLimits.maxDuration)).", "--timeout and --max-time are at least \(shortest)ms.",
            "more than \(Age(.seconds(Int64(maxPriceAge) ?? 0))) older than its own Date header",
            "TLS \(tls.replacing("_", with: ".")) or newer",
            "with N decimals (\(decimals.first ?? "") to \(decimals.last ?? ""))",
            "up to \(decimals.last ?? "") decimals",
            """
            mode 0\(try found(/mkdir\(.*0o(\d+)\)/, "Sources/BTCPricePersistence/CacheDirectory.swift")), its files have \
            mode 0\(try found(/open\(.*0o(\d+)\)/, "Sources/BTCPricePersistence/CacheDirectory.swift"))
            """,
            """
            at least \(Age(RateLimit.minDuration)); for \(Age(RateLimit.defaultDuration)) if the response does not say; \
            and at most for \(Age(RateLimit.maxDuration)).
            """,
            "takes at most \(refreshTime)s", "less than \(refreshInterval)s ago",
            PriceLoadingError.skipped(timeLeft: .seconds(8)).text(otherSource: nil),
            messages.warnings.joined().components(separatedBy: "; ")[1],
            StoreError.unusable(path: "BTC-USD.json", .directory).text,
            PriceLoadingError.blocked.text(otherSource: "kraken"),
            "toolchain \(try found(/swift-tools-version: (\S+)/, "Package.swift")) or newer",
            "(glibc \(try found(/newest_needed=(\S+)/, "scripts/test-build")))",
            "every \(try found(/(?m)^\*\/(\d+)/, "scripts/segments/crontab")) minutes",
            "one request in \(try found(/proxy_cache_valid any (\d+)s/, "scripts/segments/nginx-mirror.conf")) seconds",
            // Examples.
            "18h is the last known price, 18h old", "the age as in text: 5m", "price is 6h old",
        ]
    }

    @Test func numbers_areThoseOfTheCode() throws {
        let files = try ["README.md", "man/btcq.1"].map(DocumentationFile.init)
        let facts = try Self.facts() + Self.rules.map(\.text)
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

    private static let rules: [(text: String, holds: @Sendable () throws -> Bool)] = [
        ("-offline cancels this option.", { try parse(["-ob"]).cachePolicy.mode == .offline }),
        ("-verbose, the last one wins.", { try parse(["-vq"]).verbosity == .quiet }),
        ("contradict each other, the last one wins.", { try parse(["-jc"]).format.name == "csv" }),
        (
            "A currency has 2 decimals, and JPY none.",
            { Currency.allCases.allSatisfy { $0.defaultDecimals == ($0 == .jpy ? 0 : 2) } }
        ),
        (
            "Names of sources, formats and currencies may be in upper or lower case.",
            {
                for option in Option.all where ["SOURCE", "NAME", "CODE"].contains(option.value?.name) {
                    for name in option.value?.choices() ?? [] {
                        _ = try parse(["--\(option.long)", name.uppercased()])
                    }
                }
                return true
            }
        ),
    ]

    @Test(arguments: rules.indices)
    func rule_holds(_ index: Int) throws {
        let holds = try Self.rules[index].holds()
        #expect(holds, "not true, but in man/btcq.1: \(Self.rules[index].text)")
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
            .replacing(#"\-"#, with: "-").replacing(#"\(aq"#, with: "'")
        let code = text.matches(of: /(?ms)^ *```.*?^ *```|`[^`\n]+`|^\.Dl [^\n]*/).map(\.output).joined(separator: "\n")
        for call in code.matches(of: /(?m)(?:^|[ (\/"`])btcq((?: +(?:'[^']*'|[^\s'"|;&)<>`#]+)+)+)(?=[\s)"`]|$)/) {
            let arguments = call.1.matches(of: /(?:'[^']*'|[^\s'])+/).map { $0.output.filter { $0 != "'" } }
            #expect(throws: Never.self, "\(path): btcq\(call.1)") { try parse(arguments) }
        }
    }
}
