import Foundation

extension Sandbox {
    /// Starts the program so that it stops by itself at the first of these system calls: when the call is over, or was
    /// broken off by that, and before anything else.
    ///
    /// This needs strace, and for calls that sleep no sanitizer, since that has threads that sleep. Without it the
    /// program is started as ever, and the test stops it after a pause.
    func start(_ arguments: String..., stoppingAt calls: String, output: Int32? = nil) throws -> StoppingProgram {
        guard let strace = Program.tool("strace"), !(Program.isSanitized && calls.contains("sleep")) else {
            return StoppingProgram(program: try start(arguments, output: output), log: nil)
        }
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(null) }
        let log = "\(directory)/strace-\(UUID().uuidString)"
        // With -D the tracer is not the parent: the process that is started is the program.
        let options = ["-D", "-f", "-o", log, "-e", "trace=\(calls)", "-e", "inject=\(calls):signal=SIGSTOP:when=1"]
        let program = try Program(
            strace, (options + [Program.btcq] + arguments).map { Array($0.utf8) }, environment: environment,
            directory: work,
            descriptors: [null, output ?? null, null])
        return StoppingProgram(program: program, log: log)
    }
}

/// A program that stops where the test wants it to, until the test continues it.
struct StoppingProgram {
    let program: Program
    /// The log of strace; nil if the test stops the program.
    fileprivate let log: String?

    func waitUntilStopped() throws {
        guard let log else {
            usleep(100_000)
            kill(program.pid, SIGSTOP)
            return
        }
        try waitUntil("it has stopped") {
            let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            return text.contains("--- stopped by SIGSTOP ---")
        }
    }

    func goOn() {
        kill(program.pid, SIGCONT)
    }
}
