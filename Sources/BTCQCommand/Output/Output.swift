/// Where a run prints its result; tests replace it.
protocol Output: Sendable {
    /// Writes `text` with one write, preceded by `header` if there is one and the rule asks for it.
    ///
    /// - Parameter lockTimeout: how long to wait for another run that appends to the same file.
    func write(
        _ text: [UInt8], header: [UInt8]?, when: RunOptions.Header, lockTimeout: Duration
    ) throws(OutputError)
}

/// Why the text was not, or not completely, written.
enum OutputError: Error, Equatable {
    /// The reader of a pipe has closed it, which is not an error to report.
    case readerGone
    /// The reason is the system's text.
    case failed(String)
}
