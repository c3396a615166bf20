import BTCPriceComposer
import BTCPriceCore
import BTCPricePresentation
import Platform

extension Option {
    /// In the order of `--help`.
    static let all = groups.flatMap { $0.options }

    /// The sections of `--help`.
    static let groups: [(title: String, options: [Option])] = [
        ("Sources", sources), ("Cache", cache), ("Output", output), ("Other", other),
    ]

    /// The configuration file may contain them: they say what is fetched, and in what time. All other options are
    /// allowed on the command line only.
    static let sources = [
        Option(
            "t", "timeout", "when to ask the fallback too", default: FetchLimits.defaultTimeout.text,
            .duration(minimum: FetchLimits.minDuration) { $0.timeout = $1 }),
        Option(
            "m", "max-time", "total time limit", default: FetchLimits.defaultMaxTime.text,
            .duration(minimum: FetchLimits.minDuration) { $0.maxTime = $1 }),
        Option(
            nil, "primary", "source to ask first", default: defaultSources?.primary.source.name,
            .source { $0.sources.primary = $1 }),
        Option(
            nil, "fallback", "source to ask second, or none", default: defaultSources?.fallback?.source.name,
            .source(orNone: true) {
                $0.sources.fallback = $1
                $0.sources.isForOneSource = $1 == nil
            }),
        Option(
            "s", "source", "ask only this source",
            .source {
                $0.sources.primary = $1
                $0.sources.fallback = nil
                $0.sources.isForOneSource = true
            }),
        Option(
            nil, "currency", "currency of the price", default: Currency.default.code,
            .value(
                Value(
                    name: "CODE", choices: Currency.allCases.map { Value.Choice(name: $0.code) },
                    example: Currency.default.code)
            ) { text throws(UsageError.InvalidValue) in
                guard let currency = Currency(code: text) else { throw .notACurrency }
                return { $0.sources.currency = currency }
            }),
    ]

    var isConfigurable: Bool { Self.sources.contains { $0.long == long } }

    private static var cache: [Option] {
        [
            Option(
                "a", "max-age", "accept a cached quote younger than this",
                default: "0; -b: \(Age(CachePolicy.defaultBackgroundMaxAge))", .duration { $0.maxAge = $1 }),
            Option(
                nil, "max-stale", "maximum age of a stale quote; 0: none",
                default: "\(Age(CachePolicy.defaultMaxStale))", .duration { $0.maxStale = $1 }),
            Option("o", "offline", "use only the cache", .flag { $0.isOffline = true }),
            Option(
                "b", "background", "print the cached quote, refresh it in the background",
                .flag { $0.isBackground = true }),
            Option(
                nil, "stale-ok", "exit with status \(ExitStatus.success.rawValue) after a stale quote",
                .flag { $0.isStaleOK = true }),
        ]
    }

    private static var output: [Option] {
        [
            Option(
                "f", "format", "output format", default: FormatRegistry.formats[0].name,
                .choice("NAME", FormatRegistry.formats, named: { $0.name }, summarized: { $0.summary }) {
                    $0.format = $1
                }),
            .formatFlag("j", .json),
            .formatFlag("c", .csv),
            .formatFlag("n", .number),
            Option(
                nil, "template", "custom output format, such as '{price} {source}'",
                .value(Value(name: "TEXT", example: "'{price} {source}'")) { text throws(UsageError.InvalidValue) in
                    do throws(TemplateError) {
                        let template = try Template(text)
                        return { $0.format = .template(template) }
                    } catch {
                        throw .template(error)
                    }
                }),
            Option(
                nil, "decimals", "decimals of the price, \(DecimalPlaces.rangeText)", default: "the currency's",
                .value(Value(name: "N", choices: DecimalPlaces.range.map { Value.Choice(name: "\($0)") })) {
                    text throws(UsageError.InvalidValue) in
                    guard let decimals = DecimalPlaces(text) else { throw .notANumberOfDecimals }
                    return { $0.decimals = decimals }
                }),
            Option(
                nil, "header", "when to print the CSV header", default: RunOptions.HeaderMode.auto.rawValue,
                .choice("WHEN", RunOptions.HeaderMode.allCases, named: { $0.rawValue }) { $0.header = $1 }),
        ]
    }

    private static var other: [Option] {
        [
            Option("q", "quiet", "print only usage and write errors", .flag { $0.verbosity = .quiet }),
            Option("v", "verbose", "report each source's result and timing", .flag { $0.verbosity = .verbose }),
            Option(
                nil, "completions", "print a completion script for bash, zsh or fish",
                .choice("SHELL", CompletionScript.Shell.allCases, named: { $0.rawValue }) {
                    $0.choose(.completions($1))
                }),
            Option("h", "help", "print this help", .flag { $0.choose(.help) }),
            Option(
                "V", "version", "print the version; with -v what a bug report needs", .flag { $0.choose(.version) }),
        ]
    }

    /// The sources of a run without options and keys. Never nil: there are sources that need no key.
    private static let defaultSources = try? RunSources(
        SourceOptions(), among: AppDependencies.sources.filter { $0.keyVariable == nil })

    /// `--json` means `--format json`.
    private static func formatFlag(_ short: Character, _ format: QuoteFormatter) -> Option {
        Option(short, format.name, "--format \(format.name)", .flag { $0.format = format })
    }
}

extension Option.Effect {
    fileprivate static func duration(
        minimum: Duration = .zero, _ set: @escaping @Sendable (inout RunOptions, Duration) -> Void
    ) -> Option.Effect {
        .value(Option.Value(name: "DURATION", example: FetchLimits.defaultTimeout.text)) {
            text throws(UsageError.InvalidValue) in
            let duration = try Duration(text)
            guard duration >= minimum else { throw .durationTooShort }
            return { set(&$0, duration) }
        }
    }

    /// - Parameter orNone: whether `none` is a choice too.
    fileprivate static func source(
        orNone: Bool = false, _ set: @escaping @Sendable (inout RunOptions, AppSource?) -> Void
    ) -> Option.Effect {
        let choices = AppDependencies.sources.map(Optional.some) + (orNone ? [nil] : [])
        return choice(
            "SOURCE", choices, named: { $0?.name ?? "none" }, summarized: { $0?.host ?? "no fallback" }, set)
    }

    /// One of `choices`, by name; ignores case.
    fileprivate static func choice<Choice: Sendable>(
        _ valueName: String, _ choices: [Choice], named name: (Choice) -> String,
        summarized summary: (Choice) -> String = { _ in "" },
        _ set: @escaping @Sendable (inout RunOptions, Choice) -> Void
    ) -> Option.Effect {
        let names = choices.map { Option.Value.Choice(name: name($0), summary: summary($0)) }
        return .value(Option.Value(name: valueName, choices: names)) { text throws(UsageError.InvalidValue) in
            guard let index = names.firstIndex(where: { text.equalsIgnoringCase($0.name) }) else {
                throw .notOneOf(names.map { $0.name })
            }
            return { set(&$0, choices[index]) }
        }
    }
}
