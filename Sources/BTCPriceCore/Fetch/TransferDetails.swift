/// How a transfer went, for `--verbose`, whether it succeeded or not.
package struct TransferDetails: Equatable, Sendable {
    package struct Step: Equatable, Sendable {
        package let name: String
        /// When it ended in the last attempt, counted from the start of the first attempt.
        package let end: Duration

        package init(name: String, end: Duration) {
            self.name = name
            self.end = end
        }
    }

    /// The steps that took place, in their order.
    package var steps: [Step] = []
    /// The time until the complete response, or the failure; zero if there was no transfer, or if it was abandoned.
    package var total = Duration.zero
    /// What differs from the default, such as the address of a mirror.
    package var notes: [String]

    package init(notes: [String] = []) {
        self.notes = notes
    }
}
