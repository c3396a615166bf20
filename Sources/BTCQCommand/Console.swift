import BTCPriceComposer
import BTCPriceCore
import CRuntime

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Takes what a run prints: a value, so that a test can read it.
protocol Output: Sendable {
    /// Writes `text` as one piece, behind `header` if there is one and it is due.
    ///
    /// - Parameter patience: how long another run that appends to the same file may be waited for.
    func write(
        _ text: [UInt8], header: [UInt8]?, when: Request.Header, patience: Duration
    ) throws(OutputError)
}

/// Why nothing, or not everything, was written.
enum OutputError: Error, Equatable {
    /// The reader went away, which is its right.
    case readerGone
    /// In the system's words.
    case failed(String)
}

/// The process's own streams.
struct Console {
    /// How long the words for stderr may take to get there.
    private static let patience: Int32 = 20

    private let isOutputOpen: Bool
    private let isErrorOpen: Bool

    /// Sees to it that 0, 1 and 2 are taken, so that nothing this program opens takes the place of one that was closed,
    /// and remembers those that were: nothing is ever written to them.
    init() {
        var requests = (
            pollfd(fd: STDIN_FILENO, events: 0, revents: 0), pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
            pollfd(fd: STDERR_FILENO, events: 0, revents: 0)
        )
        let isTold = Self.ask(&requests)
        _ = Self.take(requests.0, isTold: isTold)
        isOutputOpen = Self.take(requests.1, isTold: isTold)
        isErrorOpen = Self.take(requests.2, isTold: isTold)
    }

    /// Whether poll(2) told of all three, in one call, if they are closed. It does not where fewer than three may be
    /// open; and on macOS it does not look at a descriptor of which nothing is asked.
    private static func ask(_ requests: inout (pollfd, pollfd, pollfd)) -> Bool {
        #if canImport(Darwin)
            false
        #else
            withUnsafeMutablePointer(to: &requests) { requests in
                requests.withMemoryRebound(to: pollfd.self, capacity: 3) { poll($0, 3, 0) }
            } >= 0
        #endif
    }

    /// Whether the descriptor was open.
    private static func take(_ request: pollfd, isTold: Bool) -> Bool {
        let isClosed = isTold ? request.revents & Int16(POLLNVAL) != 0 : fcntl(request.fd, F_GETFD) < 0
        guard isClosed else { return true }
        // The root is always there, and cannot be written to. The lowest free number is this one.
        _ = open("/", O_RDONLY)
        return false
    }

    /// Standard output.
    var output: any Output { StandardOutput(descriptor: STDOUT_FILENO, isOpen: isOutputOpen) }

    /// Writes all lines to stderr at once, or drops them where nobody takes them: the last act of a process.
    func printErrors(_ lines: [String]) {
        guard !lines.isEmpty, isErrorOpen else { return }
        let text = Array(lines.map { TerminalText.escaped($0) + "\n" }.joined().utf8)
        crt_write_within(STDERR_FILENO, text, text.count, Self.patience)
    }
}
