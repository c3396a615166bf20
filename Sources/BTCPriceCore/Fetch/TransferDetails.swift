/// How the request to a source went, in one or more attempts, for `--verbose`, whether it succeeded or not.
package struct TransferDetails: Equatable, Sendable {
    package struct Step: Equatable, Sendable {
        /// Such as `connect`.
        package let name: String
        /// When the step ended, counted from the start of the first attempt.
        package let end: Duration

        package init(name: String, end: Duration) {
            self.name = name
            self.end = end
        }
    }

    /// The steps that took place in the last attempt, in their order.
    package var steps: [Step] = []
    /// The time until the complete response, or the failure; zero if there was no attempt, or if it was abandoned.
    package var total = Duration.zero
    /// What differs from the default, such as another address of the source.
    package var notes: [String]

    package init(notes: [String] = []) {
        self.notes = notes
    }
}
