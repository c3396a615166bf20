import CCurl

/// libcurl, opened at the first use and never closed.
struct CurlLibrary: Sendable {
    struct Missing: Error {
        let description: String
    }

    /// As 0xXXYYZZ.
    let version: Int
    /// Whether it verifies with OpenSSL, whose certificate directories are looked up by hash.
    let usesOpenSSL: Bool
    /// Whether its verify results are those of OpenSSL and its relatives.
    let usesX509Results: Bool
    /// The certificate directory it was built with.
    let certificateDirectory: [UInt8]?

    /// The one libcurl of this process, or a line that says why there is none. Waits while another thread opens it.
    static func open() throws(Missing) -> CurlLibrary {
        if let problem = ccurl_open() { throw Missing(description: String(cString: problem)) }
        return CurlLibrary()
    }

    private init() {
        let build = ccurl_build()
        version = Int(build.version)
        let tls = build.tls.map { String(cString: $0) } ?? ""
        // On macOS there may be two of them: `(SecureTransport) LibreSSL/3.3.6`; the one in parentheses is not in use.
        let inUse = tls.split(separator: " ").first { !$0.hasPrefix("(") } ?? ""
        usesOpenSSL = inUse.hasPrefix("OpenSSL/")
        usesX509Results = usesOpenSSL || inUse.hasPrefix("LibreSSL/") || inUse.hasPrefix("BoringSSL")
        certificateDirectory = build.ca_directory.map { Array(String(cString: $0).utf8) }
    }

    /// libcurl's own words for a code: fixed texts, which hold nothing a peer sent.
    func words(for code: Int32) -> String { String(cString: ccurl_easy_strerror(code)) }
}
