import BTCPriceCore
import BTCPricePresentation
import Platform

/// Turns arguments into settings. A run applies those of the configuration file before those of the command line.
struct Parser {
    /// The arguments still to be parsed, as bytes: a template need not be UTF-8.
    private var arguments: ArraySlice<[UInt8]>
    /// Whether they are those of the configuration file, where not every option is allowed.
    private let isFile: Bool
    private var settings: [RunOptions.Setting] = []
    /// The first one from the left.
    private var error: UsageError?

    private init(_ arguments: [[UInt8]], isFile: Bool) {
        self.arguments = arguments[...]
        self.isFile = isFile
    }

    /// Throws the first mistake from the left, or else that `--decimals` does not fit the format. If a valid `--help`,
    /// `--version` or `--completions` is found, throws nothing.
    ///
    /// - Returns: the options of this command line alone; a run applies its settings after those of the file.
    static func parse(_ arguments: [[UInt8]]) throws(UsageError) -> RunOptions {
        var parser = Parser(arguments, isFile: false)
        parser.parseAll()
        let options = RunOptions(parser.settings)
        if options.invocation == .run {
            if let error = parser.error { throw error }
            // The configuration file may not contain these options, so they are all here.
            let format = options.format
            if options.decimals != nil, format.isAlwaysExact { throw .decimalsWithExactFormat(format.name) }
        }
        return options
    }

    /// Throws the first mistake, with its place.
    static func parse(_ file: ConfigurationFile) throws(UsageError) -> [RunOptions.Setting] {
        guard case .read(let path, let lines) = file else { return [] }
        var parser = Parser([], isFile: true)
        for line in lines {
            do throws(UsageError) {
                try parser.parse(line)
            } catch {
                throw .inConfigurationFile(place: "\(path):\(line.number)", error)
            }
        }
        return parser.settings
    }

    private mutating func parse(_ line: ConfigurationFile.Line) throws(UsageError) {
        let dash = UInt8(ascii: "-")
        arguments = line.arguments[...]
        guard let first = arguments.popFirst(), first.count > 1, first[0] == dash, !first.elementsEqual("--".utf8)
        else {
            throw .lineWithoutOption(Array(line.arguments.joined(separator: [0x20])))
        }
        // `--primary kraken --currency EUR` in one line is an option with a value that contains another option.
        let words = line.arguments.last?.split { $0.isSpace } ?? []
        guard !words.dropFirst().contains(where: { $0.first == dash }) else { throw .textAfterValue }
        if first[1] == dash { try parseLong(first) } else { try parseCluster(first) }
        // As in `-t2s 5s`, whose option has its value already.
        guard arguments.isEmpty else { throw .textAfterValue }
    }

    private mutating func parseAll() {
        while let argument = arguments.popFirst() {
            do throws(UsageError) {
                if argument.elementsEqual("--".utf8) {
                    guard let operand = arguments.popFirst() else { return }
                    let next = arguments.first
                    arguments = []
                    throw .unexpectedOperand(operand, next: next)
                } else if argument.starts(with: "--".utf8) {
                    try parseLong(argument)
                } else if argument.count > 1, argument[0] == UInt8(ascii: "-") {
                    try parseCluster(argument)
                } else {
                    throw .unexpectedOperand(argument, next: arguments.first)
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
            throw .unknownOption(Array(name), value: value ?? arguments.first)
        }
        try apply(option, as: "--\(option.long)", value)
    }

    /// `-j`, `-f csv`, `-fcsv`, or several as in `-jq`, of which the last may take a value.
    private mutating func parseCluster(_ argument: [UInt8]) throws(UsageError) {
        do throws(UsageError) {
            try parseLetters(argument.dropFirst())
        } catch {
            // `-json` is a long option with one dash.
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
            let takesRest = option.value != nil && !rest.isEmpty
            try apply(option, as: name, takesRest ? Array(rest) : nil)
            if takesRest { return }
        }
    }

    /// - Parameters:
    ///   - name: as it was typed.
    ///   - value: from the same argument; nil: the next argument, if the option takes a value.
    private mutating func apply(_ option: Option, as name: String, _ value: [UInt8]?) throws(UsageError) {
        guard option.isConfigurable || !isFile else { throw .notAllowedInConfigurationFile(option: name) }
        switch option.effect {
        case .flag(let setting):
            guard value == nil else { throw .unexpectedValue(option: name) }
            settings.append(setting)
        case .value(let expected, let read):
            guard let value = value ?? arguments.popFirst() else { throw .missingValue(option: name, expected) }
            do throws(UsageError.InvalidValue) {
                settings.append(try read(value))
            } catch {
                throw .invalidValue(option: name, value: value, error)
            }
        }
    }
}
