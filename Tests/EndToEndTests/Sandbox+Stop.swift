import Foundation
import TestSupport

extension Sandbox {
    /// Starts the program so that it stops by itself at the first of these system calls: when the call is over, or was
    /// interrupted by that, and before anything else. This needs strace.
    func start(_ arguments: String..., stoppingAt calls: String, output: Int32? = nil) throws -> StoppingRun {
        let log = "\(directory)/strace-\(UUID().uuidString)"
        // With -D the tracer is not the parent: the process that is started is the program.
        let options = ["-D", "-f", "-o", log, "-e", "trace=\(calls)", "-e", "inject=\(calls):signal=SIGSTOP:when=1"]
        let strace = Program.tool("strace") ?? "strace"
        let run = try start(strace, (options + [Program.btcq] + arguments).map { Array($0.utf8) }, output: output)
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
