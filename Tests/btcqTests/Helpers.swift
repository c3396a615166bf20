import BTCPriceComposer
import BTCPriceCore
import BTCPricePresentation
import Foundation
import Platform
import SampleValues
import TestSupport
import Testing

@testable import btcq

/// Swift Testing has one too.
typealias ExitStatus = BTCQCommand.ExitStatus

/// The arguments of a command, which are separated by spaces. Quotation marks may enclose spaces, or nothing.
func arguments(of command: String) -> [String] {
    command.matches(of: /(?:'[^']*'|[^\s'])+/).map { $0.output.filter { $0 != "'" } }
}

func parse(_ command: String) throws(UsageError) -> RunOptions { try parse(arguments(of: command)) }

func parse(_ arguments: [String]) throws(UsageError) -> RunOptions {
    try Parser.parse(arguments.map { Array($0.utf8) })
}

/// The sources of a run, whose options are in a configuration file and in a command.
func selection(_ command: String, file: String = "", keys: [String] = []) throws(UsageError) -> RunSources {
    let file = ConfigurationFile(Path(Array("/c".utf8)), Array(file.utf8))
    let options = try Parser.parse(arguments(of: command).map { Array($0.utf8) }, after: Parser.parse(file))
    do throws(RunSourcesError) {
        return try RunSources(options.sources, among: AppDependencies.sources, hasKey: keys.contains)
    } catch {
        throw .sourceSelection(error)
    }
}

extension UsageError {
    /// Without any key.
    var message: String { message { _ in false } }
}

/// Checks the sentence of a usage error, and its hint.
func expectUsageError(
    _ command: String, _ message: String, hint: String = "btcq --help",
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let error = #expect(throws: UsageError.self, "\(command)", sourceLocation: sourceLocation) {
        try selection(command)
    }
    #expect(error?.message == message, "\(command)", sourceLocation: sourceLocation)
    #expect(error?.hint(nil) == "Try '\(hint)'.", "\(command)", sourceLocation: sourceLocation)
}

/// The names of all sources, formats and currencies.
enum Names {
    static let sources = AppDependencies.sources.map(\.name)
    static let formats = FormatRegistry.formats.map(\.name)
    static let currencies = Currency.allCases.map(\.code)

    /// Those that can be chosen besides another source, without any key.
    static func quoting(_ currency: Currency, besides other: String? = nil) -> String {
        AppDependencies.sources.quoting(currency).filter { $0.keyVariable == nil }.map(\.name)
            .filter { $0 != other }.joined(separator: ", ")
    }
}

extension SourceReport {
    init(_ sourceName: String, _ error: PriceLoadingError) {
        self.init(Endpoint(sourceName: sourceName, baseURLHash: "1"), .failure(error))
    }
}

extension RunOptions {
    /// The output of a live quote.
    var sampleOutput: String {
        String(decoding: format.text(.sample(), decimals), as: UTF8.self)
    }
}

extension Option: CustomTestStringConvertible {
    /// Its long name.
    public var testDescription: String { "--\(long)" }

    /// With a value that it accepts, if it has one.
    var example: String {
        let values = ["DURATION": "7s", "NAME": "text", "TEXT": "x", "SOURCE": "kraken"]
        return "--\(long)" + (value.map { "=\(values[$0.name] ?? $0.choices.last?.name ?? "")" } ?? "")
    }
}
