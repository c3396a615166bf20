import BTCPriceCore
import BTCPriceNetworking
import BTCPricePresentation
import System
import Testing

@testable import BTCQCommand

/// Swift Testing has one too.
typealias ExitStatus = BTCQCommand.ExitStatus

func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    try Parser.parse(arguments.map { Argument($0.utf8) })
}

/// The names of the sources that are asked by default, the primary first.
func defaultSources() throws -> [String] {
    try SourceSelection(SourceChoice(), Environment { _ in nil }).sources.map(\.name)
}

/// The options of a command line that asks for a run.
func runOptions(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> RunOptions {
    try runOptions(arguments, sourceLocation: sourceLocation)
}

func runOptions(_ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation) throws -> RunOptions {
    let invocation = try parse(arguments)
    guard case .run(let options) = invocation else {
        Issue.record("\(arguments) asks for \(invocation.summary)", sourceLocation: sourceLocation)
        return RunOptions()
    }
    return options
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
    do throws(UsageError) {
        let invocation = try parse(arguments)
        Issue.record("\(arguments) asks for \(invocation.summary)", sourceLocation: sourceLocation)
    } catch {
        #expect(UsageErrorText(error).message == message, "\(arguments)", sourceLocation: sourceLocation)
    }
}

/// The cases with text in place of bytes.
extension UsageError {
    static func unknownOption(_ option: String) -> UsageError { .unknownOption(Array(option.utf8)) }

    static func unexpectedArgument(_ argument: String) -> UsageError { .unexpectedArgument(Array(argument.utf8)) }

    static func equalsSignAfterShortOption(option: String, value: String) -> UsageError {
        .equalsSignAfterShortOption(option: option, value: Array(value.utf8))
    }

    static func invalidValue(_ option: String, _ value: String, _ reason: InvalidValue) -> UsageError {
        .invalidValue(name: option, isVariable: false, value: Array(value.utf8), reason)
    }

    static func doesNotQuote(_ currency: Currency, primary: String) -> UsageError {
        .sourceSelection(.primaryDoesNotQuote(primary, currency))
    }
}

extension Invocation {
    /// What the command line asks for, without the details of a run.
    var summary: String {
        switch self {
        case .help: "help"
        case .version(let options): options.verbosity == .verbose ? "verbose version" : "version"
        case .completions(let shell): "completions for \(shell)"
        case .run: "a run"
        }
    }
}

extension Option: CustomTestStringConvertible {
    /// Its long name.
    public var testDescription: String { "--\(long)" }

    /// Its names with their dashes.
    var names: [String] { [short.map { "-\($0)" }, "--\(long)"].compactMap(\.self) }

    static func named(_ long: String) throws -> Option { try #require(all.first { $0.long == long }) }
}

extension RunOptions {
    /// Nil for a template.
    var formatName: String { format.name }

    /// Nil for a named format.
    var template: Template? { format as? Template }

    var primaryName: String? { sources.primary?.name }

    /// `none` for `--fallback none`, nil if nothing was chosen.
    var fallbackName: String? {
        switch sources.fallback {
        case .source(let exchange): exchange.name
        case .disabled: "none"
        case nil: nil
        }
    }
}
