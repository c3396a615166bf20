import Foundation
import Platform
import StubExchange
import TestSupport
import Testing

@testable import BTCQCommand

/// A HOME directory, a stub for every source, and runs of the command in this process.
final class Home {
    struct Run: Equatable {
        let status: ExitStatus
        /// What was written to the output.
        var text = ""
        var errors: [String] = []
    }

    enum Output {
        /// A regular file with this text.
        case file(String)
        /// A file that is open for reading only: each write is an error.
        case readOnlyFile
        case pipeWithoutReader
    }

    let exchange: StubExchange
    private let directory = TemporaryDirectory()
    var cache: HomeCache { HomeCache(home: directory.path) }
    var environment: [String: String] = [:]

    /// Every source responds correctly.
    init() throws {
        exchange = try StubExchange()
        environment["HOME"] = directory.path
        for source in Names.sources { set(source, "ok") }
    }

    /// Changes the behaviour of one source.
    func set(_ source: String, _ route: String) {
        environment["BTCQ_\(source.uppercased())_URL"] = exchange.url(route)
    }

    func run(_ command: String, output: Output = .file("")) -> Run {
        let path = "\(directory.path)/output-\(UUID().uuidString)"
        let descriptor = descriptor(of: output, path)
        defer { close(descriptor) }
        let environment = environment
        var run = Command(
            output: StandardOutput(descriptor: descriptor, isOpen: true),
            environment: Environment { name in environment[name].map { Array($0.utf8) } },
            clock: MonotonicClock())
        let status = run.run(arguments(of: command).map { Array($0.utf8) })
        let text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        return Run(status: status, text: text ?? "", errors: run.errors)
    }

    private func descriptor(of output: Output, _ path: String) -> Int32 {
        switch output {
        case .file(let text):
            _ = FileManager.default.createFile(atPath: path, contents: Data(text.utf8))
            return open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        case .readOnlyFile: return open(path, O_RDONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        case .pipeWithoutReader:
            signal(SIGPIPE, SIG_IGN)
            let (reading, writing) = Inheritance.pipe()
            close(reading)
            return writing
        }
    }

    var isUnused: Bool { exchange.connections == 0 && !FileManager.default.fileExists(atPath: cache.path) }
}
