import BTCPriceNetworking
import System

/// The process of a background refresh: this program again, with other arguments.
struct RefreshProcess: Sendable {
    /// The program name first; evaluated when one may be started.
    let arguments: @Sendable () -> [String]
    /// The variables for the base URLs of its sources.
    let urlVariables: [String]
    let environment: Environment

    /// All that makes it different from another refresh: whether it succeeds depends on nothing else that the user sets.
    var configuration: [UInt8] {
        let names = urlVariables + ProxyVariable.names
        let variables = names.compactMap { name in environment.value(name).map { (name: name, value: $0) } }
        let values = (variables + certificatePaths).map { Array("\($0.name)=".utf8) + $0.value }
        return Array((arguments().map { Array($0.utf8) } + values).joined(separator: [0]))
    }

    /// Returns the system's error number if it cannot be started.
    func start() -> Int32? {
        CurrentProcess.startAgain(arguments(), variables: certificatePaths)
    }

    /// The variables for certificates with absolute paths, since the process runs in another directory.
    private var certificatePaths: [(name: String, value: [UInt8])] {
        CertificateTrust.variables.compactMap { name in
            environment.value(name).map { (name, CurrentProcess.absolutePath($0)) }
        }
    }
}
