import BTCPriceCore

/// The usage errors of the parser, in one line each.
enum Complaint {
    /// - Parameter name: as it was typed, without its dashes.
    static func unknownOption(_ name: [UInt8]) -> UsageError {
        let message = "unknown option \(UsageError.shown("--".utf8 + name))"
        if Currency(code: name) != nil { return UsageError(message + meant(currency: name)) }
        let near = Suggestion.nearest(to: name, among: Option.all.map(\.long))
        return UsageError(message + (near.map { " (did you mean --\($0)?)" } ?? ""))
    }

    static func unknownLetter(_ letter: [UInt8]) -> UsageError {
        UsageError("unknown option \(UsageError.shown("-".utf8 + letter))")
    }

    static func singleDash(_ word: Argument, _ name: [UInt8]) -> UsageError {
        UsageError(
            "unknown option \(UsageError.shown(word.bytes)) (did you mean \(UsageError.shown("--".utf8 + name))?)")
    }

    static func operand(_ word: Argument) -> UsageError {
        let hint = Currency(code: word.bytes) == nil ? "" : meant(currency: word.bytes)
        return UsageError("unexpected argument \(UsageError.shown(word.bytes))" + hint)
    }

    /// Runs `body`, whose error says what a value is not, and lets it say which value of which option that is.
    static func naming<Result>(
        _ option: String, _ value: Argument, _ body: () throws(UsageError) -> Result
    ) throws(UsageError) -> Result {
        do throws(UsageError) {
            return try body()
        } catch {
            throw UsageError("\(option): \(UsageError.shown(value.bytes)) is \(error.message)", hint: error.hint)
        }
    }

    static func needlessValue(for option: String) -> UsageError {
        UsageError("\(option) takes no value")
    }

    private static func meant(currency: [UInt8]) -> String {
        " (did you mean --currency \(UsageError.shown(currency))?)"
    }
}
