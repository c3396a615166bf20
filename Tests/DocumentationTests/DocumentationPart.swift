import BTCPriceComposer
import BTCPricePresentation
import Foundation
import SampleValues
import StubExchange
import TestSupport
import Testing

@testable import BTCPriceCore
@testable import BTCPriceNetworking
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
                fixed("formats", formats()),
                table(
                    "sources", ["source", "currencies", "change in 24 h", "note"],
                    SourceRegistry.exchanges.map(row) + [try defaultSources()]),
            ]
        case "Sources/README.md": [fixed("targets", ["```"] + (try layers()) + ["```"])]
        case "scripts/README.md": [table("scripts", ["script", "purpose"], try scripts())]
        case DocumentationFile.mirror:
            [
                fixed(
                    "_URL=",
                    SourceRegistry.exchanges.map { "#     \($0.urlVariable)=https://mirror.example/\($0.source.name)" }),
                fixed(
                    "proxy_pass ",
                    SourceRegistry.exchanges.map { "    location /\($0.source.name)/ { proxy_pass \($0.baseURL)/; }" }),
            ]
        case "man/btcq.1": try manual()
        default: []
        }
    }

    private static func fixed(_ name: String, _ lines: [String]) -> DocumentationPart {
        DocumentationPart(name: name) { _ in lines }
    }

    private static func sentence(_ name: String, _ text: String) -> DocumentationPart { fixed(name, mdoc(text)) }

    // MARK: Examples

    /// Stale if it has an age.
    private static func quote(age: Duration? = nil) throws -> DeliveredQuote {
        let source = AppDependencies.sources[0]
        let quote = PriceQuote.sample(
            before: "67345.10", pair: try #require(source.pair(in: .usd)).name, from: source.name)
        return DeliveredQuote(quote, age == nil ? .live : .stale, age: Age(age ?? .zero))
    }

    private static func lines(_ format: QuoteFormatter, age: Duration? = nil) throws -> [String] {
        let text = format.text(try quote(age: age), nil)
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// A live quote, and a stale one after a fetch that failed.
    private static func example() throws -> [String] {
        let (text, age) = (FormatRegistry.formats[0], Duration.seconds(300))
        var diagnostics = Diagnostics()
        let errors: [PriceLoadingError] = [.rejected("HTTP 500"), .timedOut(after: FetchLimits.defaultMaxTime)]
        let sources = ["binance", "bitstamp"]
        diagnostics.reports = zip(sources, errors).map { source, error in
            SourceReport(source: SourceID(name: source, addressHash: ""), error)
        }
        let messages = Messages(
            Outcome(.stale(try quote(age: age), because: .failed), diagnostics), sources: sources, proxy: nil)
        return try ["$ btcq"] + lines(text) + ["$ btcq"] + lines(text, age: age)
            + messages.warnings.map { "btcq: \($0)" }
    }

    // MARK: Tables

    private static func table(_ name: String, _ heading: [String], _ rows: [[String]]) -> DocumentationPart {
        fixed(name, ([heading, heading.map { _ in "---" }] + rows).map { "| \($0.joined(separator: " | ")) |" })
    }

    private static func formats() -> [String] {
        let formats = FormatRegistry.formats.map { "`\($0.name)` (\($0.summary))" }
        let successful = FormatRegistry.formats.filter(\.impliesStaleOK).map { "`\($0.name)`" }
        return [
            """
            `--format NAME` chooses one of \(formats.joined(separator: ", ")); `--template TEXT` prints your own format. \
            The status of \(successful.joined(separator: ", ")) is 0 even if the price is stale.
            """
        ]
    }

    private static func row(_ exchange: any Exchange) -> [String] {
        let source = exchange.source
        let notes = source.pairs.compactMap { pair in pair.note.map { "\(pair.name): \($0)" } } + source.keyNote
        return [
            "`\(source.name)`", source.pairs.map(\.currency.code).joined(separator: ", "),
            exchange.reportsChange ? "yes" : "", notes.joined(separator: "; "),
        ]
    }

    /// Without a key.
    private static func defaultSources() throws -> [String] {
        let choices = try Currency.allCases.map { currency in
            let selection = try SourceSelection(
                SourceChoice(currency: currency), among: AppDependencies.sources, hasKey: { _ in false })
            return (currency, sources: selection.sources.map(\.name).joined(separator: ", "))
        }
        let groups = choices.map(\.sources).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        let lines = groups.map { sources in
            let codes = choices.filter { $0.sources == sources }.map(\.0.code).joined(separator: ", ")
            return "\(codes): \(sources)"
        }
        return ["by default", lines.joined(separator: "; "), "", ""]
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
        let date = try Date(String(newest.suffix(10)), strategy: .iso8601.year().month().day())
        let style = Date.FormatStyle(locale: Locale(identifier: "en_US"), timeZone: .gmt).month(.wide).day().year()
        let variables: [Item] = Option.all.compactMap { option in
            option.variable.map { ("Ev \($0.name)", mdoc("the default of --\(option.long)")) }
        }
        return [
            fixed("version", [".Dd \(date.formatted(style))", ".Dt BTCQ 1", ".Os btcq \(AppDependencies.version)"])
        ]
            + Option.groups.map { group in
                list("options \(group.title.lowercased())", group.options.map { ($0.head, mdoc($0.text)) })
            } + [
                sentence(
                    "limits of durations",
                    "it is at most \(Age(FetchLimits.maxDuration)). --timeout and --max-time are at least "
                        + FetchLimits.minDuration.text),
                list("sources", SourceRegistry.exchanges.map { ("Cm \($0.source.name)", mdoc($0.text)) }),
                sentence(
                    "limit of the age of a price",
                    "a response is invalid if its price is more than \(Age(SourceRegistry.exchanges[0].maxPriceAge)) "
                        + "older than its own Date header, or newer by as much"),
                list("formats", try FormatRegistry.formats.map { ("Cm \($0.name)", try description(of: $0)) }),
                sentence(
                    "formats that imply --stale-ok",
                    "these formats show themselves whether the quote is stale, and imply --stale-ok: "
                        + FormatRegistry.formats.filter(\.impliesStaleOK).map(\.name).joined(separator: ", ")),
                list("placeholders", Template.placeholders.map { ("Li \($0)", []) }),
                list("variables of options", variables),
                list("variables of sources", SourceRegistry.exchanges.flatMap(Self.variables)),
                sentence(
                    "durations of rate limits",
                    "no run asks it for as long as the response says, at least \(Age(RateLimit.minDuration)); for "
                        + "\(Age(RateLimit.defaultDuration)) if the response does not say; and at most for "
                        + "\(Age(RateLimit.maxDuration))"),
                list("statuses", ExitStatus.allCases.map { ("\($0.rawValue)", mdoc($0.text)) }),
                fixed("example", try display(example())), fixed("notes on pairs", try notesOnPairs()),
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
            if let name = word.wholeMatch(of: /(--|-|\$)([A-Za-z][\w-]*)([.,:;]?)/) {
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

    /// Indented lines, of which long ones are broken before a space, or after a comma or a brace.
    private static func display(_ lines: [String]) -> [String] {
        let broken = lines.flatMap { line in
            line.matches(of: /[ ]?[^ ,{]*[,{]?/).reduce(into: [""]) { lines, part in
                let isLong = lines[lines.count - 1].count + part.output.count > displayWidth
                if isLong { lines.append("") }
                lines[lines.count - 1] += isLong ? part.output.drop { $0 == " " } : part.output
            }
        }
        let escaped = broken.map { line in
            line.replacing(#"\"#, with: #"\e"#).replacing("-", with: #"\-"#).replacing("\t", with: #"\t"#)
                .replacing(/^(?=[.'])/, with: #"\&"#)
        }
        return [".Bd -literal -offset indent -compact"] + escaped + [".Ed"]
    }

    /// What is left of 78 columns, which `man` uses of 80, in a list.
    private static let displayWidth = 58

    private static func description(of format: QuoteFormatter) throws -> [String] {
        let exact = format.isAlwaysExact ? ". The price is always exact" : ""
        let header = [format.header].compactMap(\.self)
        return mdoc(format.summary + exact)
            + display(header + (try lines(format)).filter { !$0.hasPrefix("#") })
    }

    private static func variables(of exchange: any Exchange) -> [Item] {
        let (name, baseURL) = (exchange.source.name, exchange.baseURL)
        return [("Ev \(exchange.urlVariable)", mdoc("the base URL of \(name), by default \(baseURL)"))]
            + (exchange.source.keyVariable.map { [("Ev \($0)", mdoc("the key of \(name)"))] } ?? [])
    }

    /// Prices that are not quite what they are called, and how to receive others.
    private static func notesOnPairs() throws -> [String] {
        try AppDependencies.sources.flatMap { source in
            try source.pairs.flatMap { pair in
                guard let note = pair.note else { return [String]() }
                let others = AppDependencies.sources.quoting(pair.currency).filter { other in
                    other.keyVariable == nil && other.pair(in: pair.currency)?.note == nil
                }
                try #require(others.count > 1)
                return mdoc(
                    """
                    the price of \(source.name) in \(pair.currency.code) is that of \(pair.name): \(note). It may differ \
                    from those of other sources, which are asked with --primary \(others[0].name) \
                    --fallback \(others[1].name). A stale price may come from \(source.name) all the same
                    """)
            }
        }
    }
}

extension Option {
    /// `Fl t Ar duration , Fl Fl timeout Ns = Ns Ar duration`.
    fileprivate var head: String {
        let value = value?.name.lowercased()
        let short = short.map { "Fl \($0)\(value.map { " Ar \($0)" } ?? "") , " } ?? ""
        return "\(short)Fl Fl \(long)\(value.map { " Ns = Ns Ar \($0)" } ?? "")"
    }

    fileprivate var text: String {
        let text = (manual ?? summary).replacing(/^--/, with: "the same as --") + limits
        guard let defaultValue else { return text }
        let value = defaultValue.replacing("; -b: ", with: ", or with --background ")
        return "\(text). Default: \(variable.map { "$\($0.name), or " } ?? "")\(value)"
    }

    private var limits: String {
        guard long == "background" else { return "" }
        return """
            . A refresh takes at most \(BackgroundRefresh.maxTime.text); none is started if one was started less than \
            \(Age(RunRequest.refreshInterval)) ago that has not stored a quote yet
            """
    }
}

extension Source {
    fileprivate var keyNote: [String] { keyVariable.map { ["needs a key in $\($0)"] } ?? [] }
}

extension Exchange {
    fileprivate var reportsChange: Bool { (try? Fixture.named(source.name))?.before != nil }

    fileprivate var text: String {
        let pairs = source.pairs.map { pair in pair.name + (pair.note.map { " (\($0))" } ?? "") }
        let notes = source.keyNote + (reportsChange ? [] : ["no change in 24 hours"])
        return "at \(source.host): " + ([pairs.joined(separator: ", ")] + notes).joined(separator: "; ")
    }
}
