import Foundation
import StubExchange

/// A fresh HOME, a stub exchange, and runs of the program in them.
final class Sandbox {
    /// What a run left.
    struct Outcome: CustomStringConvertible {
        let command: String
        let output: [UInt8]
        let errors: String
        let ending: Program.Ending
        /// As a clock on the wall has it: for what must not be faster.
        let elapsed: Duration
        /// Less what the rest of the machine took from it: for what must not be slower. Only of the process that was
        /// started, which is the program but for a line of shell.
        let ownTime: Duration

        var text: String { String(decoding: output, as: UTF8.self) }
        var status: Int32? { if case .status(let status) = ending { status } else { nil } }

        /// Everything, for a test that fails.
        var description: String {
            "\(command)\nended with \(ending) after \(elapsed), \(ownTime) of it its own\nstdout: \(text)\nstderr: \(errors)"
        }
    }

    let exchange: StubExchange
    let directory: String
    var environment: [String: String]
    /// Variables whose values need not be UTF-8; they replace those of `environment`.
    var rawEnvironment: [String: [UInt8]] = [:]

    /// - Parameters:
    ///   - binance: the route of the primary.
    ///   - coinbase: the route of the fallback.
    init(binance: String = "ok", coinbase: String = "ok") throws {
        exchange = try StubExchange()
        directory = FileManager.default.temporaryDirectory.appending(path: "btcq-e2e-\(UUID().uuidString)").path
        for name in ["home", "work", "bin"] {
            try FileManager.default.createDirectory(atPath: "\(directory)/\(name)", withIntermediateDirectories: true)
        }
        try FileManager.default.createSymbolicLink(
            atPath: "\(directory)/bin/btcq", withDestinationPath: Program.btcq)
        environment = [
            "HOME": "\(directory)/home",
            "PATH": "\(directory)/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        ]
        // A source left out here would be asked over the network.
        for source in Fixture.all { set(source.name, "ok") }
        set("binance", binance)
        set("coinbase", coinbase)
        // The program may be built with a sanitizer.
        for name in ["TSAN_OPTIONS", "ASAN_OPTIONS"] {
            environment[name] = ProcessInfo.processInfo.environment[name]
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)
    }

    var home: String { "\(directory)/home" }
    /// The current directory of every run.
    var work: String { "\(directory)/work" }

    /// Makes one source respond on a route of the stub.
    func set(_ source: String, _ route: String) {
        environment["BTCQ_\(source.uppercased())_URL"] = exchange.url(route)
    }

    @discardableResult
    func run(_ arguments: String..., limit: Duration = .seconds(30)) throws -> Outcome {
        try run(arguments.map { Array($0.utf8) }, limit: limit)
    }

    @discardableResult
    func run(_ arguments: [[UInt8]], limit: Duration = .seconds(30)) throws -> Outcome {
        try capture(Program.btcq, arguments, limit: limit)
    }

    /// Runs a line of shell, in which `btcq` is the program.
    @discardableResult
    func shell(_ line: String, limit: Duration = .seconds(60)) throws -> Outcome {
        try capture("/bin/sh", [Array("-c".utf8), Array(line.utf8)], limit: limit)
    }

    /// Starts the program without waiting, its output thrown away unless a descriptor is given.
    func start(
        _ arguments: String..., output: Int32? = nil, errors: Int32? = nil, ignoringPipes: Bool = false,
        blocking: Int32? = nil
    ) throws -> Program {
        try start(arguments, output: output, errors: errors, ignoringPipes: ignoringPipes, blocking: blocking)
    }

    /// Starts the program without waiting, its output thrown away unless a descriptor is given.
    func start(
        _ arguments: [String], output: Int32? = nil, errors: Int32? = nil, ignoringPipes: Bool = false,
        blocking: Int32? = nil
    ) throws -> Program {
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(null) }
        return try Program(
            Program.btcq, arguments.map { Array($0.utf8) }, environment: environment, variables: rawEnvironment,
            directory: work, descriptors: [null, output ?? null, errors ?? null], ignoringPipes: ignoringPipes,
            blocking: blocking)
    }

    /// The text of a file, empty where there is none.
    func contents(_ path: String) -> String {
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }

    /// - Parameter watching: what the test does while the program runs.
    func capture(
        _ path: String, _ arguments: [[UInt8]], limit: Duration, watching: (Program) throws -> Void = { _ in }
    ) throws -> Outcome {
        let names = ["out", "err"].map { "\(directory)/\($0)-\(UUID().uuidString)" }
        defer { names.forEach { unlink($0) } }
        let files = names.map { open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_APPEND, 0o600) }
        let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { (files + [null]).forEach { close($0) } }
        let program = try Program(
            path, arguments, environment: environment, variables: rawEnvironment, directory: work,
            descriptors: [null] + files)
        do {
            try watching(program)
        } catch {
            kill(program.pid, SIGKILL)
            _ = program.wait()
            throw error
        }
        let end = program.end(atMost: limit)
        let texts = names.map { Array(FileManager.default.contents(atPath: $0) ?? Data()) }
        let shown = arguments.map { String(decoding: $0.prefix(200), as: UTF8.self) }
        return Outcome(
            command: ([path] + shown).joined(separator: " "), output: texts[0],
            errors: String(decoding: texts[1], as: UTF8.self), ending: end.ending, elapsed: end.elapsed,
            ownTime: end.ownTime)
    }
}
