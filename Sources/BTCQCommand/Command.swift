import BTCPriceComposer
import BTCPriceCore
import BTCPriceNetworking
import BTCPricePresentation
import System

/// The program: turns arguments into one quote and an exit status.
package struct Command {
    /// How long to wait for another run that appends to the same file.
    private static let headerLockTimeout = Duration.seconds(1)

    let output: any Output
    let environment: Environment
    private let clock: MonotonicClock
    /// The lines to print on stderr at the end.
    private(set) var errors: [String] = []

    init(output: any Output, environment: Environment, clock: MonotonicClock = MonotonicClock()) {
        self.output = output
        self.environment = environment
        self.clock = clock
    }

    /// Runs this process's command line and ends the process. Requests that are still running on other threads are
    /// abandoned.
    package static func main() -> Never {
        let clock = MonotonicClock()
        let streams = StandardStreams()
        // Exceeding the file size limit is then an error of write(2) and does not end the process.
        signal(SIGXFSZ, SIG_IGN)
        let isRefresh = CurrentProcess.wasStarted(as: BackgroundRefresh.processName)
        if isRefresh {
            signal(SIGHUP, SIG_IGN)
            CurrentProcess.setName("btcq")
        }
        var command = Command(output: streams.output, environment: .ofThisProcess, clock: clock)
        let status = command.run(CurrentProcess.arguments.map { Argument($0) }, isRefresh: isRefresh)
        streams.exit(status, errors: command.errors)
    }

    mutating func run(_ arguments: [Argument], isRefresh: Bool = false) -> ExitStatus {
        do throws(UsageError) {
            switch try Parser.parse(arguments) {
            case .help: return write(HelpText.text)
            case .version(let options): return write(versionText(options))
            case .completions(let shell): return write(CompletionScript(shell).text)
            case .run(let options): return try run(options, isRefresh: isRefresh)
            }
        } catch {
            let text = UsageErrorText(error)
            addError(text.message)
            errors.append(text.hint)
            return .usage
        }
    }

    private mutating func run(_ options: RunOptions, isRefresh: Bool) throws(UsageError) -> ExitStatus {
        var options = options
        let selection = try options.applyVariables(environment)
        let sources = selection.sources.map(\.name)
        let run = try dependencies(options, selection, isRefresh: isRefresh).fetchLatestPrice
        let (outcome, diagnostics) = run.execute()
        let status = outcome.delivered.map { write($0, options) } ?? .noQuote
        let others = SourceSelection.usable(in: selection.currency, environment)
        let messages = Messages(
            outcome: outcome, diagnostics: diagnostics, sources: sources,
            otherSource: others.map(\.name).first { !sources.contains($0) })
        if options.verbosity == .verbose { messages.details.forEach { addError($0) } }
        if options.verbosity != .quiet { messages.warnings.forEach { addError($0) } }
        return status
    }

    /// With `--verbose`, also what a bug report needs.
    private func versionText(_ options: RunOptions) -> String {
        let version = "btcq \(AppDependencies.version)\n"
        guard options.verbosity == .verbose else { return version }
        let installation = InstallationReport(environment: environment, deadline: options.limits.maxTime, clock: clock)
        let cache =
            switch installation.cache {
            case .success(let path): path
            case .failure(let error): "disabled: \(error.text)"
            }
        let certificates = installation.certificates.isEmpty ? ["unknown"] : installation.certificates
        let lines = [
            "libcurl \(installation.libcurl ?? "not loaded after \(options.limits.maxTime.roundedText)")",
            "certificates \(certificates.joined(separator: " and "))", "cache \(cache)",
        ]
        return version + lines.map { TerminalText.escaped($0) + "\n" }.joined()
    }

    private func dependencies(
        _ options: RunOptions, _ selection: SourceSelection, isRefresh: Bool
    ) throws(UsageError) -> AppDependencies {
        let policy = options.cachePolicy(isRefresh: isRefresh)
        let arguments = BackgroundRefresh.arguments(selection, options.limits, maxAge: policy.maxAge)
        return try Result { () throws(SourceSettingsError) in
            try AppDependencies(
                selection: selection, policy: policy, limits: options.limits, environment: environment, clock: clock,
                refreshArguments: arguments)
        }.mapError(UsageError.sourceSettings).get()
    }

    private mutating func write(_ delivered: DeliveredQuote, _ options: RunOptions) -> ExitStatus {
        let format = options.format
        let status = write(
            format.line(for: delivered, decimals: options.decimals) + [UInt8(ascii: "\n")],
            header: format.header.map { Array("\($0)\n".utf8) }, when: options.header,
            lockTimeout: options.limits.lockTimeout(atMost: Self.headerLockTimeout, elapsed: clock.elapsed))
        return status == .success && delivered.isStale && !options.staleIsSuccess ? .stale : status
    }

    private mutating func write(_ text: String) -> ExitStatus {
        write(Array(text.utf8), header: nil, when: .never, lockTimeout: .zero)
    }

    private mutating func write(
        _ text: [UInt8], header: [UInt8]?, when rule: RunOptions.Header, lockTimeout: Duration
    ) -> ExitStatus {
        do throws(OutputError) {
            try output.write(text, header: header, when: rule, lockTimeout: lockTimeout)
            return .success
        } catch {
            if case .failed(let reason) = error { addError("cannot write to standard output: \(reason)") }
            return .notWritten
        }
    }

    private mutating func addError(_ message: String) {
        errors.append("btcq: \(message)")
    }
}
