/// Which certificates are trusted: those that `curl` would trust in the same environment.
struct CertificateTrust: Sendable {
    /// A path is bytes: it need not be UTF-8.
    let file: [UInt8]?
    let directory: [UInt8]?

    /// Takes the variables as `curl` does, an empty one being none: `CURL_CA_BUNDLE` replaces the others, and before
    /// curl 8.3 `SSL_CERT_DIR` replaces `SSL_CERT_FILE` (src/tool_operate.c).
    init(environment: (String) -> [UInt8]?, curlVersion: Int) {
        func path(_ name: String) -> [UInt8]? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        if let bundle = path("CURL_CA_BUNDLE") {
            file = bundle
            directory = nil
        } else {
            directory = path("SSL_CERT_DIR")
            file = directory == nil || curlVersion >= 0x08_03_00 ? path("SSL_CERT_FILE") : nil
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

    /// For `--verbose`: the store in use, where it is not the usual one.
    var route: [String] {
        let paths = [file, directory].compactMap(\.self).map { String(decoding: $0, as: UTF8.self) }
        return paths.isEmpty ? [] : ["trusting \(paths.joined(separator: " and "))"]
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
        case at([UInt8])
    }

    let file: File
    /// Nil: the one libcurl was built with.
    let directory: [UInt8]?

    /// The first code that is not 0.
    ///
    /// As `curl` has it, a proxy that speaks TLS is looked up in the directory, but not in a file of the user's.
    func apply(to handle: CurlHandle) -> Int32 {
        var codes: [Int32] = []
        switch file {
        case .builtIn: break
        case .none: codes += [handle.set(.certificateFile, nil), handle.set(.proxyCertificateFile, nil)]
        case .at(let path): codes.append(handle.set(.certificateFile, path: path))
        }
        if let directory {
            for option in [CurlOption.Text.certificateDirectory, .proxyCertificateDirectory] {
                codes.append(Self.codeOfDirectory(handle.set(option, path: directory)))
            }
        }
        return codes.first { $0 != 0 } ?? 0
    }

    /// As curl has it, a TLS library that knows no directories does without.
    static func codeOfDirectory(_ code: Int32) -> Int32 { code == CurlCode.notBuiltIn ? 0 : code }
}
