/// What is known of a request before it is made, and then how it went, in one or more attempts.
package struct RequestDetails: Equatable, Sendable {
    /// The steps of the request, of which the last attempt decides, and how long each took, such as `connect 12.1ms`.
    package var steps: [String] = []
    /// From the beginning of the request to the complete response or the failure; zero if there was no attempt, or the
    /// last one was abandoned.
    package var total = Duration.zero
    /// A lower bound of the source's time minus this machine's; zero if unknown.
    package var clockDifference = Duration.zero
    /// What differs from the default, such as another address, and after invalid data how to see the response.
    package var notes: [String]
    /// What may be to blame if there is no response, such as a proxy.
    package let possibleCause: String?

    package init(notes: [String] = [], possibleCause: String? = nil) {
        self.notes = notes
        self.possibleCause = possibleCause
    }
}
