import Platform

struct StandardStreams {
    /// In milliseconds, for the messages at the end.
    private static let errorWriteTimeout: Int32 = 20

    let output: StandardOutput
    private let isErrorOpen: Bool

    /// Opens a substitute for each closed stream, so that no file gets its descriptor. Nothing is written to a
    /// substitute.
    init() {
        _ = Self.ensureOpen(STDIN_FILENO)
        output = StandardOutput(descriptor: STDOUT_FILENO, isOpen: Self.ensureOpen(STDOUT_FILENO))
        isErrorOpen = Self.ensureOpen(STDERR_FILENO)
    }

    /// Returns whether it was open.
    private static func ensureOpen(_ descriptor: Int32) -> Bool {
        guard fcntl(descriptor, F_GETFD, 0) < 0 else { return true }
        // The root directory always exists, and cannot be written to. open(2) takes the lowest free descriptor.
        _ = open("/", O_RDONLY)
        return false
    }

    /// Writes the messages with one write, drops what is not taken in time, and ends the process.
    func exit(_ status: ExitStatus, messages: [String]) -> Never {
        guard !messages.isEmpty, isErrorOpen else { _exit(status.rawValue) }
        let text = messages.map { TerminalText.escaped($0) + "\n" }.joined()
        CurrentProcess.exit(
            status.rawValue, writing: Array(text.utf8), to: STDERR_FILENO,
            milliseconds: Self.errorWriteTimeout)
    }
}
