import BTCPriceCore
import BTCPriceNetworking
import Platform

/// This program again, with other arguments.
struct RefreshCommand: Sendable {
    private let arguments: [String]
    /// Those that are set for base URLs, proxies and certificates. All others, such as keys, are inherited as they are.
    private let variables: [(name: String, value: [UInt8])]

    /// - Parameter arguments: the program name first; empty if the run can start no refresh, and so needs no variables.
    init(_ arguments: [String], _ environment: Environment) {
        self.arguments = arguments
        guard !arguments.isEmpty else {
            variables = []
            return
        }
        let names = SourceRegistry.all.map { $0.urlVariable } + ProxyVariable.names
        // A refresh runs in another directory, so the paths of certificates are absolute.
        variables =
            names.compactMap { name in environment.value(name).map { (name: name, value: $0) } }
            + CertificateTrust.absolutePaths(environment)
    }

    /// Arguments and variables that may decide whether a refresh can succeed; no keys.
    var configuration: [UInt8] {
        let values = variables.map { Array("\($0.name)=".utf8) + $0.value }
        return Array((arguments.map { Array($0.utf8) } + values).joined(separator: [0]))
    }

    /// Two hexadecimal digits.
    var configurationHash: String {
        let hash = configuration.fnv1a
        let byte = stride(from: 0, to: 64, by: 8).reduce(0 as UInt8) { $0 ^ UInt8(truncatingIfNeeded: hash >> $1) }
        return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    func start() -> RefreshOutcome {
        do throws(SystemError) {
            try CurrentProcess.startAgain(arguments, variables: variables)
            return .started
        } catch {
            var missing = ""
            #if !canImport(Darwin)
                for file in ["/proc/self/exe", "/dev/null"] where access(file, F_OK) != 0 { missing = "\(file): " }
            #endif
            return .notStarted("btcq cannot be started: \(missing)\(error)")
        }
    }
}
