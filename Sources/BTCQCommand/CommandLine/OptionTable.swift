import BTCPriceCore
import BTCPriceNetworking
import BTCPricePresentation
import System

extension Option {
    /// All options, in the order of `--help`.
    static let all: [Option] = sources + cache + output + other

    private static let sources = [
        Option(
            "t", "timeout", .sources,
            """
            ask the fallback too if the primary has not responded by then \
            [\(FetchWithFallback.defaultTimeout.roundedText), or half of --max-time if that is less]
            """,
            .duration(minimum: .milliseconds(1)) { $0.timeout = $1 }),
        Option(
            "m", "max-time", .sources,
            "total time limit [\(FetchWithFallback.defaultMaxTime.roundedText), or twice --timeout if that is more]",
            .duration(minimum: .milliseconds(1)) { $0.maxTime = $1 }),
        Option(
            nil, "primary", .sources,
            "source to ask first [$\(Variable.primary.name), \(defaultSelection?.primary.name ?? "")]",
            variable: .primary,
            .choice("SOURCE", { sourceNames }) { options, name in
                options.sources.primary = SourceRegistry.exchange(named: name)
                return options.sources.primary != nil
            }),
        Option(
            nil, "fallback", .sources,
            "source to ask second, or none [$\(Variable.fallback.name), \(defaultSelection?.fallback?.name ?? "none")]",
            variable: .fallback,
            .choice("SOURCE", { sourceNames + ["none"] }) { options, name in
                let source = SourceRegistry.exchange(named: name).map(SourceChoice.Fallback.source)
                options.sources.fallback = name.equalsIgnoringCase("none") ? .disabled : source
                return options.sources.fallback != nil
            }),
        Option(
            "s", "source", .sources, "ask only this source",
            .choice("SOURCE", { sourceNames }) { options, name in
                options.sources.primary = SourceRegistry.exchange(named: name)
                options.sources.fallback = .disabled
                return options.sources.primary != nil
            }),
        Option(
            nil, "currency", .sources,
            "currency of the price: \(Currency.allCases.map(\.code).joined(separator: ", ")) [$\(Variable.currency.name), \(SourceSelection.defaultCurrency.code)]",
            variable: .currency,
            .choice("CODE", { Currency.allCases.map(\.code) }) { options, code in
                options.sources.currency = Currency(code: code)
                return options.sources.currency != nil
            }),
    ]

    private static let cache = [
        Option(
            "a", "max-age", .cache,
            "accept a cached quote younger than this [0; with -b \(Age(CachePolicy.defaultBackgroundMaxAge))]",
            .duration { $0.maxAge = $1 }),
        Option(
            nil, "max-stale", .cache, "maximum age of a stale quote; 0: none [\(Age(CachePolicy.defaultMaxStale))]",
            .duration { $0.maxStale = $1 }),
        Option("o", "offline", .cache, "use only the cache", .flag { $0.isOffline = true }),
        Option(
            "b", "background", .cache, "print the cached quote at once and refresh it in the background",
            .flag { $0.isBackground = true }),
        Option(
            nil, "stale-ok", .cache, "exit with status \(ExitStatus.success.rawValue) after a stale quote",
            .flag { $0.isStaleOK = true }),
    ]

    private static let output = [
        Option(
            "f", "format", .output, "output format [\(FormatRegistry.formats[0].name)]",
            .choice("NAME", { FormatRegistry.formats.map(\.name) }) { options, name in
                guard let format = FormatRegistry.format(named: name) else { return false }
                options.format = format
                return true
            }),
        .format("j", "json"),
        .format("c", "csv"),
        .format("n", "number"),
        Option(
            nil, "template", .output, "custom output format, such as '{price} {source}'",
            .value(Value(name: "TEXT", choices: { [] })) { options, text throws(InvalidValue) in
                let template = Result { () throws(TemplateError) in try Template(text) }
                options.format = try template.mapError(InvalidValue.template).get()
            }),
        Option(
            nil, "decimals", .output, "decimals of the price, 0 to 8 [the currency's; number: all digits]",
            .value(Value(name: "N", choices: { (0...8).map { "\($0)" } })) { options, text throws(InvalidValue) in
                guard text.count == 1, let decimals = text.decimalInteger, decimals <= 8 else {
                    throw .notANumber(0...8)
                }
                options.decimals = Int(decimals)
            }),
        Option(
            nil, "header", .output,
            "when to print the CSV header: always, never, or auto, only into an empty file [auto]",
            .choice("WHEN", { RunOptions.Header.allCases.map(\.rawValue) }) { options, name in
                guard let header = RunOptions.Header.allCases.first(where: { name.equalsIgnoringCase($0.rawValue) })
                else { return false }
                options.header = header
                return true
            }),
    ]

    private static let other = [
        Option("q", "quiet", .other, "print only usage and write errors", .flag { $0.verbosity = .quiet }),
        Option("v", "verbose", .other, "report each source's result and timing", .flag { $0.verbosity = .verbose }),
        Option(
            nil, "completions", .other, "print a completion script for bash, zsh or fish",
            .specialWithValue(
                Value(name: "SHELL", choices: { Shell.allCases.map(\.rawValue) })
            ) { name throws(InvalidValue) in
                guard let shell = Shell.allCases.first(where: { name.equalsIgnoringCase($0.rawValue) }) else {
                    throw .notOneOf(Shell.allCases.map(\.rawValue))
                }
                return .completions(shell)
            }),
        Option("h", "help", .other, "print this help", .special(.help)),
        Option(
            "V", "version", .other, "print the version; with -v also libcurl, certificates and cache",
            .special(.version)),
    ]

    private static var sourceNames: [String] { SourceRegistry.exchanges.map(\.name) }

    private static var defaultSelection: SourceSelection? {
        try? SourceSelection(SourceChoice(), Environment { _ in nil })
    }

    /// `--json` and its like.
    private static func format(_ short: Character, _ name: String) -> Option {
        Option(
            short, name, .output, "--format \(name)",
            .flag { options in
                if let format = FormatRegistry.format(named: name.utf8) { options.format = format }
            })
    }
}

extension Option.Variable {
    static let currency = Option.Variable(name: "BTCQ_CURRENCY") { $0.sources.currency != nil }
    static let primary = Option.Variable(name: "BTCQ_PRIMARY") { $0.sources.primary != nil }
    static let fallback = Option.Variable(name: "BTCQ_FALLBACK") { $0.sources.fallback != nil }
}

extension Option.Effect {
    fileprivate static func duration(
        minimum: Duration = .zero, _ set: @escaping @Sendable (inout RunOptions, Duration) -> Void
    ) -> Option.Effect {
        .value(Option.Value(name: "DURATION", choices: { [] })) { options, text throws(InvalidValue) in
            let duration = try DurationParser.duration(text)
            guard duration >= minimum else { throw .durationTooShort }
            set(&options, duration)
        }
    }

    /// - Parameter set: returns whether the name is one of the choices.
    fileprivate static func choice(
        _ valueName: String, _ choices: @escaping @Sendable () -> [String],
        _ set: @escaping @Sendable (inout RunOptions, [UInt8]) -> Bool
    ) -> Option.Effect {
        .value(Option.Value(name: valueName, choices: choices)) { options, name throws(InvalidValue) in
            guard set(&options, name) else { throw .notOneOf(choices()) }
        }
    }
}
