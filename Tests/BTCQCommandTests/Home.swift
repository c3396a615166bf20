import BTCPriceCore
import BTCPriceNetworking
import Foundation
import StubExchange
import System
import TestSupport
import Testing

@testable import BTCQCommand

/// A HOME directory, a stub for every source, and runs of the command in this process.
final class Home {
    /// The result of a run.
    struct Run {
        let status: ExitStatus
        /// Without the header.
        let text: String
        let header: String?
        let headerRule: RunOptions.Header?
        let lockTimeout: Duration?
        let errors: [String]
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

    /// - Parameter failure: the error of each write.
    func run(_ arguments: String..., failure: OutputError? = nil) -> Run { run(arguments, failure: failure) }

    /// - Parameter clock: of the run, if it began earlier.
    func run(_ arguments: [String], failure: OutputError? = nil, clock: MonotonicClock = MonotonicClock()) -> Run {
        let output = RecordedOutput(failure: failure)
        let environment = environment
        var command = Command(
            output: output, environment: Environment { name in environment[name].map { Array($0.utf8) } }, clock: clock)
        let status = command.run(arguments.map { Argument($0.utf8) })
        let write = output.writes.first
        #expect(output.writes.count <= 1)
        return Run(
            status: status, text: write?.text ?? "", header: write?.header, headerRule: write?.rule,
            lockTimeout: write?.lockTimeout, errors: command.errors)
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

    /// Stores a quote of a source in the cache.
    ///
    /// - Parameter age: in seconds.
    func cache(_ source: String, price: String = "60000.5", age: Int, currency: String = "USD") throws {
        let exchange = try #require(SourceRegistry.exchange(named: source.utf8))
        let pair = try #require(Currency(code: currency.utf8).flatMap(exchange.pair)).name
        let members = [
            #""price":"\#(price)""#, #""pair":"\#(pair)""#,
            #""timestamp":"\#(Self.time(secondsFromNow: -age))""#, #""source":"\#(source)""#,
        ]
        let text = #"{"version":2,"currency":"\#(currency)","quotes":[{\#(members.joined(separator: ","))}]}"#
        try createCacheDirectory()
        try Data("\(text)\n".utf8).write(to: cacheDirectory.appending(path: "BTC-\(currency).json"))
    }

    func createCacheDirectory() throws {
        try FileManager.default.createDirectory(
            at: cacheDirectory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    private static func time(secondsFromNow seconds: Int) -> String {
        let now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
        return (now + .seconds(seconds)).iso8601Milliseconds
    }
}

/// Records what is written.
private final class RecordedOutput: Output {
    struct Write {
        let text: String
        let header: String?
        let rule: RunOptions.Header
        let lockTimeout: Duration
    }

    private let recorded = Locked<[Write]>([])
    private let failure: OutputError?

    init(failure: OutputError?) {
        self.failure = failure
    }

    var writes: [Write] { recorded.withLock { $0 } }

    func write(
        _ text: [UInt8], header: [UInt8]?, when rule: RunOptions.Header, lockTimeout: Duration
    ) throws(OutputError) {
        if let failure { throw failure }
        let header = header.map { String(decoding: $0, as: UTF8.self) }
        recorded.withLock {
            $0.append(
                Write(text: String(decoding: text, as: UTF8.self), header: header, rule: rule, lockTimeout: lockTimeout)
            )
        }
    }
}
