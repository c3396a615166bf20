package import Platform

/// For a bug report: what `--version --verbose` says of libcurl.
package enum CurlVersionReport {
    /// The version, as in `libcurl 7.88.1 (OpenSSL/3.0.17)`, and where the certificates are. Loads libcurl, without a
    /// time limit.
    package static func lines(_ environment: Environment) -> [String] {
        do throws(CurlLibrary.LoadError) {
            let library = try CurlLibrary.shared.get()
            let paths = CertificateTrust(environment, curlVersion: library.version).paths.joined(separator: " and ")
            let certificates = paths.isEmpty ? builtInCertificates(library) : paths
            return ["libcurl \(library.description)", "certificates \(certificates)"]
        } catch {
            return ["libcurl not available: \(error.description)", "certificates unknown"]
        }
    }

    /// The directory that libcurl was built with, or else its bundle; `none` if that cannot be read, `unknown` if
    /// libcurl names neither.
    private static func builtInCertificates(_ library: CurlLibrary) -> String {
        guard let store = library.certificateDirectory ?? library.certificateFile else { return "unknown" }
        let path = String(decoding: store, as: UTF8.self)
        return access(path, R_OK) == 0 ? path : "none"
    }
}
