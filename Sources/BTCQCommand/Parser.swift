import BTCPriceComposer
import BTCPriceCore

/// From words to an invocation: pure, and the first error, `--help` or its like from the left decides.
struct Parser {
    private var words: ArraySlice<Argument>
    private var request = Request()

    static func parse(_ arguments: [Argument]) throws(UsageError) -> Invocation {
        var parser = Parser(words: arguments[...])
        let invocation = try parser.parse()
        if case .run(let request) = invocation { try checkDecimals(of: request) }
        return invocation
    }

    private init(words: ArraySlice<Argument>) {
        self.words = words
    }

    private mutating func parse() throws(UsageError) -> Invocation {
        while let word = words.popFirst() {
            if word == "--" {
                guard let operand = words.first else { break }
                throw Complaint.operand(operand)
            }
            let invocation =
                if word.bytes.starts(with: "--".utf8) {
                    try parseLong(word)
                } else if word.bytes.count > 1, word.bytes[0] == UInt8(ascii: "-") {
                    try parseCluster(word)
                } else {
                    throw Complaint.operand(word)
                }
            if let invocation { return invocation }
        }
        return .run(request)
    }

    /// `--name`, `--name value` or `--name=value`.
    private mutating func parseLong(_ word: Argument) throws(UsageError) -> Invocation? {
        let name = word.bytes.dropFirst(2).prefix { $0 != UInt8(ascii: "=") }
        let value = name.endIndex < word.bytes.endIndex ? Argument(word.bytes[(name.endIndex + 1)...]) : nil
        guard let option = Option.all.first(where: { $0.long.utf8.elementsEqual(name) }) else {
            throw Complaint.unknownOption(Array(name))
        }
        return try apply(option, spelled: "--\(option.long)", value: value)
    }

    /// `-n`, `-n value`, `-nvalue`, or flags together as in `-jq`.
    private mutating func parseCluster(_ word: Argument) throws(UsageError) -> Invocation? {
        do throws(UsageError) {
            return try parseLetters(word.bytes.dropFirst())
        } catch {
            // A long option with one dash is no cluster that somebody meant.
            let name = word.bytes.dropFirst().prefix { $0 != UInt8(ascii: "=") }
            guard Option.all.contains(where: { $0.long.utf8.elementsEqual(name) }) else { throw error }
            throw Complaint.singleDash(word, Array(name))
        }
    }

    private mutating func parseLetters(_ letters: ArraySlice<UInt8>) throws(UsageError) -> Invocation? {
        var rest = letters
        while let byte = rest.popFirst() {
            guard let option = Option.all.first(where: { $0.short?.asciiValue == byte }) else {
                throw Complaint.unknownLetter([byte] + (byte < 0x80 ? [] : Array(rest)))
            }
            let takesRest = option.value != nil && !rest.isEmpty
            let name = "-\(Character(Unicode.Scalar(byte)))"
            if let invocation = try apply(option, spelled: name, value: takesRest ? Argument(rest) : nil) {
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
        case .flag(let set):
            guard value == nil else { throw Complaint.needlessValue(for: name) }
            set(&request)
            return nil
        case .instead(let invocation):
            guard value == nil else { throw Complaint.needlessValue(for: name) }
            return invocation
        case .value(let expected, let set):
            let value = if let value { value } else { try nextWord(for: name, expected) }
            try Complaint.naming(name, value) { () throws(UsageError) in try set(&request, value) }
            return nil
        case .insteadWith(let expected, let make):
            let value = if let value { value } else { try nextWord(for: name, expected) }
            return try Complaint.naming(name, value) { () throws(UsageError) in try make(value) }
        }
    }

    private mutating func nextWord(for name: String, _ expected: Option.Value) throws(UsageError) -> Argument {
        guard let word = words.popFirst() else { throw UsageError("\(name) needs a value: \(expected.name)") }
        return word
    }

    private static func checkDecimals(of request: Request) throws(UsageError) {
        guard request.formatOptions.decimals != nil, case .format(let format) = request.style, format.isAlwaysExact
        else { return }
        throw UsageError("--decimals: the price is always exact in the format \(format.name)")
    }
}
