/// How a transfer went, for `--verbose`, whether it succeeded or not.
package struct TransferDetails: Equatable, Sendable {
    package let timings: TransferTimings?
    /// What is unusual about the connection, such as `at http://127.0.0.1:8080`.
    package var notes: [String]

    package init(timings: TransferTimings? = nil, notes: [String] = []) {
        self.timings = timings
        self.notes = notes
    }
}
