import BTCPriceComposer
import BTCPriceCore

/// One option, described once: the parser, `--help`, the completions and the man page's check read it.
struct Option: Sendable {
    /// Where `--help` lists it.
    enum Group: String, CaseIterable {
        case sources = "Sources"
        case cache = "Cache"
        case output = "Output"
        case other = "Other"
    }

    /// What an option takes.
    struct Value: Sendable {
        /// It stands for the value in `--help`, such as `DURATION`.
        let name: String
        /// What it can be; empty where that is no list.
        let choices: @Sendable () -> [String]
    }

    /// What it does to the run.
    enum Effect: Sendable {
        case flag(@Sendable (inout Request) -> Void)
        /// The message of the error says what the value is not: `not a duration such as 800ms`.
        case value(Value, @Sendable (inout Request, Argument) throws(UsageError) -> Void)
        /// Ends parsing.
        case instead(Invocation)
        /// Ends parsing, with a value.
        case insteadWith(Value, @Sendable (Argument) throws(UsageError) -> Invocation)
    }

    let short: Character?
    let long: String
    let group: Group
    private let makeSummary: @Sendable () -> String
    let effect: Effect

    /// The summary is put together only when it is read: few runs print help.
    init(
        _ short: Character? = nil, _ long: String, _ group: Group,
        _ summary: @autoclosure @escaping @Sendable () -> String, _ effect: Effect
    ) {
        self.short = short
        self.long = long
        self.group = group
        makeSummary = summary
        self.effect = effect
    }

    /// What `--help` says of it.
    var summary: String { makeSummary() }

    /// What it takes; nil for an option that takes nothing.
    var value: Value? {
        switch effect {
        case .value(let value, _), .insteadWith(let value, _): value
        case .flag, .instead: nil
        }
    }
}
