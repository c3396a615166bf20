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
    let summary: String
    let effect: Effect

    init(_ short: Character? = nil, _ long: String, _ group: Group, _ summary: String, _ effect: Effect) {
        self.short = short
        self.long = long
        self.group = group
        self.summary = summary
        self.effect = effect
    }

    /// Such as `DURATION`; nil for an option that takes none.
    var valueName: String? {
        if case .value(let name, _) = effect { name } else { nil }
    }
}

/// What a value should have been, such as `a duration like 800ms, 5s or 10m`.
struct ValueError: Error {
    let expected: String
}
