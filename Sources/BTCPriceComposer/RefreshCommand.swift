import BTCPriceCore
import BTCPriceNetworking
import Curl
package import Platform

/// The command of a background refresh: this program again, with other arguments.
package struct RefreshCommand: Sendable {
    private let arguments: [String]
    private let variables: [(name: String, value: [UInt8])]

    /// - Parameter arguments: the program name first.
    package init(_ arguments: [String], _ environment: Environment) {
        self.arguments = arguments
        let names = SourceRegistry.exchanges.map { $0.urlVariable } + ProxyVariable.names
        // The paths of certificates are absolute, since it runs in another directory.
        variables =
            names.compactMap { name in environment.value(name).map { (name: name, value: $0) } }
            + CertificateTrust.absolutePaths(environment)
    }

    /// All that makes it different from another refresh: its success depends on nothing else that the user sets, but for a key.
    var configuration: [UInt8] {
        let values = variables.map { Array("\($0.name)=".utf8) + $0.value }
        return Array((arguments.map { Array($0.utf8) } + values).joined(separator: [0]))
    }

    func start() -> RefreshStart {
        do throws(SystemError) {
            try CurrentProcess.startAgain(arguments, variables: variables)
            return .started
        } catch {
            #if os(Linux)
                let missing: String? = ["/proc/self/exe", "/dev/null"].first { access($0, F_OK) != 0 }
            #else
                let missing: String? = nil
            #endif
            return .notStarted("btcq cannot be started: \(missing.map { "\($0): " } ?? "")\(error)")
        }
    }
}
