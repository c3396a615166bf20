import BTCPriceCore
import BTCPriceNetworking

/// One way to send a request. If there is no response, another one may be tried.
struct CurlAttempt {
    let library: CurlLibrary
    let userAgent: String
    let request: HTTPRequest
    let trust: CertificateTrust
    /// The only directory to look up certificates in; nil: where `curl` looks.
    var hashedDirectory: [UInt8]?
    var isIPv4Only: Bool

    /// Runs the transfer on this thread.
    func send() throws(PriceLoadingError) -> CurlHandle {
        guard let handle = CurlHandle(library) else { throw .networkFailure("out of memory") }
        handle.set(.url, request.url)
        handle.set(.userAgent, userAgent)
        handle.setHeaders(request.headers)
        handle.set(.noSignal, 1)
        if isIPv4Only { handle.set(.ipResolve, CurlValue.resolveIPv4) }
        handle.set(.httpVersion, CurlValue.http11)
        handle.set(.protocols, CurlValue.httpAndHTTPS)
        handle.set(.tlsVersion, CurlValue.tls12)
        handle.set(.verifyPeer, 1)
        handle.set(.verifyHost, CurlValue.verifyName)
        // A libcurl without proxy support does not know these, and needs none of them.
        handle.set(.suppressConnectHeaders, 1, ifSupported: true)
        handle.set(.proxyTLSVersion, CurlValue.tls12, ifSupported: true)
        if request.isPlainLoopback { handle.set(.noProxy, "*", ifSupported: true) }
        // Since 7.87: curl_easy_perform does not wait for a name server.
        handle.set(.quickExit, 1, ifSupported: true)
        // Since 7.64: a response without a status line is an error.
        handle.set(.http09, 0, ifSupported: true)
        trust.apply(to: handle, hashedDirectory: hashedDirectory)
        handle.perform()
        return handle
    }
}
