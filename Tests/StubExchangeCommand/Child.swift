import Foundation
import TestSupport

/// A process of the program. Its output and its errors are in unlinked files.
final class Child {
    /// How it ended.
    struct End {
        /// As waitpid(2) returns it.
        let status: Int32
        let output: String
        let errors: String
        let elapsed: Duration
        /// After this time it was still running: the caller may have looked late.
        let leastElapsed: Duration
        /// How much of that the rest of the machine took from it.
        let delay: Duration

        var ownTime: Duration { elapsed - delay }

        /// The exit status; nil if a signal ended it.
        var code: Int32? { status & 0x7F == 0 ? status >> 8 & 0xFF : nil }
    }

    struct CannotStart: Error {
        let code: Int32
    }

    let command: String
    let pid: pid_t
    let start: ContinuousClock.Instant
    private let files: [Int32]
    private let delayAtStart: Duration
    private var lastSeenRunning: ContinuousClock.Instant

    init(_ binary: String, _ arguments: [String], environment: [String: String], directory: String) throws {
        command = (["btcq"] + arguments).joined(separator: " ")
        let name = "\(directory)/\(UUID().uuidString)"
        files = ["out", "err"].map { suffix in
            let path = "\(name).\(suffix)"
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
        let (code, start, delay) = Inheritance.starting {
            let start = (ContinuousClock.now, Self.delay(of: nil))
            return (
                posix_spawn(&pid, binary, &actions, nil, argumentCopies + [nil], variableCopies + [nil]), start.0,
                start.1
            )
        }
        (self.pid, self.start, lastSeenRunning, delayAtStart) = (pid, start, start, delay)
        guard code == 0 else {
            files.forEach { close($0) }
            throw CannotStart(code: code)
        }
    }

    /// Waits for its end. To be called once.
    func wait() -> End { end(waitOptions: 0) ?? collect(elapsed: .zero) }

    /// How it ended; nil while it is running. Not to be called afterwards.
    func endIfEnded() -> End? { end(waitOptions: WNOHANG) }

    private func end(waitOptions: Int32) -> End? {
        let now = ContinuousClock.now
        var info = siginfo_t()
        var code: Int32
        repeat {
            code = waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT | waitOptions)
        } while code != 0 && errno == EINTR
        guard code == 0, info.si_signo == SIGCHLD else {
            lastSeenRunning = now
            return nil
        }
        return collect(elapsed: ContinuousClock.now - start)
    }

    private func collect(elapsed: Duration) -> End {
        let delay = Self.delay(of: pid) - delayAtStart
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        let texts = files.map { file in
            defer { close(file) }
            lseek(file, 0, SEEK_SET)
            return String(decoding: FileHandle(fileDescriptor: file).readDataToEndOfFile(), as: UTF8.self)
        }
        return End(
            status: status, output: texts[0], errors: texts[1], elapsed: elapsed, leastElapsed: lastSeenRunning - start,
            delay: max(.zero, delay))
    }

    /// That of a process, and that of this thread.
    private static func delay(of pid: pid_t?) -> Duration {
        (pid.map { SchedulingDelay.delay(of: "\($0)") } ?? .zero) + SchedulingDelay.delay(of: "thread-self")
            + SchedulingDelay.stolen()
    }
}
