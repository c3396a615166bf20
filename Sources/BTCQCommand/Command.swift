import BTCPriceComposer
import BTCPriceCore
import BTCPricePresentation
import Platform

/// The program: turns arguments into output, messages and an exit status.
public struct Command {
    let output: StandardOutput
    let environment: Environment
    let clock: MonotonicClock
    private(set) var configuration: ConfigurationFile?
    /// Written to stderr when the process ends.
    private(set) var messages: [String] = []

    /// Runs this process's command line and ends the process. Requests still running on other threads are abandoned.
    public static func main() -> Never {
        let clock = MonotonicClock()
        let streams = StandardStreams()
        // So that write(2) fails when a file becomes too large, instead of ending the process.
        signal(SIGXFSZ, SIG_IGN)
        if CurrentProcess.wasStarted(as: BackgroundRefresh.processName) {
            signal(SIGHUP, SIG_IGN)
            CurrentProcess.setName("btcq")
        }
        var command = Command(output: streams.output, environment: .ofThisProcess, clock: clock)
        let status = command.run(CurrentProcess.arguments)
        streams.exit(status, messages: command.messages)
    }

    mutating func run(_ arguments: [[UInt8]]) -> ExitStatus {
        do throws(UsageError) {
            var options = try Parser.parse(arguments)
            switch options.invocation {
            case .help: return write(HelpText.text)
            case .version: return write(version(options))
            case .completions(let shell): return write(CompletionScript.text(for: shell))
            case .run:
                if let file = try ConfigurationFile(environment) {
                    let defaults = try Parser.parse(file)
                    configuration = file
                    options = try Parser.parse(arguments, after: defaults)
                }
                return try fetchAndPrint(options)
            }
        } catch {
            addMessage(error.message(hasKey: environment.isSet))
            messages.append(error.hint(configuration))
            return .usage
        }
    }

    private mutating func fetchAndPrint(_ options: RunOptions) throws(UsageError) -> ExitStatus {
        let choice = Result { () throws(SourceSelectionError) in
            try SourceSelection(options.sources, among: AppDependencies.sources, hasKey: environment.isSet)
        }
        let selection = try choice.mapError(UsageError.sourceSelection).get()
        let limits = options.limits(selection)
        let outcome = try fetch(options, selection, limits)
        let status = print(outcome.ending, options, limits)
        report(outcome, options, selection)
        return status
    }

    private func fetch(
        _ options: RunOptions, _ selection: SourceSelection, _ limits: FetchLimits
    ) throws(UsageError) -> Outcome {
        let policy = options.cachePolicy
        let dependencies = Result { () throws(SourceSettingsError) in
            try AppDependencies(
                selection: selection, policy: policy, limits: limits, environment: environment, clock: clock,
                refreshArguments: { BackgroundRefresh.arguments(selection, limits, maxAge: policy.maxAge) })
        }
        var fetch = try dependencies.mapError(UsageError.sourceSettings).get().fetchLatestPrice
        return fetch.execute()
    }

    private mutating func print(_ ending: Ending, _ options: RunOptions, _ limits: FetchLimits) -> ExitStatus {
        do throws(SystemError) {
            switch ending {
            case .quote(let quote):
                try print(quote, options, limits)
                return .success
            case .stale(let quote, _):
                try print(quote, options, limits)
                return options.staleIsSuccess ? .success : .stale
            case .noQuote: return .noQuote
            }
        } catch {
            return notWritten(error)
        }
    }

    private mutating func report(_ outcome: Outcome, _ options: RunOptions, _ selection: SourceSelection) {
        let texts = Messages(outcome, sourceNames: selection.sources.map { $0.name })
        if options.verbosity == .verbose {
            for text in [configuration?.note].compactMap({ $0 }) + texts.details { addMessage(text) }
        }
        if options.verbosity != .quiet { for text in texts.warnings { addMessage(text) } }
    }

    /// The text of `--version`; with `--verbose`, also what a bug report needs.
    private func version(_ options: RunOptions) -> String {
        var lines = ["btcq \(AppDependencies.version)"]
        if options.verbosity == .verbose {
            lines += AppDependencies.installation(environment) + [ConfigurationFile.location(environment)]
        }
        return lines.map { TerminalText.escaped($0) + "\n" }.joined()
    }

    private func print(_ quote: DeliveredQuote, _ options: RunOptions, _ limits: FetchLimits) throws(SystemError) {
        let line = options.format.text(quote, options.decimals) + [UInt8(ascii: "\n")]
        guard let header = options.format.header else { return try output.write(line) }
        let headerLine = Array("\(header)\n".utf8)
        try output.append(
            options.header == .always ? headerLine + line : line, header: options.header == .auto ? headerLine : [],
            timeLeft: limits.maxTime - clock.elapsed)
    }

    private mutating func write(_ text: String) -> ExitStatus {
        do throws(SystemError) {
            try output.write(Array(text.utf8))
            return .success
        } catch {
            return notWritten(error)
        }
    }

    private mutating func notWritten(_ error: SystemError) -> ExitStatus {
        // A closed pipe needs no message: the status says it.
        if error.code != EPIPE { addMessage("cannot write to standard output: \(error)") }
        return .notWritten
    }

    private mutating func addMessage(_ text: String) { messages.append("btcq: \(text)") }
}
