/// How a transfer went, for `--verbose`, whether it succeeded or not.
///
/// The durations say when each step ended, counted from the start of the transfer; zero for a step that did not take place.
package struct TransferDetails: Equatable, Sendable {
    package var nameLookup = Duration.zero
    package var connect = Duration.zero
    /// The TLS handshake.
    package var tls = Duration.zero
    /// The first byte of the response.
    package var firstByte = Duration.zero
    /// The complete response, or the failure.
    package var total = Duration.zero
    /// What is unusual about the connection, such as `at http://127.0.0.1:8080`.
    package var notes: [String]

    package init(notes: [String] = []) {
        self.notes = notes
    }
}
