/// One option. The parser, `--help`, the completions and `scripts/document` read the table of them.
struct Option: Sendable {
    struct Value: Sendable {
        struct Choice: Sendable {
            let name: String
            /// What completions say about it; empty if the name says it.
            var summary = ""
        }

        /// Its name in `--help`, such as `DURATION`.
        let name: String
        /// The possible values; empty if they cannot be listed.
        var choices: [Choice] = []
    }

    enum Effect: Sendable {
        case flag(@Sendable (inout RunOptions) -> Void)
        case value(Value, @Sendable (inout RunOptions, [UInt8]) throws(InvalidValue) -> Void)
    }

    /// The environment variable that is the default of the option.
    struct Variable: Sendable {
        let name: String
        /// Whether an option was given in its place.
        let isReplaced: @Sendable (RunOptions) -> Bool
    }

    let short: Character?
    let long: String
    /// Its line of help.
    let summary: String
    /// The value without the option and its variable; nil if there is none.
    let defaultValue: String?
    /// What the man page says in place of the summary; nil if that is sufficient.
    let manual: String?
    let variable: Variable?
    let effect: Effect

    init(
        _ short: Character?, _ long: String, _ summary: String, default: String? = nil, manual: String? = nil,
        variable: Variable? = nil, _ effect: Effect
    ) {
        self.short = short
        self.long = long
        self.summary = summary
        defaultValue = `default`
        self.manual = manual
        self.variable = variable
        self.effect = effect
    }

    /// The line of `--help`: `source to ask first [binance]`.
    var summaryWithDefault: String { summary + (defaultValue.map { " [\($0)]" } ?? "") }

    /// Its names, with their dashes.
    var names: [String] { [short.map { "-\($0)" }, "--\(long)"].compactMap { $0 } }

    /// The value that it takes; nil if it takes none.
    var value: Value? {
        if case .value(let value, _) = effect { value } else { nil }
    }
}
