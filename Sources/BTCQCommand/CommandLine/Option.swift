/// One option. The parser, `--help` and the completions read the table of all options.
struct Option: Sendable {
    struct Value: Sendable {
        struct Choice: Sendable {
            let name: String
            /// What completions show beside the name; empty if the name is sufficient.
            var summary = ""
        }

        /// What `--help` calls the value, such as `DURATION`.
        let name: String
        /// The possible values; empty if they cannot be listed.
        var choices: [Choice] = []
    }

    enum Effect: Sendable {
        case flag(@Sendable (inout RunOptions) -> Void)
        case value(Value, @Sendable (inout RunOptions, [UInt8]) throws(InvalidValue) -> Void)
    }

    let short: Character?
    let long: String
    /// Its description in `--help` and in completions.
    let summary: String
    /// What `--help` shows as the default, such as `the currency's`; nil if it shows none.
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

    /// The text beside the option in `--help`: `source to ask first [binance]`.
    var summaryWithDefault: String { summary + (defaultValue.map { " [\($0)]" } ?? "") }

    /// Its names, with their dashes, the short one first.
    var names: [String] { [short.map { "-\($0)" }, "--\(long)"].compactMap { $0 } }

    /// The value that it takes; nil if it takes none.
    var value: Value? {
        if case .value(let value, _) = effect { value } else { nil }
    }
}
