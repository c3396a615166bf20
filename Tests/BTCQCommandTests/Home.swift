import BTCPriceComposer
import BTCPriceCore
import Foundation
import StubExchange
import TestSupport
import Testing

@testable import BTCQCommand

/// A HOME of its own, a stub in the place of every source, and runs of the command in this process.
final class Home {
    /// What a run left.
    struct Run {
        let status: ExitStatus
        /// Without the header.
        let text: String
        let header: String?
        let headerRule: Request.Header?
        let lockTimeout: Duration?
        let errors: [String]
    }

    let exchange: StubExchange
    let folder: URL
    var environment: [String: String] = [:]

    /// - Parameter route: how every source behaves.
    init(_ route: String = "ok") throws {
        exchange = try StubExchange()
        folder = FileManager.default.temporaryDirectory.appending(path: "btcq-command-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        environment["HOME"] = folder.path
        for source in Fixture.all { set(source.name, route) }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Makes one source behave as told.
    func set(_ source: String, _ route: String) {
        environment["BTCQ_\(source.uppercased())_URL"] = exchange.url(route)
    }

    /// Runs the command.
    ///
    /// - Parameter failure: what becomes of everything that is written.
    func run(_ words: String..., failure: OutputError? = nil) -> Run { run(words, failure: failure) }

    func run(_ words: [String], failure: OutputError? = nil) -> Run {
        let output = RecordedOutput(failure: failure)
        let environment = environment
        var command = Command(
            output: output, environment: Environment { name in environment[name].map { Array($0.utf8) } })
        let status = command.run(words.map { Argument($0.utf8) })
        let write = output.writes.first
        #expect(output.writes.count <= 1)
        return Run(
            status: status, text: write?.text ?? "", header: write?.header, headerRule: write?.rule,
            lockTimeout: write?.lockTimeout,
            errors: command.errors)
    }

    var cacheDirectory: URL {
        #if canImport(Darwin)
            folder.appending(path: "Library/Caches/btcq")
        #else
            folder.appending(path: ".cache/btcq")
        #endif
    }

    func cachedText(_ currency: String = "USD") -> String? {
        try? String(contentsOf: cacheDirectory.appending(path: "BTC-\(currency).json"), encoding: .utf8)
    }

    /// Puts a quote of one of the fixtures into the cache, received so many seconds ago.
    func cache(_ fixture: Fixture, price: String = "60000.5", age: Int, currency: String = "USD") throws {
        let pair = try fixture.pair(currency).market
        let members = [
            #""version":1"#, #""price":"\#(price)""#, #""currency":"\#(currency)""#, #""pair":"\#(pair)""#,
            #""timestamp":"\#(Self.time(secondsFromNow: -age))""#, #""source":"\#(fixture.name)""#,
        ]
        try write("{\(members.joined(separator: ","))}\n", "BTC-\(currency).json")
    }

    /// Has the run remember of each of these sources that it is to be left alone for so many seconds.
    func remember(_ reason: String, of sources: [String], for seconds: Int) throws {
        let until = Self.time(secondsFromNow: seconds)
        let records = sources.map { #""\#($0)":{"until":"\#(until)","why":"\#(reason)"}"# }
        try write("{\(records.joined(separator: ","))}\n", "sources.json")
    }

    private func write(_ text: String, _ name: String) throws {
        try FileManager.default.createDirectory(
            at: cacheDirectory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try Data(text.utf8).write(to: cacheDirectory.appending(path: name))
    }

    private static func time(secondsFromNow seconds: Int) -> String {
        let now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
        return (now + .seconds(seconds)).iso8601Milliseconds
    }
}

/// Remembers what is written.
private final class RecordedOutput: Output {
    struct Write {
        let text: String
        let header: String?
        let rule: Request.Header
        let lockTimeout: Duration
    }

    private let recorded = Locked<[Write]>([])
    private let failure: OutputError?

    init(failure: OutputError?) {
        self.failure = failure
    }

    var writes: [Write] { recorded.withLock { $0 } }

    func write(_ text: [UInt8], header: [UInt8]?, when rule: Request.Header, lockTimeout: Duration) throws(OutputError) {
        if let failure { throw failure }
        let header = header.map { String(decoding: $0, as: UTF8.self) }
        recorded.withLock {
            $0.append(
                Write(text: String(decoding: text, as: UTF8.self), header: header, rule: rule, lockTimeout: lockTimeout))
        }
    }
}
