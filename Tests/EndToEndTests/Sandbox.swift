import Foundation
import StubExchange
import TestSupport

/// A fresh HOME, a stub exchange, and runs of the program in them. What it has started ends with its last reference.
final class Sandbox {
    let exchange: StubExchange
    let directory: String
    var environment: [String: String]
    /// Variables whose values need not be UTF-8. They replace those of `environment`.
    var rawEnvironment: [String: [UInt8]] = [:]
    /// Opens the responses that `holdAll` holds back.
    let gate = Gate()
    /// Servers of a test.
    var servers: [AnyObject] = []

    /// - Parameters:
    ///   - binance: the route of the primary.
    ///   - bitstamp: the route of the fallback.
    init(binance: String = "ok", bitstamp: String = "ok") throws {
        exchange = try StubExchange()
        directory = FileManager.default.temporaryDirectory.appending(path: "btcq-e2e-\(UUID().uuidString)").path
        for name in ["home", "work", "bin"] {
            try FileManager.default.createDirectory(atPath: "\(directory)/\(name)", withIntermediateDirectories: true)
        }
        try FileManager.default.createSymbolicLink(
            atPath: "\(directory)/bin/btcq", withDestinationPath: Program.btcq)
        // A source without a variable would be asked over the network.
        environment = exchange.variables("ok")
        environment["HOME"] = "\(directory)/home"
        environment["PATH"] = "\(directory)/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        for name in ["TSAN_OPTIONS", "ASAN_OPTIONS"] {
            environment[name] = ProcessInfo.processInfo.environment[name]
        }
        set("binance", binance)
        set("bitstamp", bitstamp)
    }

    deinit {
        gate.open()
        endRefreshes()
        try? FileManager.default.removeItem(atPath: directory)
    }

    var home: String { "\(directory)/home" }
    /// The current directory of every run.
    var work: String { "\(directory)/work" }

    @discardableResult
    func run(_ arguments: String...) throws -> RunResult { try run(arguments) }

    /// Unless the arguments contain time limits, the run has limits that are not reached on a busy machine.
    @discardableResult
    func run(_ arguments: [String]) throws -> RunResult {
        let hasLimits = arguments.contains { $0.contains(/^(--timeout|--max-time|-[a-z]*[tm][0-9]*m?s?$)/) }
        return try start((hasLimits ? [] : ["--timeout=10s", "--max-time=20s"]) + arguments).result()
    }

    /// The first of at most 40 runs that has a quote: on a busy machine, it may come after so short a deadline.
    func runUntilQuote(_ run: () throws -> RunResult) rethrows -> RunResult {
        for _ in 1..<40 {
            let result = try run()
            if result.status != 1 { return result }
        }
        return try run()
    }

    @discardableResult
    func run(_ arguments: [[UInt8]]) throws -> RunResult {
        let run = try StartedRun(
            Program.btcq, arguments, environment: environment, rawVariables: rawEnvironment, directory: work)
        return run.result()
    }

    /// Runs a line of shell, in which `btcq` is the program.
    @discardableResult
    func shell(_ line: String) throws -> RunResult { try start(["-c", line], path: "/bin/sh").result() }

    /// Runs a shell script with mounts, and with a network if that is wanted, that only it sees.
    func shell(inNamespace script: String, network: Bool = false) throws -> RunResult {
        if geteuid() != 0 { try keepUserInNamespace() }
        return try shell(Namespace.command(script, network: network))
    }

    /// The script of an ordinary user is run as root, so that it can mount. `btcq` is run as the user again: root does
    /// not use a cache below directories of others, and in a namespace those of the real root are.
    private func keepUserInNamespace() throws {
        let file = "\(directory)/bin/btcq"
        unlink(file)
        let options = "--map-user=\(geteuid()) --map-group=\(getegid())"
        try write("#!/bin/sh\nexec unshare \(options) '\(Program.btcq)' \"$@\"\n", to: file)
        chmod(file, 0o755)
    }

    /// A command of strace that injects an event such as `flock:error=ENOLCK` into system calls, or into those on a
    /// file.
    static func injecting(_ event: String, on path: String? = nil) -> String {
        let selection = "-e trace=\(event.prefix { $0 != ":" })" + (path.map { " -P '\($0)'" } ?? "")
        return "strace -f -o /dev/null \(selection) -e inject=\(event)"
    }

    /// The calls that strace has logged of `btcq`, which is run by a line of shell. It logs a call in two lines if
    /// another thread makes one meanwhile.
    func trace(_ arguments: String, calls: String? = nil) throws -> [Substring] {
        let selection = calls.map { "-e trace=\($0)" } ?? ""
        try shell("strace -f \(selection) -o trace btcq \(arguments)")
        return contents("\(work)/trace").split(separator: "\n").reduce(into: []) { calls, line in
            let (thread, end) = (line.prefix { $0 != " " }, " <unfinished ...>")
            let index = calls.lastIndex { $0.hasPrefix("\(thread) ") && $0.hasSuffix(end) }
            if let rest = line.firstMatch(of: #/ resumed>(.*)/#)?.1, let index {
                calls[index] = calls[index].dropLast(end.count) + rest
            } else {
                calls.append(line)
            }
        }
    }

    func start(
        _ arguments: String..., output: Int32? = nil, errors: Int32? = nil, ignoringPipes: Bool = false,
        blocking: Int32? = nil
    ) throws -> StartedRun {
        try start(arguments, output: output, errors: errors, ignoringPipes: ignoringPipes, blocking: blocking)
    }

    func start(
        _ arguments: [String], path: String = Program.btcq, output: Int32? = nil, errors: Int32? = nil,
        ignoringPipes: Bool = false, blocking: Int32? = nil
    ) throws -> StartedRun {
        try StartedRun(
            path, arguments.map { Array($0.utf8) }, environment: environment, rawVariables: rawEnvironment,
            directory: work, output: output, errors: errors, ignoringPipes: ignoringPipes, blocking: blocking)
    }

    /// The text of a file; empty if there is none.
    func contents(_ path: String) -> String {
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }

    /// Writes a text to a file of the current directory of every run, and returns its path.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String { try write(Data(text.utf8), to: name) }

    @discardableResult
    func write(_ data: Data, to name: String) throws -> String {
        let path = name.hasPrefix("/") ? name : "\(work)/\(name)"
        let directory = URL(filePath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try data.write(to: URL(filePath: path))
        return path
    }
}

/// Mounts and networks that only one command sees.
enum Namespace {
    static let missing: [String] = {
        guard let unshare = Program.tool("unshare") else { return Program.missing(["unshare"]) }
        let program = try? Program(
            unshare, ["-rmn", "mount", "-t", "tmpfs", "none", "/mnt"].map { Array($0.utf8) },
            environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"], directory: "/")
        return program?.end().ending == .status(0) ? [] : ["user namespaces"]
    }()

    /// A line of shell that runs `script` in new namespaces.
    static func command(_ script: String, network: Bool) -> String {
        "exec unshare -rm\(network ? "n" : "") /bin/sh -c '\(script.replacing("'", with: #"'\''"#))'"
    }
}
