package import BTCPriceCore
package import BTCPriceNetworking
package import Platform

/// HTTP over libcurl, which the first request opens. `get` makes up to three transfers.
package final class CurlHTTPClient: HTTPClient {
    private let userAgent: String
    private let environment: Environment
    private let timeLeft: @Sendable () -> Duration

    /// - Parameters:
    ///   - environment: for certificates, and to know whether a proxy is set; libcurl reads the proxy variables itself.
    ///   - timeLeft: of the run.
    package init(userAgent: String, environment: Environment, timeLeft: @escaping @Sendable () -> Duration) {
        self.userAgent = userAgent
        self.environment = environment
        self.timeLeft = timeLeft
    }

    package func get(
        _ request: HTTPRequest, _ transfer: inout TransferDetails
    ) throws(PriceLoadingError) -> HTTPResponse {
        let library = try CurlLibrary.shared.mapError { PriceLoadingError.networkFailure($0.description) }.get()
        let clock = MonotonicClock()
        let proxy = request.isPlainLoopback ? nil : ProxyVariable(environment)
        let trust = CertificateTrust(environment, curlVersion: library.version)
        let directory = trust.hashedDirectory(for: library)
        var isIPv4Only = request.prefersIPv4
        // With a proxy there is no limit: connecting then includes the proxy's own connection to the exchange. If the first
        // of several addresses is dead, libcurl tries the second shortly before this limit.
        let limit = isIPv4Only && proxy == nil ? timeLeft() / 2 + .milliseconds(150) : nil
        var handle = try send(request, library, trust, in: directory, isIPv4Only: isIPv4Only, connectLimit: limit)
        if isIPv4Only, CurlCode.noConnection.contains(handle.code) {
            isIPv4Only = false
            handle = try send(request, library, trust, in: directory, isIPv4Only: false)
        }
        if directory != nil, shouldRetryWithBundle(handle, proxy) {
            handle = try send(request, library, trust, in: nil, isIPv4Only: isIPv4Only)
        }
        let total = clock.elapsed
        let host = URLText.withoutPort(URLText(Array(request.url.utf8)).rest.prefix { $0 != UInt8(ascii: "/") })
        handle.addTimings(to: &transfer, host: proxy == nil ? " \(TerminalText.limited(host))" : "", total: total)
        if !request.isPlainLoopback { transfer.notes += trust.notes }
        guard handle.code == 0 || handle.response.isError else {
            throw CurlFailure(handle: handle, request: request, proxy: proxy, trust: trust, total: total).error
        }
        let response = handle.response
        return HTTPResponse(status: response.status, body: response.body, head: response.head)
    }

    /// Makes one transfer.
    ///
    /// - Parameters:
    ///   - directory: the only one to look up certificates in; nil: where `curl` looks.
    ///   - connectLimit: how long connecting may take; nil: as long as the run.
    private func send(
        _ request: HTTPRequest, _ library: CurlLibrary, _ trust: CertificateTrust, in directory: [UInt8]?,
        isIPv4Only: Bool, connectLimit: Duration? = nil
    ) throws(PriceLoadingError) -> CurlHandle {
        guard let handle = CurlHandle(library) else { throw .networkFailure("out of memory") }
        handle.set(.url, text: request.url)
        handle.set(.userAgent, text: userAgent)
        handle.setHeaders(request.headers)
        // A body that comes compressed all the same would not be decoded without this.
        handle.set(.acceptEncoding, text: "identity")
        handle.set(.noSignal, 1)
        // libcurl divides this time among the addresses of a host. The run's deadline comes 100 ms earlier.
        handle.set(.timeout, Int(min(max(1, timeLeft().milliseconds + 100), Int64(Int32.max))))
        if isIPv4Only { handle.set(.ipResolve, CurlValue.resolveIPv4) }
        handle.set(.httpVersion, CurlValue.http11)
        handle.set(.protocols, CurlValue.httpAndHTTPS)
        handle.set(.tlsVersion, CurlValue.tls12)
        handle.set(.verifyPeer, 1)
        handle.set(.verifyHost, CurlValue.verifyName)
        // A libcurl without proxy support does not know these.
        handle.set(.suppressConnectHeaders, 1, ifSupported: true)
        handle.set(.proxyTLSVersion, CurlValue.tls12, ifSupported: true)
        if request.isPlainLoopback { handle.set(.noProxy, text: "*", ifSupported: true) }
        // Makes a response without a status line an error, since libcurl 7.64.
        handle.set(.http09, 0, ifSupported: true)
        trust.apply(to: handle, hashedDirectory: directory)
        handle.perform(connectLimit: connectLimit)
        return handle
    }

    /// Whether the issuer of a certificate was not found, or perhaps was not: the bundle may contain it.
    private func shouldRetryWithBundle(_ handle: CurlHandle, _ proxy: ProxyVariable?) -> Bool {
        // Through a proxy that uses TLS itself, libcurl reports no verify result.
        if handle.code == CurlCode.tlsConnect, proxy?.usesTLS == true { return handle.number(.connectStatus) == 200 }
        let results = [CurlInfo.verifyResult, .proxyVerifyResult].map(handle.number)
        return handle.code == CurlCode.untrustedPeer
            && results.contains { CertificateFailure(verifyResult: $0) == .unknownIssuer }
    }
}

extension CurlHTTPClient {
    /// For a bug report: the version, such as `7.88.1 (OpenSSL/3.0.17)`, or why libcurl cannot be loaded; and where the
    /// certificates are, `none` or `unknown`. Loads libcurl, without a time limit.
    package static func installation(_ environment: Environment) -> (library: String, certificates: String) {
        do throws(CurlLibrary.LoadError) {
            let library = try CurlLibrary.shared.get()
            let paths = CertificateTrust(environment, curlVersion: library.version).paths.joined(separator: " and ")
            return (library.description, paths.isEmpty ? builtInCertificates(library) : paths)
        } catch {
            return ("not available: \(error.description)", "unknown")
        }
    }

    /// The directory that libcurl was built with; `none` if it cannot be read, `unknown` if libcurl does not say.
    private static func builtInCertificates(_ library: CurlLibrary) -> String {
        guard let path = library.certificateDirectory.map({ String(decoding: $0, as: UTF8.self) }) else {
            return "unknown"
        }
        return access(path, R_OK) == 0 ? path : "none"
    }
}
