import Foundation
import TestSupport

extension Sandbox {
    /// Starts the program so that it stops by itself at the first of these system calls: when the call is over, or was
    /// interrupted by that, and before anything else. This needs strace.
    ///
    /// - Parameters:
    ///   - path: of the file to which the call has to apply; without symbolic links.
    ///   - preparation: shell commands before the program is started.
    func start(
        _ arguments: String..., stoppingAt calls: String, on path: String? = nil, after preparation: String = ":",
        output: Int32? = nil
    ) throws -> StoppingRun {
        let log = "\(directory)/strace-\(UUID().uuidString)"
        // With -D the tracer is not the parent: the process that is started is the program.
        let options = ["-D", "-f", "-o", log, "-e", "trace=\(calls)", "-e", "inject=\(calls):signal=SIGSTOP:when=1"]
        let command = options + (path.map { ["-P", $0] } ?? []) + [Program.btcq] + arguments
        let script = ["-c", "\(preparation); exec strace \"$@\"", "sh"] + command
        let run = try start(script, path: "/bin/sh", output: output)
        return StoppingRun(run: run, log: log)
    }
}

/// A run that stops where the test wants it to, until the test continues it.
struct StoppingRun {
    let run: StartedRun
    fileprivate let log: String

    func waitUntilStopped() throws {
        try waitUntil("it has stopped") {
            let text = try? String(contentsOfFile: log, encoding: .utf8)
            return text?.contains("--- stopped by SIGSTOP ---") == true
        }
    }

    func resume() {
        kill(run.pid, SIGCONT)
    }
}
