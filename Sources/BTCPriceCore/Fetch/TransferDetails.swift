/// What is known of a request before it is made, and then how it went, in one or more attempts.
package struct TransferDetails: Equatable, Sendable {
    package struct Step: Equatable, Sendable {
        /// Such as `connect`.
        package let name: String
        /// Counted from the start of the first attempt.
        package let end: Duration

        package init(name: String, end: Duration) {
            self.name = name
            self.end = end
        }
    }

    /// The steps of the last attempt.
    package var steps: [Step] = []
    /// From the start of the first attempt to the complete response or the failure; zero if there was no attempt, or the last
    /// one was abandoned.
    package var total = Duration.zero
    /// How far, at least, the source's clock is ahead of this machine's; negative if it is behind, zero if that is not known.
    package var clockDifference = Duration.zero
    /// What differs from the default, such as another address.
    package var notes: [String]
    /// What may be to blame if there is no response, such as a proxy.
    package let possibleCause: String?

    package init(notes: [String] = [], possibleCause: String? = nil) {
        self.notes = notes
        self.possibleCause = possibleCause
    }
}
