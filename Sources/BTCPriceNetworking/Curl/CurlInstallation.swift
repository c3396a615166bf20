package import Platform

/// For a bug report: what `--version --verbose` says of libcurl. Loads it, without a time limit.
package struct CurlInstallation {
    /// The version, such as `7.88.1 (OpenSSL/3.0.17)`, or why libcurl cannot be loaded.
    package let library: String
    /// Where the certificates are, `none` or `unknown`.
    package let certificates: String

    package init(_ environment: Environment) {
        do throws(CurlLibrary.LoadError) {
            let library = try CurlLibrary.shared.get()
            let paths = CertificateTrust(environment, curlVersion: library.version).paths.joined(separator: " and ")
            self.library = library.description
            certificates = paths.isEmpty ? Self.builtInCertificates(library) : paths
        } catch {
            library = "not available: \(error.description)"
            certificates = "unknown"
        }
    }

    /// The directory that libcurl was built with; `none` if it cannot be read, `unknown` if libcurl does not say.
    private static func builtInCertificates(_ library: CurlLibrary) -> String {
        guard let path = library.certificateDirectory.map({ String(decoding: $0, as: UTF8.self) }) else {
            return "unknown"
        }
        return access(path, R_OK) == 0 ? path : "none"
    }
}
