import BTCPriceComposer

/// From words to an invocation: pure, and the first error, `--help` or `--version` from the left decides.
struct Parser {
    private var words: ArraySlice<Argument>
    private var request = Request()

    static func parse(_ arguments: [Argument]) throws(UsageError) -> Invocation {
        var parser = Parser(words: arguments[...])
        return try parser.parse()
    }

    private init(words: ArraySlice<Argument>) {
        self.words = words
    }

    private mutating func parse() throws(UsageError) -> Invocation {
        while let word = words.popFirst() {
            if word == "--" {
                guard let operand = words.first else { break }
                throw .operand(operand)
            }
            let invocation =
                if word.bytes.starts(with: "--".utf8) {
                    try parseLong(word)
                } else if word.bytes.count > 1, word.bytes[0] == UInt8(ascii: "-") {
                    try parseCluster(word)
                } else {
                    throw UsageError.operand(word)
                }
            if let invocation { return invocation }
        }
        return .run(request)
    }

    /// `--name`, `--name value` or `--name=value`.
    private mutating func parseLong(_ word: Argument) throws(UsageError) -> Invocation? {
        let end = word.bytes.firstIndex(of: UInt8(ascii: "="))
        let name = Argument(word.bytes[..<(end ?? word.bytes.endIndex)]).text
        let value = end.map { Argument(word.bytes[($0 + 1)...]) }
        guard let option = Option.all.first(where: { "--\($0.long)" == name }) else {
            throw .unknownOption(name, near: Suggestion.nearest(to: name, among: Option.all.map { "--\($0.long)" }))
        }
        return try apply(option, spelled: name, value: value)
    }

    /// `-n`, `-n value`, `-nvalue`, or flags together as in `-jq`.
    private mutating func parseCluster(_ word: Argument) throws(UsageError) -> Invocation? {
        var rest = word.bytes.dropFirst()
        while let byte = rest.popFirst() {
            let letter = Character(Unicode.Scalar(byte))
            guard let option = Option.all.first(where: { $0.short == letter }) else {
                let unknown = byte < 0x80 ? String(letter) : Argument([byte] + rest).text
                throw .unknownOption("-\(unknown)", near: nil)
            }
            let takesRest = option.valueName != nil && !rest.isEmpty
            if let invocation = try apply(option, spelled: "-\(letter)", value: takesRest ? Argument(rest) : nil) {
                return invocation
            }
            if takesRest { break }
        }
        return nil
    }

    private mutating func apply(
        _ option: Option, spelled name: String, value: Argument?
    ) throws(UsageError) -> Invocation? {
        switch option.effect {
        case .value(let valueName, let set):
            guard let value = value ?? words.popFirst() else { throw .missingValue(for: name, name: valueName) }
            do throws(ValueError) {
                try set(&request, value)
            } catch {
                throw .badValue(value, for: name, expected: error.expected)
            }
            return nil
        case .flag(let set):
            guard value == nil else { throw .needlessValue(for: name) }
            set(&request)
            return nil
        case .instead(let invocation):
            guard value == nil else { throw .needlessValue(for: name) }
            return invocation
        }
    }
}
