package import Platform

/// The certificates that `curl` trusts in the same environment.
package struct CertificateTrust: Sendable {
    private static let bundleVariable = "CURL_CA_BUNDLE"
    private static let fileVariable = "SSL_CERT_FILE"
    private static let directoryVariable = "SSL_CERT_DIR"
    private static let separator = UInt8(ascii: ":")

    /// The variables that are set, with absolute paths. `SSL_CERT_DIR` is a list.
    package static func absolutePaths(_ environment: Environment) -> [(name: String, value: [UInt8])] {
        [bundleVariable, fileVariable, directoryVariable].compactMap { name in
            guard let value = environment.value(name) else { return nil }
            guard name == directoryVariable else { return (name, CurrentProcess.absolutePath(value)) }
            let paths = value.split(separator: separator, omittingEmptySubsequences: false).map(Array.init)
            return (name, Array(paths.map(CurrentProcess.absolutePath).joined(separator: [separator])))
        }
    }

    /// What a variable sets; nil: the bundle that libcurl was built with. Need not be UTF-8.
    let file: [UInt8]?
    /// What a variable sets, perhaps a list; nil: the directory that libcurl was built with.
    let directory: [UInt8]?
    /// The variables that set these, such as `SSL_CERT_FILE=/etc/ca.pem`; for messages.
    let variables: [String]

    /// As `curl` does (src/tool_operate.c): `CURL_CA_BUNDLE` replaces the other two, and before curl 8.3 `SSL_CERT_DIR`
    /// replaces `SSL_CERT_FILE`.
    init(_ environment: Environment, curlVersion: Int) {
        let bundle = environment.value(Self.bundleVariable)
        directory = bundle == nil ? environment.value(Self.directoryVariable) : nil
        file = bundle ?? (directory == nil || curlVersion >= 0x08_03_00 ? environment.value(Self.fileVariable) : nil)
        let fileName = bundle == nil ? Self.fileVariable : Self.bundleVariable
        variables = [(fileName, file), (Self.directoryVariable, directory)].compactMap { name, value in
            value.map { "\(name)=\(TerminalText.limited($0))" }
        }
    }

    /// The directory to look in first, before libcurl's built-in bundle is read. Nil without OpenSSL or a directory, or
    /// if a variable sets a bundle.
    ///
    /// OpenSSL parses a complete bundle before the handshake, which can take longer than the rest of a run; in a
    /// directory it finds a certificate by its hash. `curl` trusts both, so this trusts nothing that `curl` would not.
    func hashedDirectory(for library: CurlLibrary) -> [UInt8]? {
        file == nil && library.usesOpenSSL ? (directory ?? library.certificateDirectory) : nil
    }

    /// As in `curl`, a directory also applies to a proxy that uses TLS, and `file` does not.
    ///
    /// - Parameter hashedDirectory: the only place to look in; nil: look where `curl` does.
    func apply(to transfer: CurlTransfer, hashedDirectory: [UInt8]?) {
        if let hashedDirectory {
            // libcurl 8.21 and 8.22 read their bundle unless a file is set, so a certificate of the directory is set
            // as that file.
            let isFileNeeded = [0x08_15, 0x08_16].contains(transfer.library.version >> 8)
            let hashedFile = isFileNeeded ? Self.hashedFile(in: hashedDirectory) : nil
            transfer.set(.certificateFile, bytes: hashedFile)
            transfer.set(.proxyCertificateFile, bytes: hashedFile, ifSupported: true)
        } else if let file {
            transfer.set(.certificateFile, bytes: file)
        }
        if let directory = hashedDirectory ?? directory {
            transfer.set(.certificateDirectory, bytes: directory, ifSupported: true)
            transfer.set(.proxyCertificateDirectory, bytes: directory, ifSupported: true)
        }
    }

    /// Whether verification failed, or may have, for a reason that the bundle might remove: an expired root in the
    /// directory, for example, hides a valid one in the bundle. A certificate for another host is no such reason.
    static func mayBundleHelp(after transfer: CurlTransfer, _ proxy: ProxyVariable?) -> Bool {
        // Through a TLS proxy, libcurl does not say why the source's handshake failed: it may be the certificate.
        if transfer.code == CurlCode.tlsConnect, proxy?.usesTLS == true {
            return transfer.number(.connectStatus) == 200
        }
        let results = [CurlInfo.verifyResult, .proxyVerifyResult].map(transfer.number)
        return transfer.code == CurlCode.untrustedPeer
            && results.contains { $0 != 0 && CertificateFailure(verifyResult: $0) != .otherHost }
    }

    /// A readable file in one of the directories, with a name of the length and the end that OpenSSL looks for:
    /// `5f15c80c.0`.
    private static func hashedFile(in directories: [UInt8]) -> [UInt8]? {
        for directory in directories.split(separator: separator) {
            guard let stream = opendir(Path(Array(directory)).cString) else { continue }
            defer { closedir(stream) }
            while let entry = readdir(stream) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
                guard name.count == 10, name.suffix(2).elementsEqual(".0".utf8) else { continue }
                let path = Array(directory) + [UInt8(ascii: "/")] + name
                if access(Path(path).cString, R_OK) == 0 { return path }
            }
        }
        return nil
    }

    /// The store that a message names when no store could be read: one that is set and cannot be read, or else
    /// libcurl's own; nil if that is not installed or not known.
    ///
    /// - Parameter isForProxy: for the proxy's certificate, to which `file` does not apply.
    func unreadableStore(of library: CurlLibrary, isForProxy: Bool) -> String? {
        if let file, !isForProxy { return TerminalText.limited(file) }
        if let directory, !hasReadableDirectory { return TerminalText.limited(directory) }
        guard let store = library.certificateFile ?? library.certificateDirectory else { return nil }
        let isMissing = access(Path(store).cString, F_OK) != 0 && [ENOENT, ENOTDIR].contains(errno)
        return isMissing ? nil : TerminalText.limited(store)
    }

    /// Whether there is a store that can be opened.
    func canOpenStore(of library: CurlLibrary, isForProxy: Bool) -> Bool {
        let bundle = (isForProxy ? nil : file) ?? library.certificateFile
        let builtIn = directory == nil ? library.certificateDirectory : nil
        let stores = [bundle, builtIn].compactMap { $0 }
        return hasReadableDirectory || stores.contains { access(Path($0).cString, R_OK) == 0 }
    }

    /// Whether a variable sets directories, and one of them can be read.
    var hasReadableDirectory: Bool {
        directory?.split(separator: Self.separator).contains { access(Path(Array($0)).cString, R_OK | X_OK) == 0 }
            ?? false
    }

    /// `file` and `directory`, for messages.
    var paths: [String] { [file, directory].compactMap { $0.map { TerminalText.limited($0) } } }

    /// What `--verbose` reports if a variable is set.
    var notes: [String] { paths.isEmpty ? [] : ["trusting \(paths.joined(separator: " and "))"] }
}
