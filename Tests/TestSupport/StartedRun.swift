import Foundation

/// What a run left.
public struct RunResult: CustomStringConvertible, Sendable {
    public let command: String
    public let output: [UInt8]
    public let errors: String
    public let end: Program.End

    public var text: String { String(decoding: output, as: UTF8.self) }
    public var elapsed: Duration { end.elapsed }
    /// See `Program.End`.
    public var ownTime: Duration { end.ownTime }
    /// Nil if a signal ended it, or the test.
    public var status: Int32? { if case .status(let status) = end.ending { status } else { nil } }

    /// Everything, for a test that fails.
    public var description: String {
        """
        \(visible(command))
        ended with \(end.ending) after \(elapsed), \(ownTime) of it its own
        stdout: \(visible(text))
        stderr: \(visible(errors))
        """
    }
}

/// The text with the numbers of characters that act on a terminal, or on the direction of text, in their place.
private func visible(_ text: String) -> String {
    let hidden: [Unicode.GeneralCategory] = [.control, .format, .lineSeparator, .paragraphSeparator]
    return text.unicodeScalars.map { scalar in
        let isHidden = scalar != "\n" && hidden.contains(scalar.properties.generalCategory)
        return isHidden ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }.joined()
}

/// A run of a program that may not have ended. What it writes is in unlinked files. It ends with its last reference.
public final class StartedRun {
    public let program: Program
    private let command: String
    private let files: [Int32]
    private var hasEnded = false

    /// The parameters are those of `Program`; `output` and `errors` are used in place of the files.
    public init(
        _ path: String, _ arguments: [[UInt8]], environment: [String: String], rawVariables: [String: [UInt8]] = [:],
        directory: String, output: Int32? = nil, errors: Int32? = nil, ignoringPipes: Bool = false,
        blocking: Int32? = nil
    ) throws {
        command = ([path] + arguments.map { String(decoding: $0.prefix(200), as: UTF8.self) }).joined(separator: " ")
        files = (0..<2).map { _ in
            let path = FileManager.default.temporaryDirectory.appending(path: "btcq-run-\(UUID().uuidString)").path
            defer { unlink(path) }
            return open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_APPEND, 0o600)
        }
        program = try Program(
            path, arguments, environment: environment, rawVariables: rawVariables, directory: directory,
            descriptors: [nil, output ?? files[0], errors ?? files[1]], ignoringPipes: ignoringPipes, blocking: blocking
        )
    }

    deinit {
        if !hasEnded {
            kill(program.pid, SIGKILL)
            _ = program.end()
        }
        files.forEach { close($0) }
    }

    public var pid: pid_t { program.pid }

    /// Waits for its end, or ends it. To be called once.
    public func result(atMost limit: Duration = .seconds(60)) -> RunResult { result(program.end(atMost: limit)) }

    /// What it left; nil while it is running. Not to be called afterwards.
    public func resultIfEnded() -> RunResult? { program.endIfEnded().map(result) }

    private func result(_ end: Program.End) -> RunResult {
        hasEnded = true
        let texts = files.map { file in
            lseek(file, 0, SEEK_SET)
            return FileHandle(fileDescriptor: file).readDataToEndOfFile()
        }
        return RunResult(
            command: command, output: Array(texts[0]), errors: String(decoding: texts[1], as: UTF8.self), end: end)
    }
}
