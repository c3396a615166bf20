/// An option of the command line: one row of the table that the parser, `--help` and the completions read.
struct Option: Sendable {
    struct Value: Equatable, Sendable {
        struct Choice: Equatable, Sendable {
            let name: String
            /// A description for completions; empty if the name says enough.
            var summary = ""
        }

        /// What `--help` calls it, such as `DURATION`.
        let name: String
        /// All possible values; empty if they cannot be listed.
        var choices: [Choice] = []
        /// A possible value for messages, if `choices` does not list all, or too many for a message; otherwise empty.
        var example = ""

        /// For messages: `such as 800ms`, or the possible values.
        var hint: String {
            example.isEmpty ? "one of \(choices.map { $0.name }.joined(separator: ", "))" : "such as \(example)"
        }
    }

    enum Effect: Sendable {
        case flag(RunOptions.Setting)
        /// Reads the value, and returns what it changes.
        case value(Value, @Sendable ([UInt8]) throws(UsageError.InvalidValue) -> RunOptions.Setting)
    }

    let short: Character?
    let long: String
    /// A description for `--help` and completions.
    let summary: String
    /// What `--help` shows, such as `800ms`, or `the currency's` for `--decimals`.
    let defaultValue: String?
    let effect: Effect

    init(
        _ short: Character?, _ long: String, _ summary: String, default: String? = nil, _ effect: Effect
    ) {
        self.short = short
        self.long = long
        self.summary = summary
        defaultValue = `default`
        self.effect = effect
    }

    /// `source to ask first [binance]`
    var summaryWithDefault: String { summary + (defaultValue.map { " [\($0)]" } ?? "") }

    /// With their dashes, the short one first.
    var names: [String] { [short.map { "-\($0)" }, "--\(long)"].compactMap { $0 } }

    /// Nil if it takes none.
    var value: Value? {
        if case .value(let value, _) = effect { value } else { nil }
    }
}
