package import System

/// What a bug report needs to know about libcurl.
package struct CurlReport: Equatable, Sendable {
    /// Such as `7.88.1 (OpenSSL/3.0.17)`, or why it cannot be loaded.
    package let library: String
    /// The paths where certificates are looked up; empty if libcurl does not name them.
    package let certificates: [String]

    /// Loads libcurl, which may take as long as its disk does.
    package static func load(_ environment: Environment) -> CurlReport {
        switch CurlLibrary.shared {
        case .success(let library):
            let paths = CertificateTrust(environment, curlVersion: library.version).paths
            let builtIn = library.certificateDirectory.map { [String(decoding: $0, as: UTF8.self)] } ?? []
            return CurlReport(library: library.description, certificates: paths.isEmpty ? builtIn : paths)
        case .failure(let error):
            return CurlReport(library: "not available: \(error.description)", certificates: [])
        }
    }
}
