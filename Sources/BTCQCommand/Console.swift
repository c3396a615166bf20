#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Where a run's words go. A value, so that a test can read them.
struct Console: Sendable {
    /// Standard output: the bytes as they are.
    let output: any Output
    /// Standard error: one line, its newline left out.
    let printError: @Sendable (String) -> Void

    /// The process's own.
    static let standard = Console(
        output: StandardOutput(descriptor: STDOUT_FILENO),
        printError: { line in
            // An error that cannot be written has nowhere else to go.
            let bytes = Array("\(TerminalText.escaped(line))\n".utf8)
            _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        })

    /// Prints `btcq: ` and what is wrong.
    func complain(_ message: String) {
        printError("btcq: \(message)")
    }

    /// Sees to it that 0, 1 and 2 are open, so that no file this program opens takes the place of one that was closed:
    /// each with /dev/null in the direction that fails.
    static func guardDescriptors() {
        // No array: that would be one more type for the runtime to build at every start.
        withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 3) { requests in
            for descriptor in STDIN_FILENO...STDERR_FILENO {
                requests.initializeElement(at: Int(descriptor), to: pollfd(fd: descriptor, events: 0, revents: 0))
            }
            _ = poll(requests.baseAddress, nfds_t(requests.count), 0)
            for request in requests where request.revents & Int16(POLLNVAL) != 0 {
                _ = open("/dev/null", request.fd == STDIN_FILENO ? O_WRONLY : O_RDONLY)
            }
        }
    }
}

/// Takes what a run prints.
protocol Output: Sendable {
    /// Writes `text` as one piece, behind `header` if there is one and it is due.
    func write(_ text: [UInt8], header: [UInt8]?, when: HeaderRule) throws(OutputError)
}

/// Why nothing, or not everything, was written.
enum OutputError: Error, Equatable {
    /// The reader went away, which is its right.
    case readerGone
    /// In the system's words.
    case failed(String)
}
