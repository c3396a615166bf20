import BTCPriceComposer
import BTCPriceCore
import BTCPricePresentation
import CRuntime

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The program: words in, one quote and a status out.
public struct Command {
    /// How long another run that appends to the same file is waited for, if the deadline is not nearer.
    private static let patienceForHeader = Duration.seconds(1)

    let output: any Output
    let environment: Environment
    /// What is to be said on stderr when all else is done.
    private(set) var errors: [String] = []

    init(output: any Output, environment: Environment) {
        self.output = output
        self.environment = environment
    }

    /// Runs this process's command line and ends it. What is still under way on other threads is left behind.
    public static func main() -> Never {
        let console = Console()
        // A file that may not grow is an error of that file's, and not the end.
        signal(SIGXFSZ, SIG_IGN)
        let isRefresh = crt_is_called(Refresh.programName)
        if isRefresh { signal(SIGHUP, SIG_IGN) }
        let environment = Environment { name in getenv(name).map { Argument(copying: $0).bytes } }
        var command = Command(output: console.output, environment: environment)
        let status = command.run(Argument.ofThisProcess, isRefresh: isRefresh)
        console.printErrors(command.errors)
        _exit(status.rawValue)
    }

    mutating func run(_ arguments: [Argument], isRefresh: Bool = false) -> ExitStatus {
        do throws(UsageError) {
            switch try Parser.parse(arguments) {
            case .help: return write(Array(HelpText.text.utf8))
            case .version: return write(Array("btcq \(AppDependencies.version)\n".utf8))
            case .completions(let shell): return write(Array(CompletionScript(shell).text.utf8))
            case .run(var request):
                request.isRefresh = isRefresh
                return try run(request)
            }
        } catch {
            complain(error.message)
            errors.append("Try '\(error.hint.rawValue)'.")
            return .usage
        }
    }

    private mutating func run(_ request: Request) throws(UsageError) -> ExitStatus {
        let dependencies = try AppDependencies(request, environment: environment)
        let outcome = dependencies.fetchLatestPrice()
        var status = ExitStatus.noQuote
        if let delivered = outcome.quote {
            let formatter = dependencies.formatter
            let newline = UInt8(ascii: "\n")
            status = write(
                formatter.line(for: delivered) + [newline], header: formatter.header.map { Array("\($0)\n".utf8) },
                when: request.header, patience: dependencies.patience(Self.patienceForHeader))
            if status == .printed, delivered.isStale, !request.takesStaleForSuccess { status = .stale }
        }
        let messages = Messages(outcome: outcome, sources: dependencies.selection.sources.map(\.name))
        if request.verbosity == .verbose { messages.details.forEach { complain($0) } }
        if request.verbosity != .quiet { messages.warnings.forEach { complain($0) } }
        return status
    }

    private mutating func write(
        _ text: [UInt8], header: [UInt8]? = nil, when rule: Request.Header = .never, patience: Duration = .zero
    ) -> ExitStatus {
        do throws(OutputError) {
            try output.write(text, header: header, when: rule, patience: patience)
            return .printed
        } catch {
            if case .failed(let reason) = error { complain("cannot write to standard output: \(reason)") }
            return .notWritten
        }
    }

    private mutating func complain(_ message: String) {
        errors.append("btcq: \(message)")
    }
}

extension Request {
    /// Whether a stale quote ends with status 0.
    fileprivate var takesStaleForSuccess: Bool {
        if case .format(let format) = style, format.impliesStaleOK { return true }
        return isStaleOK
    }
}
