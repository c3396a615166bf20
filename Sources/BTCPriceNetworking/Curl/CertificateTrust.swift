import System

/// Which certificates are trusted: the same that `curl` trusts in the same environment.
package struct CertificateTrust: Sendable {
    /// The environment variables that contain paths.
    package static let variables = ["CURL_CA_BUNDLE", "SSL_CERT_DIR", "SSL_CERT_FILE"]

    /// A path, as bytes that need not be UTF-8.
    let file: [UInt8]?
    let directory: [UInt8]?

    /// Reads the variables as `curl` does: `CURL_CA_BUNDLE` replaces the others, and before curl 8.3 `SSL_CERT_DIR` replaces
    /// `SSL_CERT_FILE` (src/tool_operate.c).
    init(_ environment: Environment, curlVersion: Int) {
        if let bundle = environment.value("CURL_CA_BUNDLE") {
            file = bundle
            directory = nil
        } else {
            directory = environment.value("SSL_CERT_DIR")
            file = directory == nil || curlVersion >= 0x08_03_00 ? environment.value("SSL_CERT_FILE") : nil
        }
    }

    /// The stores to verify with, in this order while the issuer is not found.
    ///
    /// OpenSSL parses a complete bundle before the handshake, which takes longer than the rest of a run; in a directory it
    /// finds a certificate by its hash. `curl` trusts both together, so the directory alone never trusts more.
    func stores(for library: CurlLibrary) -> [CertificateStore] {
        if let file { return [CertificateStore(file: .at(file), directory: directory)] }
        let bundle = CertificateStore(file: .builtIn, directory: directory)
        guard library.usesOpenSSL, let path = directory ?? library.certificateDirectory else { return [bundle] }
        return [CertificateStore(file: .none, directory: path), bundle]
    }

    /// For `--verbose`: the variables' paths, if there are any.
    var notes: [String] {
        let paths = [file, directory].compactMap(\.self).map { String(decoding: $0, as: UTF8.self) }
        return paths.isEmpty ? [] : ["trusting \(paths.joined(separator: " and "))"]
    }

    /// Whether a verify result (openssl/x509_vfy.h) means that the issuer was not found; another store may contain it. A
    /// wrong host or an expired certificate is final.
    static func isIssuerMissing(_ verifyResult: Int) -> Bool {
        [2, 19, 20, 21].contains(verifyResult)
    }
}

/// Where one attempt looks for certificates.
struct CertificateStore: Equatable {
    enum File: Equatable {
        /// The bundle that libcurl was built with.
        case builtIn
        case none
        case at([UInt8])
    }

    let file: File
    /// Nil: the one that libcurl was built with.
    let directory: [UInt8]?

    /// Returns the first error code, or 0.
    ///
    /// As in `curl`, the directory also applies to a proxy that uses TLS, but a file of the user's does not.
    func apply(to handle: CurlHandle) -> Int32 {
        var codes: [Int32] = []
        switch file {
        case .builtIn: break
        case .none:
            codes.append(handle.set(.certificateFile, nil))
            codes.append(CurlCode.ignoringUnsupported(handle.set(.proxyCertificateFile, nil)))
        case .at(let path): codes.append(handle.set(.certificateFile, path: path))
        }
        if let directory {
            for option in [CurlOption.Text.certificateDirectory, .proxyCertificateDirectory] {
                codes.append(CurlCode.ignoringUnsupported(handle.set(option, path: directory)))
            }
        }
        return codes.first { $0 != 0 } ?? 0
    }
}
