package import Platform

/// The certificates that `curl` trusts in the same environment.
package struct CertificateTrust: Sendable {
    private static let bundleVariable = "CURL_CA_BUNDLE"
    private static let fileVariable = "SSL_CERT_FILE"
    private static let directoryVariable = "SSL_CERT_DIR"
    private static let separator = UInt8(ascii: ":")

    /// The variables that are set, with absolute paths. `SSL_CERT_DIR` is a list.
    package static func absolutePaths(_ environment: Environment) -> [(name: String, value: [UInt8])] {
        let directories = environment.value(directoryVariable).map { list in
            let paths = list.split(separator: separator, omittingEmptySubsequences: false).map(Array.init)
            let absolutePaths = paths.map(CurrentProcess.absolutePath)
            return (name: directoryVariable, value: Array(absolutePaths.joined(separator: [separator])))
        }
        let files = [bundleVariable, fileVariable].compactMap { name in
            environment.value(name).map { (name: name, value: CurrentProcess.absolutePath($0)) }
        }
        return files + [directories].compactMap { $0 }
    }

    /// What a variable sets; nil: the bundle that libcurl was built with. Need not be UTF-8.
    let file: [UInt8]?
    /// What a variable sets, perhaps a list; nil: the directory that libcurl was built with.
    let directory: [UInt8]?

    /// As `curl` does (src/tool_operate.c): `CURL_CA_BUNDLE` replaces the other two, and before curl 8.3 `SSL_CERT_DIR`
    /// replaces `SSL_CERT_FILE`.
    init(_ environment: Environment, curlVersion: Int) {
        let bundle = environment.value(Self.bundleVariable)
        directory = bundle == nil ? environment.value(Self.directoryVariable) : nil
        file = bundle ?? (directory == nil || curlVersion >= 0x08_03_00 ? environment.value(Self.fileVariable) : nil)
    }

    /// The directory to look in first, before libcurl's built-in bundle is read. Nil without OpenSSL, or if a variable sets
    /// a bundle.
    ///
    /// OpenSSL parses a complete bundle before the handshake, which can take longer than the rest of a run; in a directory
    /// it finds a certificate by its hash. `curl` trusts both, so this trusts nothing that `curl` would not.
    func hashedDirectory(for library: CurlLibrary) -> [UInt8]? {
        file == nil && library.usesOpenSSL ? directory ?? library.certificateDirectory : nil
    }

    /// As in `curl`, a directory also applies to a proxy that uses TLS, and `file` does not.
    ///
    /// - Parameter hashedDirectory: the only place to look in; if it is nil, where `curl` looks.
    func apply(to handle: CurlHandle, hashedDirectory: [UInt8]?) {
        if hashedDirectory != nil {
            handle.set(.certificateFile, path: nil)
            handle.set(.proxyCertificateFile, path: nil, ifSupported: true)
        } else if let file {
            handle.set(.certificateFile, path: file)
        }
        if let directory = hashedDirectory ?? directory {
            handle.set(.certificateDirectory, path: directory, ifSupported: true)
            handle.set(.proxyCertificateDirectory, path: directory, ifSupported: true)
        }
    }

    /// `file` and `directory`, for messages.
    var paths: [String] { [file, directory].compactMap { $0.map { TerminalText.limited($0) } } }

    /// What `--verbose` reports if a variable is set.
    var notes: [String] { paths.isEmpty ? [] : ["trusting \(paths.joined(separator: " and "))"] }
}

/// What follows `certificate` or `proxy certificate` in a message.
enum CertificateFailure: String {
    case otherHost = "is for another host"
    case notYetValid = "is not yet valid"
    case expired = "has expired"
    case selfSigned = "is self-signed"
    case unknownIssuer = "is from an unknown issuer"
    case other = "is not trusted"

    /// - Parameter verifyResult: of OpenSSL and its relatives (openssl/x509_vfy.h).
    init(verifyResult: Int) {
        self =
            switch verifyResult {
            // For another host, OpenSSL's result is 62. If libcurl compares the host itself, the result may still be its
            // initial 1, or 0 if all else is valid.
            case 0, 1, 62: .otherHost
            case 9: .notYetValid
            case 10: .expired
            case 18: .selfSigned
            case 2, 19, 20, 21: .unknownIssuer
            default: .other
            }
    }
}
