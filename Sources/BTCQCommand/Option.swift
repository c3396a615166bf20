import BTCPriceComposer

/// One option, described once: the parser, `--help` and the man page's check read it.
struct Option: Sendable {
    /// Where `--help` lists it.
    enum Group: String, CaseIterable {
        case sources = "Sources"
        case cache = "Cache"
        case output = "Output"
        case other = "Other"
    }

    /// What it does to the run.
    enum Effect: Sendable {
        case flag(@Sendable (inout Request) -> Void)
        /// The name stands for the value in `--help`.
        case value(String, @Sendable (inout Request, Argument) throws(ValueError) -> Void)
        /// Ends parsing.
        case instead(Invocation)
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

    /// Such as `DURATION`; nil for an option that takes none.
    var valueName: String? {
        if case .value(let name, _) = effect { name } else { nil }
    }
}

/// What a value should have been, such as `a duration like 800ms, 5s or 10m`.
struct ValueError: Error {
    let expected: String
}
