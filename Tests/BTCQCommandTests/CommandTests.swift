import BTCPriceComposer
import Synchronization
import Testing

@testable import BTCQCommand

/// The command in this process, as far as it goes without network and without a HOME.
@Suite struct CommandTests {
    @Test func version_isOneLine() {
        let console = ConsoleSpy()
        #expect(run(["--version"], console) == .printed)
        #expect(console.output.text == "btcq \(AppDependencies.version)\n" && console.errors.isEmpty)
    }

    @Test func usageError_isOneLineAndAHint() {
        let console = ConsoleSpy()
        #expect(run(["--nonsense"], console) == .usage)
        #expect(console.output.text.isEmpty)
        #expect(console.errors == ["btcq: unknown option --nonsense", "Try 'btcq --help'."])
    }

    @Test func offlineWithoutACache_saysSo() {
        let console = ConsoleSpy()
        #expect(run(["-o"], console) == .noQuote)
        #expect(console.errors == ["btcq: no quote: nothing usable is cached"])
    }

    @Test func quiet_leavesWarningsOut() {
        let console = ConsoleSpy()
        #expect(run(["-oq"], console) == .noQuote)
        #expect(console.errors.isEmpty)
    }

    @Test(
        arguments: [
            (["--primary", "kraken", "--fallback", "kraken"], [:], "primary and fallback are both kraken"),
            ([], ["BTCQ_BINANCE_URL": "http://example.com"], "BTCQ_BINANCE_URL cannot be used"),
            ([], ["BTCQ_COINBASE_URL": "nonsense"], "BTCQ_COINBASE_URL cannot be used"),
            (
                ["-s", "cryptocompare"], ["CRYPTOCOMPARE_API_KEY": "secret\nX: y"],
                "CRYPTOCOMPARE_API_KEY holds a control"
            ),
        ] as [([Argument], [String: String], String)])
    func sourcesAndTheirEnvironment_areCheckedBeforeAnythingElse(
        _ arguments: [Argument], _ environment: [String: String], _ message: String
    ) {
        let console = ConsoleSpy()
        #expect(run(["--offline"] + arguments, console, environment) == .usage)
        #expect(console.errors.first?.hasPrefix("btcq: \(message)") == true)
        #expect(!console.errors.joined().contains("secret"))
    }

    @Test func environmentOfOtherSources_isLeftAlone() {
        let console = ConsoleSpy()
        let environment = ["BTCQ_KRAKEN_URL": "nonsense", "CRYPTOCOMPARE_API_KEY": ""]
        #expect(run(["-o"], console, environment) == .noQuote)
    }

    @Test func outputThatCannotBeWritten_hasAStatusOfItsOwn() {
        let console = ConsoleSpy(failure: .failed("No space left on device"))
        #expect(run(["--help"], console) == .notWritten)
        #expect(console.errors == ["btcq: cannot write to standard output: No space left on device"])
    }

    @Test func readerThatWentAway_isNoComplaint() {
        let console = ConsoleSpy(failure: .readerGone)
        #expect(run(["--help"], console) == .notWritten)
        #expect(console.errors.isEmpty)
    }

    private func run(
        _ arguments: [Argument], _ console: ConsoleSpy, _ environment: [String: String] = [:]
    ) -> ExitStatus {
        Command(console: console.console, environment: { environment[$0] }).run(arguments)
    }
}

/// Reads what a run printed.
private final class ConsoleSpy: Sendable {
    final class Recorder: Output {
        private let bytes = Mutex<[UInt8]>([])
        private let failure: OutputError?

        init(failure: OutputError?) {
            self.failure = failure
        }

        var text: String { String(decoding: bytes.withLock(\.self), as: UTF8.self) }

        func write(_ text: [UInt8], header: [UInt8]?, when: HeaderRule) throws(OutputError) {
            if let failure { throw failure }
            bytes.withLock { $0 += text }
        }
    }

    let output: Recorder
    private let lines = Mutex<[String]>([])

    init(failure: OutputError? = nil) {
        output = Recorder(failure: failure)
    }

    var errors: [String] { lines.withLock(\.self) }
    var console: Console { Console(output: output, printError: { line in self.lines.withLock { $0.append(line) } }) }
}
