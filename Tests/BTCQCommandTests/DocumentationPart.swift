import BTCPriceComposer
import BTCPriceCore
import BTCPriceNetworking
import BTCPricePresentation
import Foundation
import Platform
import Testing

@testable import BTCQCommand

/// Generated lines of the documentation.
struct DocumentationPart {
    let name: String
    /// Makes the lines from the present ones, of which it keeps those that are written by hand.
    let lines: (_ old: ArraySlice<String>) -> [String]

    /// In the order of the file.
    static func parts(of path: String) throws -> [DocumentationPart] {
        switch path {
        case "README.md":
            [
                fixed("example", ["```console"] + (try example()) + ["```"]),
                table("formats", ["format", "prints", "example"], try FormatRegistry.formats.map(row)),
                table("statuses", ["status", "meaning"], ExitStatus.allCases.map { ["\($0.rawValue)", $0.meaning] }),
                table(
                    "sources", ["source", "host"] + Currency.allCases.map(\.code) + ["note"],
                    try SourceRegistry.exchanges.map(row) + [defaultSources()]),
            ]
        case "Sources/README.md": [fixed("targets", ["```"] + (try layers()) + ["```"])]
        case "scripts/README.md": [table("scripts", ["script", "purpose"], try scripts())]
        case DocumentationFile.mirror:
            [
                fixed(
                    "_URL=",
                    SourceRegistry.exchanges.map { "#     \($0.urlVariable)=https://mirror.example/\($0.name)" }),
                fixed(
                    "proxy_pass ",
                    SourceRegistry.exchanges.map { "    location /\($0.name)/ { proxy_pass \($0.baseURL)/; }" }),
            ]
        case "man/btcq.1": try manual()
        default: []
        }
    }

    private static func fixed(_ name: String, _ lines: [String]) -> DocumentationPart {
        DocumentationPart(name: name) { _ in lines }
    }

    // MARK: Examples

