import BTCPriceComposer
import BTCPriceCore
import Testing

@testable import BTCQCommand

/// Swift Testing has one too.
typealias ExitStatus = BTCQCommand.ExitStatus

/// The stub exchange has one too.
typealias Request = BTCPriceComposer.Request

/// What the parser makes of a command line.
func parse(_ words: [String]) throws(UsageError) -> Invocation {
    try Parser.parse(words.map { Argument($0.utf8) })
}

/// The run that a command line asks for.
func request(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> Request {
    let invocation = try parse(words)
    guard case .run(let request) = invocation else {
        Issue.record("\(words) asks for \(invocation.words)", sourceLocation: sourceLocation)
        return Request()
    }
    return request
}

func expectUsageError(
    _ words: [String], _ message: String, hint: UsageError.Hint = .help,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(throws: UsageError(message, hint: hint), "\(words)", sourceLocation: sourceLocation) { try parse(words) }
}

extension Invocation {
    /// What is asked for, in a word or three.
    var words: String {
        switch self {
        case .help: "help"
        case .version: "version"
        case .completions(let shell): "completions for \(shell)"
        case .run: "a run"
        }
    }
}

extension Option: CustomTestStringConvertible {
    /// Its long name.
    public var testDescription: String { "--\(long)" }

    /// Each of its names with its dashes.
    var names: [String] { [short.map { "-\($0)" }, "--\(long)"].compactMap(\.self) }

    static func named(_ long: String) throws -> Option { try #require(all.first { $0.long == long }) }
}

extension Request {
    /// The name of the format; nil for a template.
    var formatName: String? { if case .format(let format) = style { format.name } else { nil } }

    /// The name of the source asked second, `none` where nobody is to be; nil where nothing was typed.
    var fallbackName: String? {
        switch fallback {
        case .source(let exchange): exchange.name
        case .disabled: "none"
        case nil: nil
        }
    }
}
