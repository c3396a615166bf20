/// Which certificates are trusted: those that `curl` would trust in the same environment.
public struct CertificateTrust: Sendable {
    private let file: String?
    private let directory: String?

    /// Takes the variables as `curl` does: `CURL_CA_BUNDLE` before `SSL_CERT_FILE` and `SSL_CERT_DIR`; an empty one
    /// is none.
    public init(environment: (String) -> String?) {
        func path(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        if let bundle = path("CURL_CA_BUNDLE") {
            file = bundle
            directory = nil
        } else {
            file = path("SSL_CERT_FILE")
            directory = path("SSL_CERT_DIR")
        }
    }

    /// The stores to verify with, one after the other while the issuer is missing.
    ///
    /// OpenSSL parses a whole bundle before the handshake, which takes longer than the rest of a run; a directory
    /// it looks up by hash. Both together are what `curl` trusts, so the directory alone never trusts more.
    func stores(for library: CurlLibrary) -> [CertificateStore] {
        if let file { return [CertificateStore(file: .at(file), directory: directory)] }
        let whole = CertificateStore(file: .builtIn, directory: directory)
        guard library.usesOpenSSL, let looked = directory ?? library.certificateDirectory else { return [whole] }
        return [CertificateStore(file: .none, directory: looked), whole]
    }

    /// Whether a verify result (openssl/x509_vfy.h) says that an issuer was not found, which another store may have.
    /// A wrong host or an expired certificate is final.
    static func isIssuerMissing(_ verifyResult: Int) -> Bool {
        [2, 19, 20, 21].contains(verifyResult)
    }
}

/// Where one attempt looks for certificates.
struct CertificateStore: Equatable {
    enum File: Equatable {
        /// The bundle libcurl was built with.
        case builtIn
        case none
        case at(String)
    }

    let file: File
    /// Nil: the one libcurl was built with.
    let directory: String?
}
