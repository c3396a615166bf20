import BTCPriceNetworking

/// Turns arguments into an invocation. A special option takes precedence over any mistake; otherwise the first mistake
/// from the left is thrown.
struct Parser {
    private var arguments: ArraySlice<Argument>
    private var options = RunOptions()
    /// The first one.
    private var special: Option.Special?
    /// The first one.
    private var error: UsageError?

    static func parse(_ arguments: [Argument]) throws(UsageError) -> Invocation {
        var parser = Parser(arguments: arguments[...])
        parser.parseAll()
        switch parser.special {
        case .help: return .help
        case .version: return .version(parser.options)
        case .completions(let shell): return .completions(shell)
        case nil: break
        }
        if let error = parser.error { throw error }
        try check(parser.options)
        return .run(parser.options)
    }

    private init(arguments: ArraySlice<Argument>) {
        self.arguments = arguments
    }

    private mutating func parseAll() {
        while let argument = arguments.popFirst() {
            do throws(UsageError) {
                if argument == "--" {
                    guard let operand = arguments.first else { return }
                    arguments = []
                    throw .unexpectedArgument(operand.bytes)
                } else if argument.bytes.starts(with: "--".utf8) {
                    try parseLong(argument.bytes)
                } else if argument.bytes.count > 1, argument.bytes[0] == UInt8(ascii: "-") {
                    try parseCluster(argument.bytes)
                } else {
                    throw .unexpectedArgument(argument.bytes)
                }
            } catch {
                self.error = self.error ?? error
            }
        }
    }

    /// `--name`, `--name value` or `--name=value`.
    private mutating func parseLong(_ argument: [UInt8]) throws(UsageError) {
        let name = argument.prefix { $0 != UInt8(ascii: "=") }
        let value = name.endIndex < argument.endIndex ? Array(argument[(name.endIndex + 1)...]) : nil
        guard let option = Option.all.first(where: { name.dropFirst(2).elementsEqual($0.long.utf8) }) else {
            throw .unknownOption(Array(name))
        }
        try apply(option, as: "--\(option.long)", value)
    }

    /// `-n`, `-n value`, `-nvalue`, or several flags as in `-jq`.
    private mutating func parseCluster(_ argument: [UInt8]) throws(UsageError) {
        do throws(UsageError) {
            try parseLetters(argument.dropFirst())
        } catch {
            // `-json` is a long option with one dash, not a cluster.
            let name = argument.prefix { $0 != UInt8(ascii: "=") }
            let isLongOption = Option.all.contains { name.dropFirst().elementsEqual($0.long.utf8) }
            throw isLongOption ? .unknownOption(Array(name)) : error
        }
    }

    private mutating func parseLetters(_ letters: ArraySlice<UInt8>) throws(UsageError) {
        var rest = letters
        while let letter = rest.popFirst() {
            guard let option = Option.all.first(where: { $0.short?.asciiValue == letter }) else {
                // A letter that is not ASCII takes several bytes.
                throw .unknownOption([UInt8(ascii: "-"), letter] + (letter < 0x80 ? [] : Array(rest)))
            }
            let name = "-\(Character(Unicode.Scalar(letter)))"
            let hasEqualsSign = rest.first == UInt8(ascii: "=")
            guard option.value != nil, !rest.isEmpty else {
                guard !hasEqualsSign else { throw .unexpectedValue(option: name) }
                try apply(option, as: name, nil)
                continue
            }
            guard !hasEqualsSign else {
                throw .equalsSignAfterShortOption(option: name, value: Array(rest.dropFirst()))
            }
            return try apply(option, as: name, Array(rest))
        }
    }

    /// - Parameter name: as it was typed, for errors.
    private mutating func apply(_ option: Option, as name: String, _ value: [UInt8]?) throws(UsageError) {
        switch option.effect {
        case .flag(let set):
            guard value == nil else { throw .unexpectedValue(option: name) }
            set(&options)
        case .special(let special):
            guard value == nil else { throw .unexpectedValue(option: name) }
            self.special = self.special ?? special
        case .value(let expected, let set):
            let value = if let value { value } else { try nextArgument(for: name, expected) }
            try UsageError.naming(name, value) { () throws(InvalidValue) in try set(&options, value) }
        case .specialWithValue(let expected, let make):
            let value = if let value { value } else { try nextArgument(for: name, expected) }
            let special = try UsageError.naming(name, value) { () throws(InvalidValue) in try make(value) }
            self.special = self.special ?? special
        }
    }

    private mutating func nextArgument(for option: String, _ expected: Option.Value) throws(UsageError) -> [UInt8] {
        guard let argument = arguments.popFirst() else {
            throw .missingValue(option: option, valueName: expected.name)
        }
        return argument.bytes
    }

    /// Checks options that must fit together.
    private static func check(_ options: RunOptions) throws(UsageError) {
        if options.decimals != nil, options.format.isAlwaysExact {
            throw .decimalsWithExactFormat(options.format.name)
        }
        // If no currency was given, the environment may name one.
        do throws(SourceSelectionError) {
            try SourceSelection.check(options.sources)
        } catch {
            if case .sameSourceTwice = error { throw .sourceSelection(error) }
            if options.sources.currency != nil { throw .sourceSelection(error) }
        }
    }
}

extension UsageError {
    /// Adds to an error of `body` the option or variable that the value is for.
    static func naming<Value>(
        _ name: String, isVariable: Bool = false, _ value: [UInt8], _ body: () throws(InvalidValue) -> Value
    ) throws(UsageError) -> Value {
        try Result(catching: body).mapError {
            UsageError.invalidValue(name: name, isVariable: isVariable, value: value, $0)
        }.get()
    }
}
