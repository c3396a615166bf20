import BTCPriceNetworking
import Curl
package import Platform

/// The process of a background refresh: this program again, with other arguments.
package struct RefreshProcess: Sendable {
    private let arguments: @Sendable () -> [String]

    /// - Parameter arguments: the program name first; evaluated when a refresh may be started.
    package init(arguments: @escaping @Sendable () -> [String]) {
        self.arguments = arguments
    }

    /// All that makes it different from another refresh: whether it succeeds depends on nothing else that the user sets.
    func configuration(_ environment: Environment, _ urlVariables: [String]) -> [UInt8] {
        let variables = (urlVariables + ProxyVariable.names).compactMap { name in
            environment.value(name).map { (name: name, value: $0) }
        }
        let values = (variables + certificatePaths(environment)).map { Array("\($0.name)=".utf8) + $0.value }
        return Array((arguments().map { Array($0.utf8) } + values).joined(separator: [0]))
    }

    /// Returns the reason if it cannot be started.
    func start(_ environment: Environment) -> String? {
        do throws(SystemError) {
            try CurrentProcess.startAgain(arguments(), variables: certificatePaths(environment))
            return nil
        } catch {
            return "btcq cannot be started: \(error)"
        }
    }

    /// The variables for certificates with absolute paths, since the process runs in another directory.
    private func certificatePaths(_ environment: Environment) -> [(name: String, value: [UInt8])] {
        CertificateTrust.variables.compactMap { name in
            environment.value(name).map { (name, CurrentProcess.absolutePath($0)) }
        }
    }
}
