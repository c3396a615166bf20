import BTCPriceComposer
import BTCPriceCore
import BTCPricePresentation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The program: words in, one quote and a status out.
public struct Command: Sendable {
    let console: Console
    let environment: @Sendable (String) -> String?

    /// Runs this process's command line and ends it. What libcurl's threads are still at is left behind.
    public static func main() -> Never {
        Console.guardDescriptors()
        let command = Command(console: .standard) { name in getenv(name).map { String(cString: $0) } }
        let status = command.run(Argument.ofThisProcess)
        _exit(status.rawValue)
    }

    func run(_ arguments: [Argument]) -> ExitStatus {
        do throws(UsageError) {
            switch try Parser.parse(arguments) {
            case .help: return write(Array(HelpText.text.utf8))
            case .version: return write(Array("btcq \(AppDependencies.version)\n".utf8))
            case .run(let request): return run(request)
            }
        } catch {
            return refuse(error.message)
        }
    }

    private func run(_ request: Request) -> ExitStatus {
        let dependencies: AppDependencies
        do throws(ConfigurationError) {
            dependencies = try AppDependencies(request, environment: environment) { event in
                report(event, verbosity: request.verbosity)
            }
        } catch {
            return refuse(error.description)
        }
        switch dependencies.fetchLatestPrice() {
        case .fresh(let delivered):
            return write(delivered, dependencies.formatter, request) ?? .printed
        case .stale(let delivered, let failure):
            if let failure, request.verbosity != .quiet {
                console.complain(Messages.stale(delivered, because: failure, sources: dependencies.sources))
            }
            return write(delivered, dependencies.formatter, request) ?? .stale
        case .unavailable(let failure, let tooOld):
            if request.verbosity != .quiet {
                console.complain(Messages.unavailable(because: failure, tooOld: tooOld))
            }
            return .noQuote
        }
    }

    private func report(_ event: RunEvent, verbosity: Request.Verbosity) {
        switch event {
        case .cache(let problem):
            if case .unusable = problem, verbosity != .verbose { return }
            if verbosity != .quiet { console.complain(Messages.cache(problem)) }
        case .source(let report):
            if verbosity == .verbose { console.complain(Messages.source(report)) }
        }
    }

    private func refuse(_ message: String) -> ExitStatus {
        console.complain(message)
        console.printError("Try 'btcq --help'.")
        return .usage
    }

    /// Nil when all went well.
    private func write(
        _ delivered: DeliveredQuote, _ formatter: any QuoteFormatter, _ request: Request
    ) -> ExitStatus? {
        let newline = UInt8(ascii: "\n")
        let header = formatter.header.map { Array("\($0)\n".utf8) }
        let status = write(formatter.line(for: delivered) + [newline], header: header, when: request.header)
        return status == .printed ? nil : status
    }

    private func write(_ text: [UInt8], header: [UInt8]? = nil, when rule: HeaderRule = .never) -> ExitStatus {
        do throws(OutputError) {
            try console.output.write(text, header: header, when: rule)
            return .printed
        } catch {
            if case .failed(let reason) = error { console.complain("cannot write to standard output: \(reason)") }
            return .notWritten
        }
    }
}
