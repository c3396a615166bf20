/// One option. The parser, `--help` and the completions read the table of them; the man page is checked against it.
struct Option: Sendable {
    /// A section of `--help`.
    enum Group: String, CaseIterable {
        case sources = "Sources"
        case cache = "Cache"
        case output = "Output"
        case other = "Other"
    }

    struct Value: Sendable {
        /// As in `--help`, such as `DURATION`.
        let name: String
        /// The possible values; empty if they cannot be listed.
        let choices: @Sendable () -> [String]
    }

    enum Effect: Sendable {
        case flag(@Sendable (inout RunOptions) -> Void)
        case value(Value, @Sendable (inout RunOptions, [UInt8]) throws(InvalidValue) -> Void)
        /// Prints something other than a quote.
        case special(Special)
        case specialWithValue(Value, @Sendable ([UInt8]) throws(InvalidValue) -> Special)
    }

    enum Special: Equatable, Sendable {
        case help
        case version
        case completions(Shell)
    }

    /// The environment variable that is the default of the option.
    struct Variable: Sendable {
        let name: String
        /// Whether an option was given in its place.
        let isReplaced: @Sendable (RunOptions) -> Bool
    }

    let short: Character?
    let long: String
    let group: Group
    private let makeSummary: @Sendable () -> String
    let variable: Variable?
    let effect: Effect

    /// - Parameter summary: evaluated when it is read, which few runs do.
    init(
        _ short: Character? = nil, _ long: String, _ group: Group,
        _ summary: @autoclosure @escaping @Sendable () -> String, variable: Variable? = nil, _ effect: Effect
    ) {
        self.short = short
        self.long = long
        self.group = group
        makeSummary = summary
        self.variable = variable
        self.effect = effect
    }

    var summary: String { makeSummary() }

    /// Nil if the option takes no value.
    var value: Value? {
        switch effect {
        case .value(let value, _), .specialWithValue(let value, _): value
        case .flag, .special: nil
        }
    }
}
