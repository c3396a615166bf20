package import Platform

extension CurlHTTPClient {
    /// What a bug report needs. The library is the version, such as `7.88.1 (OpenSSL/3.0.17)`, or why libcurl cannot be loaded;
    /// the certificates are the paths where they are looked up, `none` or `unknown`. Loads libcurl, without a time limit.
    package static func installation(_ environment: Environment) -> (library: String, certificates: String) {
        do throws(CurlLibrary.LoadError) {
            let library = try CurlLibrary.shared.get()
            let paths = CertificateTrust(environment, curlVersion: library.version).paths.joined(separator: " and ")
            return (library.description, paths.isEmpty ? builtInCertificates(library) : paths)
        } catch {
            return ("not available: \(error.description)", "unknown")
        }
    }

    /// The directory that libcurl was built with; `none` if it cannot be read, `unknown` if libcurl does not report it.
    private static func builtInCertificates(_ library: CurlLibrary) -> String {
        guard let path = library.certificateDirectory.map({ String(decoding: $0, as: UTF8.self) }) else {
            return "unknown"
        }
        return access(path, R_OK) == 0 ? path : "none"
    }
}
