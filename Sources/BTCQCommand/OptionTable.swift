import BTCPriceComposer
import BTCPriceNetworking
import BTCPricePresentation

extension Option {
    /// Every option there is, in the order of `--help`.
    static let all: [Option] = [
        Option(
            "t", "timeout", .sources, "how long the primary has before the fallback is asked as well [800ms]",
            .value("DURATION") { request, value throws(ValueError) in
                request.timeout = try DurationParser.positive(value)
            }),
        Option(
            "m", "max-time", .sources, "bound on the whole fetch [5s]",
            .value("DURATION") { request, value throws(ValueError) in
                request.maxTime = try DurationParser.positive(value)
            }),
        Option(
            nil, "primary", .sources, "the source asked first",
            .value("SOURCE") { request, value throws(ValueError) in
                request.primary = try source(value)
            }),
        Option(
            nil, "fallback", .sources, "the source asked second, or none",
            .value("SOURCE") { request, value throws(ValueError) in
                request.fallback = value == "none" ? .nobody : .source(try source(value, orElse: ", none"))
            }),
        Option(
            "s", "source", .sources, "this source alone",
            .value("SOURCE") { request, value throws(ValueError) in
                request.primary = try source(value)
                request.fallback = .nobody
            }),
        Option(
            "a", "max-age", .cache, "a cached quote younger than this will do [0]",
            .value("DURATION") { request, value throws(ValueError) in
                request.maxAge = try DurationParser.duration(value)
            }),
        Option(
            nil, "max-stale", .cache, "the oldest stale quote worth printing; 0: none",
            .value("DURATION") { request, value throws(ValueError) in
                request.maxStale = try DurationParser.duration(value)
            }),
        Option("o", "offline", .cache, "only the cache, never the network", .flag { $0.isOffline = true }),
        Option(
            "f", "format", .output, "\(formats) [\(FormatRegistry.formats[0].name)]",
            .value("NAME") { request, value throws(ValueError) in
                guard let format = FormatRegistry.format(named: value.text) else {
                    throw ValueError(expected: "one of \(formats)")
                }
                request.output = .format(format.name)
            }),
        Option("j", "json", .output, "--format json", .flag { $0.output = .format("json") }),
        Option("c", "csv", .output, "--format csv", .flag { $0.output = .format("csv") }),
        Option("n", "number", .output, "--format number", .flag { $0.output = .format("number") }),
        Option(
            nil, "template", .output, "a line of your own, such as '{price} {source}'",
            .value("TEXT") { request, value throws(ValueError) in
                do throws(Template.Problem) {
                    request.output = .template(try Template(value.bytes))
                } catch {
                    throw ValueError(expected: "a template: \(error)")
                }
            }),
        Option(
            nil, "decimals", .output, "decimals of a price made for reading, 0 to 8 [2]",
            .value("N") { request, value throws(ValueError) in
                guard value.bytes.count == 1, let decimals = Int(value.text), (0...8).contains(decimals) else {
                    throw ValueError(expected: "a number from 0 to 8")
                }
                request.formatOptions.decimals = decimals
            }),
        Option(
            nil, "header", .output, "the CSV header: auto, always or never [auto]",
            .value("WHEN") { request, value throws(ValueError) in
                guard let header = Request.Header(rawValue: value.text) else {
                    throw ValueError(expected: "auto, always or never")
                }
                request.header = header
            }),
        Option("q", "quiet", .other, "no warnings", .flag { $0.verbosity = .quiet }),
        Option("v", "verbose", .other, "how each source did, and when", .flag { $0.verbosity = .verbose }),
        Option("h", "help", .other, "print this", .instead(.help)),
        Option("V", "version", .other, "print the version", .instead(.version)),
    ]

    private static let formats = FormatRegistry.formats.map(\.name).joined(separator: ", ")

    private static func source(_ value: Argument, orElse other: String = "") throws(ValueError) -> String {
        guard let loader = SourceRegistry.loader(named: value.text) else {
            let known = SourceRegistry.exchanges.map(\.name).joined(separator: ", ")
            throw ValueError(expected: "one of \(known)\(other)")
        }
        return loader.exchange.name
    }
}
