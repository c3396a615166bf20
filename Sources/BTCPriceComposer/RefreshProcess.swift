import BTCPriceNetworking
import Curl
import Platform

/// The process of a background refresh: this program again, with other arguments.
package struct RefreshProcess: Sendable {
    private let arguments: @Sendable () -> [String]

    /// - Parameter arguments: the program name first; evaluated when a refresh may be started.
    package init(arguments: @escaping @Sendable () -> [String]) {
        self.arguments = arguments
    }

    /// All that makes it different from another refresh: its success depends on nothing else that the user sets, but for a key.
    func configuration(_ environment: Environment) -> [UInt8] {
        let names = SourceRegistry.exchanges.map { $0.urlVariable } + ProxyVariable.names
        let variables = names.compactMap { name in
            environment.value(name).map { (name: name, value: $0) }
        }
        let values = (variables + CertificateTrust.absolutePaths(environment)).map {
            Array("\($0.name)=".utf8) + $0.value
        }
        return Array((arguments().map { Array($0.utf8) } + values).joined(separator: [0]))
    }

    /// Starts it with absolute paths of certificates, since it runs in another directory. Returns the reason if that fails.
    func start(_ environment: Environment) -> String? {
        do throws(SystemError) {
            try CurrentProcess.startAgain(arguments(), variables: CertificateTrust.absolutePaths(environment))
            return nil
        } catch {
            return "btcq cannot be started: \(error)"
        }
    }
}
