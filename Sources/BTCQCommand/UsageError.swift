/// What is wrong with a command line, in one line.
struct UsageError: Error, Equatable {
    let message: String

    static func unknownOption(_ name: String, near: String?) -> UsageError {
        UsageError(message: "unknown option \(shown(name))" + (near.map { " (did you mean \($0)?)" } ?? ""))
    }

    static func badValue(_ value: Argument, for option: String, expected: String) -> UsageError {
        UsageError(message: "\(option): \(shown(value.text)) is not \(expected)")
    }

    static func missingValue(for option: String, name: String) -> UsageError {
        UsageError(message: "\(option) needs a value: \(name)")
    }

    static func needlessValue(for option: String) -> UsageError {
        UsageError(message: "\(option) takes no value")
    }

    static func operand(_ word: Argument) -> UsageError {
        UsageError(message: "unexpected argument \(shown(word.text))")
    }

    /// A word as it was typed, cut where it would fill the screen.
    private static func shown(_ word: String) -> String {
        word.isEmpty ? "''" : word.count > 60 ? word.prefix(60) + "..." : word
    }
}
