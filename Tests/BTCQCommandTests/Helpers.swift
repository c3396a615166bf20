import BTCPriceCore
import BTCPriceNetworking
import BTCPricePresentation
import Platform
import Testing

@testable import BTCQCommand

/// Swift Testing has one too.
typealias ExitStatus = BTCQCommand.ExitStatus

func parse(_ arguments: [String]) throws(UsageError) -> RunOptions {
    try Parser.parse(arguments.map { Array($0.utf8) })
}

/// The names of the sources that are asked by default, the primary first.
func defaultSources() throws -> [String] {
    try SourceSelection(SourceChoice(), Environment { _ in nil }).sources.map(\.name)
}

func expectUsageError(
    _ arguments: [String], _ error: UsageError, sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(throws: error, "\(arguments)", sourceLocation: sourceLocation) { try parse(arguments) }
}

/// Checks the sentence of a usage error.
func expectUsageError(
    _ arguments: [String], _ message: String, sourceLocation: SourceLocation = #_sourceLocation
) {
    let error = #expect(throws: UsageError.self, "\(arguments)", sourceLocation: sourceLocation) {
        try parse(arguments)
    }
    #expect(error?.message == message, "\(arguments)", sourceLocation: sourceLocation)
}

/// The names of all sources, formats and currencies.
enum Names {
    static let sources = SourceRegistry.exchanges.map(\.name)
    static let formats = FormatRegistry.formats.map(\.name)
    static let currencies = Currency.allCases.map(\.code)
}

extension PriceQuote {
    /// 68901.23 USD.
    static func sample(_ source: String = "binance") -> PriceQuote {
        // The text is a price.
        let price = Price("68901.23".utf8).unsafelyUnwrapped
        let time = Timestamp(milliseconds: 1_761_594_999_123)
        return PriceQuote(price: price, currency: .usd, pair: "BTCUSDT", timestamp: time, source: source)
    }
}

extension RunOptions {
    /// The output of a live quote.
    var sampleOutput: [UInt8] {
        let delivered = DeliveredQuote(quote: .sample(), isCached: false, isStale: false, age: Age(.zero))
        return format.line(for: delivered, decimals: decimals)
    }
}

/// The cases with text in place of bytes.
extension UsageError {
    static func unknownOption(_ option: String) -> UsageError { .unknownOption(Array(option.utf8)) }

    static func unexpectedArgument(_ argument: String) -> UsageError { .unexpectedArgument(Array(argument.utf8)) }

    static func equalsSignAfterShortOption(_ option: String, _ value: String) -> UsageError {
        .equalsSignAfterShortOption(option: option, value: Array(value.utf8))
    }

    static func invalidValue(_ name: String, _ value: String, _ reason: InvalidValue) -> UsageError {
        .invalidValue(name: name, value: Array(value.utf8), reason)
    }
}

extension Option: CustomTestStringConvertible {
    /// Its long name.
    public var testDescription: String { "--\(long)" }

    static func named(_ long: String) throws -> Option { try #require(all.first { $0.long == long }) }
}

extension RunOptions: CustomTestStringConvertible {
    /// What differs from the defaults, such as `timeout=2.0 seconds offline`.
    public var testDescription: String {
        let flags = [("offline", isOffline), ("background", isBackground), ("stale-ok", isStaleOK)]
        let values: [(String, Any?)] = [
            ("currency", sources.currency?.code), ("primary", sources.primary?.name),
            ("fallback", sources.fallback?.name), ("timeout", timeout), ("max-time", maxTime), ("max-age", maxAge),
            ("max-stale", maxStale == .seconds(86_400) ? nil : maxStale),
            ("format", format.name == "text" ? nil : format.name), ("decimals", decimals),
            ("header", header == .auto ? nil : header), ("verbosity", verbosity == .normal ? nil : verbosity),
            ("invocation", invocation == .run ? nil : invocation),
        ]
        let settings = values.compactMap { name, value in value.map { "\(name)=\($0)" } }
        return (settings + flags.filter(\.1).map(\.0)).joined(separator: " ")
    }
}
