import BTCPriceCore

/// One request over libcurl, from its options to its answer, on the thread that runs it.
struct CurlTransfer {
    let request: HTTPRequest
    let userAgent: String
    let trust: CertificateTrust
    let isAbandoned: @Sendable () -> Bool

    /// Tells `give` the outcome before it cleans up: saying goodbye to the server is nobody's wait.
    func run(_ give: (Result<HTTPResponse, HTTPFailure>) -> Void) {
        switch CurlLibrary.shared {
        case .failure(let missing): give(.failure(HTTPFailure(.network(missing.description))))
        case .success(let library): run(with: library, give)
        }
    }

    private func run(with library: CurlLibrary, _ give: (Result<HTTPResponse, HTTPFailure>) -> Void) {
        var stores = trust.stores(for: library)[...]
        while let store = stores.popFirst() {
            guard let handle = library.makeHandle() else {
                return give(.failure(HTTPFailure(.network("out of memory"))))
            }
            handle.isAbandoned = isAbandoned
            let refused = configure(handle, store)
            let code = refused == 0 ? handle.perform() : refused
            let mayBeElsewhere = code == CurlCode.untrustedPeer && CertificateTrust.isIssuerMissing(handle.verifyResult)
            if mayBeElsewhere, !stores.isEmpty { continue }
            return give(outcome(of: handle, code, library))
        }
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
            handle.set(.noProgress, 0),
            handle.set(.httpVersion, 2),  // CURL_HTTP_VERSION_1_1
            handle.set(.protocols, 3),  // CURLPROTO_HTTP | CURLPROTO_HTTPS
            handle.set(.tlsVersion, 6),  // CURL_SSLVERSION_TLSv1_2
            handle.set(.verifyPeer, 1),
            handle.set(.verifyHost, 2),
        ]
        if BaseURL.isPlainLoopback(request.url) { codes.append(handle.set(.noProxy, "*")) }
        switch store.file {
        case .builtIn: break
        case .none: codes.append(handle.set(.certificateFile, nil))
        case .at(let path): codes.append(handle.set(.certificateFile, path))
        }
        if let directory = store.directory {
            let code = handle.set(.certificateDirectory, directory)
            // As curl: a TLS library without directories does without.
            codes.append(code == CurlCode.notBuiltIn ? 0 : code)
        }
        return codes.first { $0 != 0 } ?? 0
    }

    private func outcome(
        of handle: CurlHandle, _ code: Int32, _ library: CurlLibrary
    ) -> Result<HTTPResponse, HTTPFailure> {
        let timings = handle.timings
        guard code == 0 else {
            return .failure(HTTPFailure(CurlFailure.reason(code, of: handle, library), timings: timings))
        }
        return .success(
            HTTPResponse(
                status: handle.status, body: handle.body, retryAfter: handle.retryAfter, timings: timings))
    }
}
