import CCurl

/// libcurl, opened at the first use and never closed.
struct CurlLibrary: Sendable {
    struct LoadError: Error {
        let description: String
    }

    /// Such as `7.88.1 (OpenSSL/3.0.17)`.
    let description: String
    /// As 0xXXYYZZ.
    let version: Int
    /// Whether it verifies certificates with OpenSSL, which finds them in a directory by their hash.
    let usesOpenSSL: Bool
    /// Whether its verify results are those of OpenSSL and its relatives.
    let usesX509Results: Bool
    /// The certificate directory that it was built with.
    let certificateDirectory: [UInt8]?

    /// The one libcurl of this process. Waits if another thread is opening it.
    static func open() throws(LoadError) -> CurlLibrary {
        if let error = ccurl_open() { throw LoadError(description: String(cString: error)) }
        return CurlLibrary()
    }

    private init() {
        let build = ccurl_build()
        version = Int(build.version)
        let tls = build.tls.map { String(cString: $0) } ?? ""
        // On macOS there may be two, as in `(SecureTransport) LibreSSL/3.3.6`; the one in parentheses is not used.
        let tlsInUse = tls.split(separator: " ").first { !$0.hasPrefix("(") } ?? ""
        description = (build.version_text.map { String(cString: $0) } ?? "") + (tls.isEmpty ? "" : " (\(tls))")
        usesOpenSSL = tlsInUse.hasPrefix("OpenSSL/")
        usesX509Results = usesOpenSSL || tlsInUse.hasPrefix("LibreSSL/") || tlsInUse.hasPrefix("BoringSSL")
        certificateDirectory = build.ca_directory.map { Array(String(cString: $0).utf8) }
    }

    /// libcurl's fixed text for a code, which contains nothing that the peer sent.
    func errorText(for code: Int32) -> String { String(cString: ccurl_easy_strerror(code)) }
}
