import BTCPriceCore

/// One request over libcurl, from its options to its answer, on the thread that runs it.
struct CurlTransfer {
    let request: HTTPRequest
    let userAgent: String
    let environment: @Sendable (String) -> [UInt8]?
    /// Nil where the request goes straight to its host.
    let proxy: Proxy?

    func run() throws(HTTPFailure) -> HTTPResponse {
        let library: CurlLibrary
        do throws(CurlLibrary.Missing) {
            library = try CurlLibrary.open()
        } catch {
            throw HTTPFailure(.network(error.description))
        }
        let trust = CertificateTrust(environment: environment, curlVersion: library.version)
        var stores = trust.stores(for: library)[...]
        while let store = stores.popFirst() {
            guard let handle = CurlHandle() else { break }
            let refused = configure(handle, store)
            let code = refused == 0 ? handle.perform() : refused
            if mayBeElsewhere(code, handle), !stores.isEmpty { continue }
            return try outcome(of: handle, code, library, trust)
        }
        throw HTTPFailure(.network("out of memory"))
    }

    /// Whether the issuer was not found, so that another store may have it.
    private func mayBeElsewhere(_ code: Int32, _ handle: CurlHandle) -> Bool {
        // Of a handshake through a proxy's own TLS libcurl knows no more than that it failed.
        if code == CurlCode.tlsConnect, proxy?.speaksTLS == true { return handle.number(.connectStatus) == 200 }
        let results = [CurlInfo.Number.verifyResult, .proxyVerifyResult].map(handle.number)
        return code == CurlCode.untrustedPeer && results.contains(where: CertificateTrust.isIssuerMissing)
    }

    /// The first code that is not 0: without every one of these options nothing is sent.
    private func configure(_ handle: CurlHandle, _ store: CertificateStore) -> Int32 {
        let milliseconds = Int(max(1, min(request.timeLimit.milliseconds, Int64(Int32.max))))
        // Keeps curl_easy_perform from waiting for a name server (7.87), and answers without a status line from
        // passing for HTTP (7.64): libcurls too old to know these options do without.
        _ = handle.set(.quickExit, 1)
        _ = handle.set(.http09, 0)
        var codes = [
            handle.set(.url, request.url),
            handle.set(.userAgent, userAgent),
            handle.setHeaders(request.headers),
            handle.set(.timeoutMilliseconds, milliseconds),
            handle.set(.noSignal, 1),
            handle.set(.httpVersion, 2),  // CURL_HTTP_VERSION_1_1
            handle.set(.protocols, 3),  // CURLPROTO_HTTP | CURLPROTO_HTTPS
            handle.set(.tlsVersion, 6),  // CURL_SSLVERSION_TLSv1_2
            handle.set(.verifyPeer, 1),
            handle.set(.verifyHost, 2),
            handle.set(.suppressConnectHeaders, 1),
        ]
        if BaseURL.isPlainLoopback(request.url) { codes.append(handle.set(.noProxy, "*")) }
        return codes.first { $0 != 0 } ?? store.apply(to: handle)
    }

    private func outcome(
        of handle: CurlHandle, _ code: Int32, _ library: CurlLibrary, _ trust: CertificateTrust
    ) throws(HTTPFailure) -> HTTPResponse {
        let certificates = BaseURL.isPlainLoopback(request.url) ? [] : trust.route
        let details = TransferDetails(timings: handle.timings, route: (proxy?.route ?? []) + certificates)
        guard code == 0 || handle.isAnswered else {
            let reason = CurlFailure(code, handle, library, proxy: proxy, trust: trust).reason
            throw HTTPFailure(reason, details: details)
        }
        let head = handle.head
        return HTTPResponse(
            status: head.status, body: handle.body, retryAfter: head.retryAfter, date: head.date, details: details)
    }
}
