package struct RunResult: Equatable, Sendable {
    package let outcome: Outcome
    package let diagnostics: Diagnostics

    package init(_ outcome: Outcome, _ diagnostics: Diagnostics = Diagnostics()) {
        self.outcome = outcome
        self.diagnostics = diagnostics
    }
}