    /// The quote of the examples, stale if it has an age.
    private static func quote(age: Duration? = nil) throws -> DeliveredQuote {
        let source = SourceRegistry.exchanges[0]
        let quote = PriceQuote(
            price: try #require(Price("68901.23".utf8)), currency: source.pairs[0].currency, pair: source.pairs[0].name,
            timestamp: try #require(Timestamp(iso8601: Array("2025-10-27T19:56:39.123Z".utf8))), source: source.name)
        return DeliveredQuote(quote: quote, isCached: age != nil, isStale: age != nil, age: Age(age ?? .zero))
    }

    private static func lines(_ format: any QuoteFormatter, age: Duration? = nil) throws -> [String] {
        let line = format.line(for: try quote(age: age), decimals: nil)
        return String(decoding: line, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// A live quote, and a stale one after a fetch that failed.
    private static func example() throws -> [String] {
        let (text, age) = (FormatRegistry.formats[0], Duration.seconds(300))
        let reports = [
            SourceReport(source: "binance", .unexpectedStatus(500)),
            SourceReport(source: "coinbase", .timedOut(after: FetchWithFallback.defaultMaxTime)),
        ]
        let messages = Messages(
            outcome: .stale(try quote(age: age).quote, Age(age), because: .failed(reports)),
            diagnostics: Diagnostics(), sources: reports.map(\.source), otherSource: nil)
        return try ["$ btcq"] + lines(text) + ["$ btcq"] + lines(text, age: age)
            + messages.warnings.map { "btcq: \($0)" }
    }

    // MARK: Tables

    private static func table(_ name: String, _ heading: [String], _ rows: [[String]]) -> DocumentationPart {
        fixed(name, ([heading, heading.map { _ in "---" }] + rows).map { "| \($0.joined(separator: " | ")) |" })
    }

    private static func row(_ format: any QuoteFormatter) throws -> [String] {
        let line = try #require(try lines(format).first { !$0.hasPrefix("#") })
        return [
            "`\(format.name)`", format.summary + (format.impliesStaleOK ? "; implies --stale-ok" : ""), "`\(line)`",
        ]
    }

    private static func row(_ exchange: any Exchange) -> [String] {
        ["`\(exchange.name)`", "`\(exchange.host)`"] + Currency.allCases.map { exchange.pair(in: $0)?.name ?? "" }
            + [(exchange.pairs.compactMap(\.note) + exchange.keyNote).joined(separator: "; ")]
    }

    private static func defaultSources() throws -> [String] {
        let names = try Currency.allCases.map { currency in
            let selection = try SourceSelection(SourceChoice(currency: currency), Environment { _ in nil })
            return selection.sources.map(\.name).joined(separator: ", ")
        }
        return ["by default", ""] + names + ["without a key"]
    }

    /// Each script says on its second line what it does.
    private static func scripts() throws -> [[String]] {
        try DocumentationFile.names(in: "scripts").map { "scripts/\($0)" }.compactMap { path in
            let script = try? DocumentationFile(path)
            guard let script, script.lines[0].hasPrefix("#!") else { return nil }
            return ["`\(path)`", "\(script.lines[1].trimmingPrefix("# "))"]
        }
    }

    /// The targets of Sources, and what each depends on.
    static func targets() throws -> [(name: Substring, dependencies: [Substring])] {
        let manifest = try DocumentationFile("Package.swift").lines.joined()
        let names = try DocumentationFile.names(in: "Sources")
        return manifest.matches(of: /arget\(\s*name: "(\w+)"(?:,\s*dependencies: \[([^\]]*)\])?/)
            .filter { names.contains("\($0.1)") }.map { ($0.1, ($0.2 ?? "").matches(of: /\w+/).map(\.output)) }
    }

    /// The targets in rows. Each depends only on targets of the rows below its own.
    private static func layers() throws -> [String] {
        var targets = try targets()
        var rows: [[Substring]] = []
        while !targets.isEmpty {
            rows.append(targets.filter { Set(targets.map(\.name)).isDisjoint(with: $0.dependencies) }.map(\.name))
            targets.removeAll { rows.joined().contains($0.name) }
        }
        return rows.reversed().map { $0.joined(separator: "  ") }
    }

    // MARK: The man page

    private typealias Item = (head: String, lines: [String])

    private static func manual() throws -> [DocumentationPart] {
        let newest = try #require(try DocumentationFile("README.md").lines.first { $0.hasPrefix("### ") })
        let date = newest.suffix(10).split(separator: "-").compactMap { Int($0) }
        let months = "January February March April May June July August September October November December"
        let day = "\(months.split(separator: " ")[date[1] - 1]) \(date[2]), \(date[0])"
        let variables: [Item] = Option.all.compactMap { option in
            option.variable.map { ("Ev \($0.name)", mdoc("the default of --\(option.long)")) }
        }
        return [fixed("version", [".Dd \(day)", ".Dt BTCQ 1", ".Os btcq \(AppDependencies.version)"])]
            + Option.groups.map { group in
                list("options \(group.title.lowercased())", group.options.map { ($0.head, mdoc($0.text)) })
            } + [
                list("sources", SourceRegistry.exchanges.map { ("Cm \($0.name)", mdoc($0.text)) }),
                list("formats", try FormatRegistry.formats.map { ("Cm \($0.name)", try description(of: $0)) }),
                list("placeholders", Template.placeholders.map { ("Li \($0)", []) }),
                list("variables of options", variables),
                list("variables of sources", SourceRegistry.exchanges.flatMap(Self.variables)),
                list("statuses", ExitStatus.allCases.map { ("\($0.rawValue)", mdoc($0.meaning)) }),
                fixed("example", try example().map(display)),
            ]
    }

    private static func list(_ name: String, _ items: [Item]) -> DocumentationPart {
        DocumentationPart(name: name) { old in
            items.flatMap { item in
                let present = old.drop { $0 != ".It \(item.head)" }.dropFirst().prefix { !$0.hasPrefix(".It ") }
                let kept = Array(present.drop { $0 != DocumentationFile.byHand })
                return [".It \(item.head)"] + item.lines
                    + (item.lines.isEmpty && kept.isEmpty ? [DocumentationFile.byHand] : kept)
            }
        }
    }

    /// Sentences as lines of mdoc, in which options and variables (`--name`, `-n`, `$NAME`) are macros.
    private static func mdoc(_ text: String) -> [String] {
        var lines = [".Pp"]
        for word in "\(text.prefix(1).uppercased())\(text.dropFirst()).".split(separator: " ") {
            if let name = word.wholeMatch(of: /(--|-|\$)([A-Za-z][\w-]*)([.,;]?)/) {
                let macro = name.1 == "--" ? "Fl Fl" : name.1 == "-" ? "Fl" : "Ev"
                lines.append(".\(macro) \(name.2)\(name.3.isEmpty ? "" : " \(name.3)")")
            } else if lines[lines.count - 1].wholeMatch(of: /\..*|.*\.|.{64,}/) != nil {
                lines.append(String(word).replacing(/^'/, with: #"\(aq"#))
            } else {
                lines[lines.count - 1] += " \(word)"
            }
        }
        return Array(lines.dropFirst())
    }

    /// An indented line, which may be broken after a comma or a brace.
    private static func display(_ line: String) -> String {
        ".Dl " + line.replacing(/[,{](?=\D)/) { "\($0.output)\\:" }.replacing("-", with: #"\-"#)
    }

    private static func description(of format: any QuoteFormatter) throws -> [String] {
        let exact = format.isAlwaysExact ? ". The price is always exact" : ""
        let header = [format.header].compactMap(\.self)
        return mdoc(format.summary + exact + (format.impliesStaleOK ? ". Implies --stale-ok" : ""))
            + (header + (try lines(format)).filter { !$0.hasPrefix("#") }).map(display)
    }

    private static func variables(of exchange: any Exchange) -> [Item] {
        [("Ev \(exchange.urlVariable)", mdoc("the base URL of \(exchange.name), by default \(exchange.baseURL)"))]
            + (exchange.keyVariable.map { [("Ev \($0)", mdoc("the key of \(exchange.name)"))] } ?? [])
    }
}

extension Option {
    /// `Fl t Ar duration , Fl Fl timeout Ns = Ns Ar duration`.
    fileprivate var head: String {
        let value = value?.name.lowercased()
        let short = short.map { "Fl \($0)\(value.map { " Ar \($0)" } ?? "") , " } ?? ""
        return "\(short)Fl Fl \(long)\(value.map { " Ns = Ns Ar \($0)" } ?? "")"
    }

    /// The summary, which ends in the default in brackets, as sentences.
    fileprivate var text: String {
        summary.replacing(/^--/, with: "the same as --").replacing(/[ ]\[(\$\w+,)?(.*)\]$/) { match in
            ". Default: \(match.1.map { "\($0) or" } ?? "")\(match.2)"
        }
    }
}

extension Exchange {
    fileprivate var host: String { "\(baseURL.trimmingPrefix("https://"))" }

    fileprivate var keyNote: [String] { keyVariable.map { ["needs a key in $\($0)"] } ?? [] }

    fileprivate var text: String {
        let pairs = pairs.map { pair in pair.name + (pair.note.map { " (\($0))" } ?? "") }
        return "at \(host): " + ([pairs.joined(separator: ", ")] + keyNote).joined(separator: "; ")
    }
}
