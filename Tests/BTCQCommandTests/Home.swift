import BTCPriceCore
import BTCPriceNetworking
import Foundation
import StubExchange
import Platform
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
    let directory: URL
    var environment: [String: String] = [:]

    /// - Parameter route: the behaviour of every source.
    init(_ route: String = "ok") throws {
        exchange = try StubExchange()
        directory = FileManager.default.temporaryDirectory.appending(path: "btcq-command-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        environment["HOME"] = directory.path
        for exchange in SourceRegistry.exchanges { set(exchange.name, route) }
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    /// Changes the behaviour of one source.
    func set(_ source: String, _ route: String) {
        environment["BTCQ_\(source.uppercased())_URL"] = exchange.url(route)
    }

    func run(_ arguments: String..., output: Output = .file("")) -> Run { run(arguments, output: output) }

    /// - Parameter clock: of the run, if it began earlier.
    func run(_ arguments: [String], output: Output = .file(""), clock: MonotonicClock = MonotonicClock()) -> Run {
        let path = directory.appending(path: "output-\(UUID().uuidString)").path
        let descriptor = descriptor(of: output, path)
        defer { close(descriptor) }
        let environment = environment
        var command = Command(
            output: StandardOutput(descriptor: descriptor, isOpen: true),
            environment: Environment { name in environment[name].map { Array($0.utf8) } }, clock: clock)
        let status = command.run(arguments.map { Array($0.utf8) })
        let text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        return Run(status: status, text: text ?? "", errors: command.errors)
    }

    private func descriptor(of output: Output, _ path: String) -> Int32 {
        switch output {
        case .file(let text):
            _ = FileManager.default.createFile(atPath: path, contents: Data(text.utf8))
            return open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        case .readOnlyFile: return open(path, O_RDONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        case .pipeWithoutReader:
            signal(SIGPIPE, SIG_IGN)
            let ends = Inheritance.kept {
                var ends: [Int32] = [-1, -1]
                return pipe(&ends) == 0 ? ends : []
            }
            close(ends[0])
            return ends[1]
        }
    }

    var cacheDirectory: URL {
        #if canImport(Darwin)
            directory.appending(path: "Library/Caches/btcq")
        #else
            directory.appending(path: ".cache/btcq")
        #endif
    }

    func cachedText(_ currency: String = "USD") -> String? {
        try? String(contentsOf: cacheDirectory.appending(path: "BTC-\(currency).json"), encoding: .utf8)
    }

    /// Stores a quote of a source in USD in the cache.
    ///
    /// - Parameter age: in seconds.
    func cache(_ source: String, price: String = "60000.5", age: Int) throws {
        let exchange = try #require(SourceRegistry.exchange(named: source.utf8))
        let pair = try #require(exchange.pair(in: .usd)).name
        let now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
        let time = (now + .seconds(-age)).iso8601Milliseconds
        let quote = #"{"price":"\#(price)","pair":"\#(pair)","timestamp":"\#(time)","source":"\#(source)"}"#
        try createCacheDirectory()
        let text = #"{"version":2,"currency":"USD","quotes":[\#(quote)]}"# + "\n"
        try Data(text.utf8).write(to: cacheDirectory.appending(path: "BTC-USD.json"))
    }

    private func createCacheDirectory() throws {
        try FileManager.default.createDirectory(
            at: cacheDirectory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Puts a directory in the place of a file in the cache, which then cannot be used. Returns its path.
    func createDirectory(inPlaceOf name: String) throws -> String {
        try createCacheDirectory()
        let path = cacheDirectory.appending(path: name).path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        return path
    }
}
