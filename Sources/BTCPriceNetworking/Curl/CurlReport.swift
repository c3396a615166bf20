package import System

/// What a bug report needs to know about libcurl.
package struct CurlReport: Equatable, Sendable {
    /// Such as `7.88.1 (OpenSSL/3.0.17)`, or why it cannot be loaded.
    package let library: String
    /// The paths where certificates are looked up; empty if libcurl does not name them.
    package let certificates: [String]

    /// Loads libcurl, which may take as long as its disk does.
    package static func load(_ environment: Environment) -> CurlReport {
        do throws(CurlLibrary.LoadError) {
            let library = try CurlLibrary.open()
            let trust = CertificateTrust(environment, curlVersion: library.version)
            let paths = [trust.file, trust.directory].compactMap(\.self)
            let certificates = paths.isEmpty ? [library.certificateDirectory].compactMap(\.self) : paths
            return CurlReport(
                library: library.description, certificates: certificates.map { String(decoding: $0, as: UTF8.self) })
        } catch {
            return CurlReport(library: "not available: \(error.description)", certificates: [])
        }
    }
}
