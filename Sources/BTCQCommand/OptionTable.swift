import BTCPriceComposer
import BTCPriceCore
import BTCPriceNetworking
import BTCPricePresentation

extension Option {
    /// Every option there is, in the order of `--help`.
    static let all: [Option] = sources + cache + output + other

    private static let sources = [
        Option(
            "t", "timeout", .sources,
            "how long the primary has before the fallback is asked as well [\(FetchWithFallback.defaultTimeout.brief)]",
            .duration { $0.timeout = $1 }),
        Option(
            "m", "max-time", .sources, "bound on the whole fetch [\(FetchWithFallback.defaultMaxTime.brief)]",
            .duration { $0.maxTime = $1 }),
        Option(
            nil, "primary", .sources,
            "the source asked first [$\(SourceDefaults.primaryVariable), \(SourceSelection.default?.primary.name ?? "")]",
            .choice("SOURCE", { sourceNames }) { request, word in
                request.primary = SourceRegistry.exchange(named: word)
                return request.primary != nil
            }),
        Option(
            nil, "fallback", .sources,
            "the source asked second, or none [$\(SourceDefaults.fallbackVariable), \(SourceSelection.default?.fallback?.name ?? "none")]",
            .choice("SOURCE", { sourceNames + ["none"] }) { request, word in
                let source = SourceRegistry.exchange(named: word).map(Request.Fallback.source)
                request.fallback = word.elementsEqual("none".utf8) ? .nobody : source
                return request.fallback != nil
            }),
        Option(
            "s", "source", .sources, "this source alone",
            .choice("SOURCE", { sourceNames }) { request, word in
                request.primary = SourceRegistry.exchange(named: word)
                request.fallback = .nobody
                return request.primary != nil
            }),
        Option(
            nil, "currency", .sources,
            "what the price is counted in [$\(SourceDefaults.currencyVariable), \(Currency.usd.code)]",
            .choice("CODE", { Currency.allCases.map(\.code) }) { request, word in
                request.currency = Currency(code: word)
                return request.currency != nil
            }),
    ]

    private static let cache = [
        Option(
            "a", "max-age", .cache, "a cached quote younger than this will do [0]",
            .duration(orZero: true) { $0.maxAge = $1 }),
        Option(
            nil, "max-stale", .cache,
            "the oldest stale quote worth printing; 0: none [\(Age(CachePolicy.defaultMaxStale))]",
            .duration(orZero: true) { $0.maxStale = $1 }),
        Option("o", "offline", .cache, "only the cache, never the network", .flag { $0.isOffline = true }),
        Option(
            "b", "background", .cache, "print the cached quote at once, refresh it behind",
            .flag { $0.isBackground = true }),
        Option(
            nil, "stale-ok", .cache, "a stale quote is a success: status \(ExitStatus.printed.rawValue)",
            .flag { $0.isStaleOK = true }),
    ]

    private static let output = [
        Option(
            "f", "format", .output, "how to print it, see below [\(FormatRegistry.formats[0].name)]",
            .choice("NAME", { FormatRegistry.formats.map(\.name) }) { request, word in
                guard let format = FormatRegistry.format(named: word) else { return false }
                request.style = .format(format)
                return true
            }),
        .format("j", "json"), .format("c", "csv"), .format("n", "number"),
        Option(
            nil, "template", .output, "a line of your own, such as '{price} {source}'",
            .value(Value(name: "TEXT", choices: { [] })) { request, word throws(UsageError) in
                do throws(UsageError) {
                    request.style = .template(try Template(word.bytes))
                } catch {
                    throw UsageError("no template: \(error.message)", hint: error.hint)
                }
            }),
        Option(
            nil, "decimals", .output, "decimals of the price, 0 to 8 [the currency's]",
            .choice("N", { (0...8).map { "\($0)" } }, expected: "a number from 0 to 8") { request, word in
                guard word.count == 1, let digit = word.first, (0x30...0x38).contains(digit) else { return false }
                request.formatOptions.decimals = Int(digit) - 0x30
                return true
            }),
        Option(
            nil, "header", .output, "the CSV header: auto, always or never [auto]",
            .choice("WHEN", { Request.Header.allCases.map(\.rawValue) }) { request, word in
                let header = Request.Header.allCases.first { $0.rawValue.utf8.elementsEqual(word) }
                request.header = header ?? .auto
                return header != nil
            }),
    ]

    private static let other = [
        Option("q", "quiet", .other, "no warnings", .flag { $0.verbosity = .quiet }),
        Option("v", "verbose", .other, "how each source did, and when", .flag { $0.verbosity = .verbose }),
        Option(
            nil, "completions", .other, "print the completion script of a shell",
            .insteadWith(Value(name: "SHELL", choices: { Shell.allCases.map(\.rawValue) })) { word throws(UsageError) in
                guard let shell = Shell.allCases.first(where: { $0.rawValue.utf8.elementsEqual(word.bytes) }) else {
                    throw UsageError("not \(Effect.oneOf(Shell.allCases.map(\.rawValue)))")
                }
                return .completions(shell)
            }),
        Option("h", "help", .other, "print this", .instead(.help)),
        Option("V", "version", .other, "print the version", .instead(.version)),
    ]

    private static var sourceNames: [String] { SourceRegistry.exchanges.map(\.name) }

    /// `--json` and its like, for the format of that name.
    private static func format(_ short: Character, _ name: String) -> Option {
        Option(
            short, name, .output, "--format \(name)",
            .flag { request in
                if let format = FormatRegistry.format(named: name.utf8) { request.style = .format(format) }
            })
    }
}

extension Option.Effect {
    /// A duration, more than 0 unless told otherwise.
    fileprivate static func duration(
        orZero: Bool = false, _ set: @escaping @Sendable (inout Request, Duration) -> Void
    ) -> Option.Effect {
        .value(Option.Value(name: "DURATION", choices: { [] })) { request, word throws(UsageError) in
            set(&request, orZero ? try DurationParser.duration(word.bytes) : try DurationParser.positive(word.bytes))
        }
    }

    /// One of a list; `set` returns whether the word is on it.
    fileprivate static func choice(
        _ name: String, _ choices: @escaping @Sendable () -> [String], expected: String? = nil,
        _ set: @escaping @Sendable (inout Request, [UInt8]) -> Bool
    ) -> Option.Effect {
        .value(Option.Value(name: name, choices: choices)) { request, word throws(UsageError) in
            guard set(&request, word.bytes) else { throw UsageError("not \(expected ?? oneOf(choices()))") }
        }
    }

    fileprivate static func oneOf(_ choices: [String]) -> String { "one of \(choices.joined(separator: ", "))" }
}
