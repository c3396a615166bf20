/// What is known of a request before it is made, and then how it went, in one or more attempts.
package struct RequestDetails: Equatable, Sendable {
    /// How long each step took, such as `connect 12.1ms`: loading the library, all attempts before the one that
    /// decides, and the steps of that one.
    package var steps: [String] = []
    /// From the beginning of the request to its response or failure; zero if it was not made, or was abandoned.
    package var total = Duration.zero
    /// A lower bound of the source's time minus this machine's. Zero if unknown, or if the time of the price confirms
    /// this machine's clock.
    package var clockDifference = Duration.zero
    /// What differs from the default, such as another address, and how to see a response that gave no certain quote.
    package var notes: [String]
    /// What may be to blame if there is no response, such as a proxy.
    package let possibleCause: String?

    package init(notes: [String] = [], possibleCause: String? = nil) {
        self.notes = notes
        self.possibleCause = possibleCause
    }
}
