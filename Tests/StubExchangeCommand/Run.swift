import Foundation
import TestSupport

/// One run of the program. Its output and its errors are in unlinked files.
struct Run {
    let race: Race
    let command: String
    let pid: pid_t
    let start = ContinuousClock.now
    private let files: [Int32]

    struct CannotStart: Error {
        let code: Int32
    }

    init(_ race: Race, _ binary: String, _ arguments: [String], environment: [String: String], directory: String) throws
    {
        self.race = race
        command = (["btcq"] + arguments).joined(separator: " ")
        files = ["out", "err"].map { name in
            let path = "\(directory)/\(name)"
            defer { unlink(path) }
            return open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        }
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        for (index, file) in files.enumerated() { posix_spawn_file_actions_adddup2(&actions, file, Int32(index + 1)) }
        let argumentCopies = ([binary] + arguments).map { strdup($0) }
        let variableCopies = environment.map { strdup("\($0)=\($1)") }
        defer { (argumentCopies + variableCopies).forEach { free($0) } }
        var pid = pid_t()
        let code = Inheritance.starting {
            posix_spawn(&pid, binary, &actions, nil, argumentCopies + [nil], variableCopies + [nil])
        }
        guard code == 0 else { throw CannotStart(code: code) }
        self.pid = pid
    }

    /// A description of how it ended, and whether that is allowed. To be called once.
    func end(_ status: Int32) -> (ending: String, isAllowed: Bool, errors: String) {
        let texts = files.map { file in
            defer { close(file) }
            lseek(file, 0, SEEK_SET)
            return String(decoding: FileHandle(fileDescriptor: file).readDataToEndOfFile(), as: UTF8.self)
        }
        let (output, errors) = (texts[0], texts[1])
        let signal = status & 0x7F
        if signal != 0 { return ("signal \(signal) (\(String(cString: strsignal(signal))))", false, errors) }
        if errors.contains("Sanitizer") { return ("a sanitizer's report", false, errors) }
        let code = status >> 8 & 0xFF
        let isComplete = code == 1 ? output.isEmpty : output.count > 1 && output.last == "\n"
        let ending = isComplete ? "status \(code)" : "status \(code), printing \(output.debugDescription)"
        return (ending, isComplete && race.statuses.contains(code), errors)
    }
}
