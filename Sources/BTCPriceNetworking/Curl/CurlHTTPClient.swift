import BTCPriceCore
import System

/// HTTP over libcurl, which is opened by the first request. `get` blocks until the transfer ends.
struct CurlHTTPClient: HTTPClient {
    let userAgent: String
    /// For proxies and certificates.
    let environment: Environment

    func get(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        let library: CurlLibrary
        do throws(CurlLibrary.LoadError) {
            library = try CurlLibrary.open()
        } catch {
            throw HTTPError(reason: .network(error.description))
        }
        let proxy = BaseURL.isPlainLoopback(request.url) ? nil : ProxyVariable(environment)
        let trust = CertificateTrust(environment, curlVersion: library.version)
        var stores = trust.stores(for: library)[...]
        while let store = stores.popFirst() {
            guard let handle = CurlHandle() else { break }
            let optionCode = configure(handle, request, store)
            let code = optionCode == 0 ? handle.perform() : optionCode
            if !stores.isEmpty, shouldTryNextStore(code, handle, proxy) { continue }
            var transfer = handle.details
            if !BaseURL.isPlainLoopback(request.url) { transfer.notes = trust.notes }
            guard code == 0 || handle.hasErrorResponse else {
                let error = CurlError(code: code, handle: handle, library: library, proxy: proxy, trust: trust)
                throw HTTPError(reason: error.reason, transfer: transfer)
            }
            return HTTPResponse(status: handle.status, body: handle.body, head: handle.head, transfer: transfer)
        }
        throw HTTPError(reason: .network("out of memory"))
    }

    /// Whether the issuer was not found, and so another store may contain it.
    private func shouldTryNextStore(_ code: Int32, _ handle: CurlHandle, _ proxy: ProxyVariable?) -> Bool {
        // For a handshake through a proxy that uses TLS itself, libcurl reports no verify result.
        if code == CurlCode.tlsConnect, proxy?.usesTLS == true { return handle.number(.connectStatus) == 200 }
        let results = [CurlInfo.Number.verifyResult, .proxyVerifyResult].map(handle.number)
        return code == CurlCode.untrustedPeer && results.contains(where: CertificateTrust.isIssuerMissing)
    }

    /// Returns the first error code, or 0. If an option that is required cannot be set, nothing is sent.
    private func configure(_ handle: CurlHandle, _ request: HTTPRequest, _ store: CertificateStore) -> Int32 {
        let milliseconds = Int(max(1, min(request.maxTime.milliseconds, Int64(Int32.max))))
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
        ]
        // A libcurl without proxy support does not know these, and needs none of them.
        codes += [handle.set(.suppressConnectHeaders, 1), handle.set(.proxyTLSVersion, 6)]
            .map(CurlCode.ignoringUnsupported)
        if BaseURL.isPlainLoopback(request.url) {
            codes.append(CurlCode.ignoringUnsupported(handle.set(.noProxy, "*")))
        }
        // Since 7.87: curl_easy_perform does not wait for a name server.
        _ = handle.set(.quickExit, 1)
        // Since 7.64: a response without a status line is an error.
        _ = handle.set(.http09, 0)
        return codes.first { $0 != 0 } ?? store.apply(to: handle)
    }
}
