import BTCPriceComposer
import BTCPriceCore
import BTCPricePresentation
import Platform

/// The program: turns arguments into one quote and an exit status.
public struct Command {
    let output: StandardOutput
    let environment: Environment
    let clock: MonotonicClock
    /// The lines to print on stderr at the end.
    private(set) var errors: [String] = []

    /// Runs this process's command line and ends the process. Requests that are still running on other threads are
    /// abandoned.
    public static func main() -> Never {
        let clock = MonotonicClock()
        let streams = StandardStreams()
        // Exceeding the file size limit is then an error of write(2) and does not end the process.
        signal(SIGXFSZ, SIG_IGN)
        if CurrentProcess.wasStarted(as: BackgroundRefresh.processName) {
            signal(SIGHUP, SIG_IGN)
            CurrentProcess.setName("btcq")
        }
        var command = Command(output: streams.output, environment: .ofThisProcess, clock: clock)
        let status = command.run(CurrentProcess.arguments)
        streams.exit(status, errors: command.errors)
    }

    mutating func run(_ arguments: [[UInt8]]) -> ExitStatus {
        do throws(UsageError) {
            let options = try Parser.parse(arguments)
            switch options.invocation {
            case .help: return write(HelpText.text)
            case .version: return write(version(options))
            case .completions(let shell): return write(CompletionScript.text(for: shell))
            case .run: return try fetchAndPrint(options)
            }
        } catch {
            addError(error.message)
            errors.append(error.hint)
            return .usage
        }
    }

    private mutating func fetchAndPrint(_ given: RunOptions) throws(UsageError) -> ExitStatus {
        var options = given
        try options.applyVariables(environment)
        let selection = try options.sourceSelection(environment)
        let (policy, limits) = (options.cachePolicy, options.limits(selection))
        let refresh = RefreshCommand(
            BackgroundRefresh.arguments(selection, limits, maxAge: policy.maxAge), environment)
        var dependencies: AppDependencies
        do throws(SourceSettingsError) {
            dependencies = try AppDependencies(
                selection: selection, policy: policy, limits: limits, environment: environment, clock: clock,
                refresh: refresh)
        } catch {
            throw .sourceSettings(error)
        }
        let outcome = dependencies.execute()
        let status: ExitStatus
        switch outcome.ending {
        case .quote(let quote): status = exitStatus(print(quote, options, limits), success: .success)
        case .stale(let quote, _):
            status = exitStatus(
                print(quote, options, limits), success: options.staleIsSuccess ? .success : .stale)
        case .noQuote: status = .noQuote
        }
        let messages = Messages(
            outcome, sources: selection.sources.map { $0.name },
            proxy: dependencies.proxy(suspectedIn: outcome.diagnostics.reports))
        if options.verbosity == .verbose { messages.details.forEach { addError($0) } }
        if options.verbosity != .quiet { messages.warnings.forEach { addError($0) } }
        return status
    }

    /// The version and, with `--verbose`, what else a bug report needs.
    private func version(_ options: RunOptions) -> String {
        let details = options.verbosity == .verbose ? AppDependencies.installation(environment) : []
        return (["btcq \(AppDependencies.version)"] + details).map { TerminalText.escaped($0) + "\n" }.joined()
    }

    /// How long to wait for another run that appends to the same file: a second, but not beyond the deadline.
    static func rowLockTimeout(maxTime: Duration, elapsed: Duration) -> Duration {
        max(.zero, min(.seconds(1), maxTime - elapsed))
    }

    private func print(
        _ quote: DeliveredQuote, _ options: RunOptions, _ limits: FetchLimits
    ) -> Result<Void, SystemError> {
        let line = options.format.text(for: quote, decimals: options.decimals) + [UInt8(ascii: "\n")]
        let lockTimeout = Self.rowLockTimeout(maxTime: limits.maxTime, elapsed: clock.elapsed)
        return Result { () throws(SystemError) in
            guard let header = options.format.header else { return try output.write(line) }
            let headerLine = Array("\(header)\n".utf8)
            try output.append(
                options.header == .always ? headerLine + line : line,
                header: options.header == .auto ? headerLine : [], lockTimeout: lockTimeout)
        }
    }

    private mutating func write(_ text: String) -> ExitStatus {
        exitStatus(Result { () throws(SystemError) in try output.write(Array(text.utf8)) }, success: .success)
    }

    /// - Parameter success: the status if everything was written.
    private mutating func exitStatus(_ written: Result<Void, SystemError>, success: ExitStatus) -> ExitStatus {
        switch written {
        case .success: return success
        case .failure(let error):
            // That the reader of a pipe has closed it is no error to report.
            if error.code != EPIPE { addError("cannot write to standard output: \(error)") }
            return .notWritten
        }
    }

    private mutating func addError(_ message: String) {
        errors.append("btcq: \(message)")
    }
}
