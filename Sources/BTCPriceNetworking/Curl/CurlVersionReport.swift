package import Platform

/// For a bug report: what `--version --verbose` says of libcurl.
package enum CurlVersionReport {
    /// The version, as in `libcurl 7.88.1 (OpenSSL/3.0.17)`, and the certificates that variables set, else those that
    /// libcurl names. Loads libcurl, without a time limit.
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

    /// The directory that libcurl names, or its bundle if it names none; `none` if that cannot be read, `unknown` if it
    /// names neither.
    private static func builtInCertificates(_ library: CurlLibrary) -> String {
        guard let store = library.certificateDirectory ?? library.certificateFile else { return "unknown" }
        let path = String(decoding: store, as: UTF8.self)
        return access(path, R_OK) == 0 ? path : "none"
    }
}
