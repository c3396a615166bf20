import Foundation
import TestSupport

/// One run of the program, its output and errors in files that have no name any more.
struct Run {
    let race: Race
    let command: String
    let pid: pid_t
    let start = ContinuousClock.now
    private let files: [Int32]

    struct CannotStart: Error {
        let code: Int32
    }

    init(_ race: Race, _ binary: String, _ arguments: [String], environment: [String: String], folder: String) throws {
        self.race = race
        command = (["btcq"] + arguments).joined(separator: " ")
        files = ["out", "err"].map { name in
            let path = "\(folder)/\(name)"
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
        let words = ([binary] + arguments).map { strdup($0) }
        let variables = environment.map { strdup("\($0)=\($1)") }
        defer { (words + variables).forEach { free($0) } }
        var pid = pid_t()
        let code = Inheritance.starting {
            posix_spawn(&pid, binary, &actions, nil, words + [nil], variables + [nil])
        }
        guard code == 0 else { throw CannotStart(code: code) }
        self.pid = pid
    }

    /// How it ended, in words; `isRight` says whether it may end so. To be called once.
    func end(_ status: Int32) -> (ending: String, isRight: Bool, errors: String) {
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
        let isWhole = code == 1 ? output.isEmpty : output.count > 1 && output.last == "\n"
        let ending = isWhole ? "status \(code)" : "status \(code), printing \(output.debugDescription)"
        return (ending, isWhole && race.statuses.contains(code), errors)
    }
}
