import BTCPriceComposer
import BTCPriceCore
import BTCPricePresentation
import Platform
import SampleValues
import TestSupport
import Testing

@testable import btcq

/// Swift Testing has one too.
typealias ExitStatus = btcq.ExitStatus

/// The arguments of a command, which are separated by spaces. Quotation marks may enclose spaces, or nothing.
func arguments(of command: String) -> [[UInt8]] {
    command.matches(of: /(?:'[^']*'|[^\s'])+/).map { Array($0.output.utf8.filter { $0 != UInt8(ascii: "'") }) }
}

func parse(_ command: String) throws(UsageError) -> RunOptions {
    try Parser.parse(arguments(of: command))
}

extension RunOptions {
    /// All that the settings have set.
    var values: String { "\(Mirror(reflecting: self).children.filter { $0.label != "settings" })" }
}

/// The sources of a run, whose options are in a configuration file and in a command.
func sources(
    _ command: String, file: String = "", keys: [String: String] = [:]
) throws(UsageError) -> RunSources<AppSource> {
    let settings = try Parser.parse(arguments(of: command)).settings
    let file = ConfigurationFile(Path(Array("/c".utf8)), Array(file.utf8))
    let options = RunOptions(try Parser.parse(file) + settings)
    do throws(RunSourcesError) {
        return try RunSources(options.sources, among: AppDependencies.usableSources(Environment(keys)))
    } catch {
        throw .sources(error)
    }
}

/// Checks the sentence of a usage error, and its hint.
func expectUsageError(
    _ command: String, _ message: String, hint: String = "btcq --help",
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let error = #expect(throws: UsageError.self, "\(command)", sourceLocation: sourceLocation) { try sources(command) }
    #expect(error?.message == message, "\(command)", sourceLocation: sourceLocation)
    #expect(error?.hint(nil) == "Try '\(hint)'.", "\(command)", sourceLocation: sourceLocation)
}

/// The names of all sources, formats and currencies.
enum Names {
    static let sources = AppDependencies.sources.map(\.name)
    static let formats = FormatRegistry.formats.map(\.name)
    static let currencies = Currency.allCases.map(\.code)

    /// Those that need no key.
    static func quoting(_ currency: Currency) -> [String] {
        AppDependencies.usableSources(Environment([:])).filter { $0.pairs.contains { $0.currency == currency } }.map(
            \.name)
    }
}

extension AppSource: CustomStringConvertible {
    public var description: String { name }
}

extension Option: CustomTestStringConvertible {
    /// Its long name.
    public var testDescription: String { "--\(long)" }

    /// With a value that it accepts, if it has one.
    var withExample: String {
        let values = ["DURATION": "7s", "NAME": "text", "TEXT": "x", "SOURCE": "kraken"]
        return "--\(long)" + (value.map { "=\(values[$0.name] ?? $0.choices.last?.name ?? "")" } ?? "")
    }
}
