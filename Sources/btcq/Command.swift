// btcq: the command line.
//
// Arguments become settings (`Parser`, with the table of options in `OptionTable.swift`). The settings of the
// configuration file, and then these, become `RunOptions`. The composer makes a run of them. What the run returns
// becomes output (`StandardOutput`), messages (`Messages`) and an `ExitStatus`.

import BTCPriceComposer
import BTCPriceCore
import BTCPricePresentation
import Platform

/// The program: turns arguments into output, messages and an exit status.
struct Command {
    let output: StandardOutput
    let environment: Environment
    let clock: MonotonicClock
    private(set) var configuration: ConfigurationFile?
    /// Written to stderr when the process ends.
    private(set) var messages: [String] = []

    /// Runs this process's command line and ends the process. Requests still running on other threads are abandoned.
    static func main() -> Never {
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
            let options = try Parser.parse(arguments)
            switch options.invocation {
            case .help: return write(HelpText.text)
            case .version: return write(version(options))
            case .completions(let shell): return write(CompletionScript.text(for: shell))
            case .run:
                let file = try ConfigurationFile(environment)
                let fileSettings = try Parser.parse(file)
                configuration = file
                return try fetchAndPrint(RunOptions(fileSettings + options.settings))
            }
        } catch {
            addMessage(error.message)
            messages.append(error.hint(configuration))
            return .usage
        }
    }

    private mutating func fetchAndPrint(_ options: RunOptions) throws(UsageError) -> ExitStatus {
        let sources: RunSources<AppSource>
        do throws(RunSourcesError) {
            sources = try RunSources(options.sources, among: AppDependencies.usableSources(environment))
        } catch {
            throw .sources(error)
        }
        let limits = options.limits(hasFallback: sources.fallback != nil)
        let policy = options.cachePolicy
        var fetch: FetchLatestPrice
        do throws(InvalidVariable) {
            fetch = try AppDependencies.fetchLatestPrice(
                from: sources, policy: policy, limits: limits, environment: environment, clock: clock,
                refreshArguments: policy.mode == .background
                    ? BackgroundRefresh.arguments(sources, limits, maxAge: policy.maxAge) : [])
        } catch {
            throw .invalidVariable(error)
        }
        let (outcome, diagnostics) = fetch.execute()
        let status = print(outcome, options, limits)
        report(outcome, diagnostics, options)
        return status
    }

    private mutating func print(_ outcome: Outcome, _ options: RunOptions, _ limits: FetchLimits) -> ExitStatus {
        do throws(SystemError) {
            if let quote = outcome.delivered { try print(quote, options, limits) }
            return ExitStatus(outcome, staleIsSuccess: options.staleIsSuccess)
        } catch {
            return notWritten(error)
        }
    }

    private func print(_ quote: DeliveredQuote, _ options: RunOptions, _ limits: FetchLimits) throws(SystemError) {
        let line = options.format.render(quote, options.decimals) + [UInt8(ascii: "\n")]
        guard let header = options.format.header else { return try output.write(line) }
        let headerLine = Array("\(header)\n".utf8)
        try output.append(
            options.header == .always ? headerLine + line : line, header: options.header == .auto ? headerLine : nil,
            timeLeft: limits.maxTime - clock.elapsed)
    }

    private mutating func report(_ outcome: Outcome, _ diagnostics: Diagnostics, _ options: RunOptions) {
        let texts = Messages(outcome: outcome, diagnostics: diagnostics, maxStale: options.maxStale)
        if options.verbosity == .verbose {
            if CurrentProcess.environmentWasCleared {
                addMessage("no variables were read: this process has more rights than its user")
            }
            for text in [configuration?.note].compactMap({ $0 }) + texts.details { addMessage(text) }
        }
        if options.verbosity != .quiet { for text in texts.lines { addMessage(text) } }
    }

    /// The text of `--version`; with `--verbose`, also what a bug report needs.
    private func version(_ options: RunOptions) -> String {
        var lines = ["btcq \(AppDependencies.version)"]
        if options.verbosity == .verbose {
            lines += AppDependencies.installation(environment) + [ConfigurationFile.location(environment)]
        }
        return lines.map { TerminalText.escaped($0) + "\n" }.joined()
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
