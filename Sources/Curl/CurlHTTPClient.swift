package import BTCPriceCore
package import BTCPriceNetworking
package import Platform

/// HTTP over libcurl, which is opened by the first request. `get` blocks until the transfer ends.
package final class CurlHTTPClient: HTTPClient {
    private let userAgent: String
    private let environment: Environment

    /// - Parameter environment: for proxies and certificates.
    package init(userAgent: String, environment: Environment) {
        self.userAgent = userAgent
        self.environment = environment
    }

    package func get(
        _ request: HTTPRequest, _ transfer: inout TransferDetails
    ) throws(PriceLoadingError) -> HTTPResponse {
        let library = try CurlLibrary.shared.mapError { PriceLoadingError.networkFailure($0.description) }.get()
        let proxy = request.isPlainLoopback ? nil : ProxyVariable(environment)
        let trust = CertificateTrust(environment, curlVersion: library.version)
        var attempt = CurlAttempt(
            library: library, userAgent: userAgent, request: request, trust: trust,
            hashedDirectory: trust.hashedDirectory(for: library), isIPv4Only: request.prefersIPv4)
        var handle = try attempt.send()
        if attempt.isIPv4Only, CurlCode.noConnection.contains(handle.code) {
            attempt.isIPv4Only = false
            handle = try attempt.send()
        }
        if attempt.hashedDirectory != nil, shouldRetryWithBundle(handle, proxy) {
            attempt.hashedDirectory = nil
            handle = try attempt.send()
        }
        handle.addTimings(to: &transfer)
        if !request.isPlainLoopback { transfer.notes += trust.notes }
        guard handle.code == 0 || handle.hasErrorResponse else {
            throw CurlFailure(handle: handle, request: request, proxy: proxy, trust: trust).error
        }
        return HTTPResponse(status: handle.status, body: handle.body, head: handle.head)
    }

    package func proxy(for request: HTTPRequest) -> String? {
        request.isPlainLoopback ? nil : ProxyVariable(environment)?.text
    }

    /// Whether the issuer was not found, and so the bundle may contain it.
    private func shouldRetryWithBundle(_ handle: CurlHandle, _ proxy: ProxyVariable?) -> Bool {
        // For a handshake through a proxy that uses TLS itself, libcurl reports no verify result.
        if handle.code == CurlCode.tlsConnect, proxy?.usesTLS == true { return handle.number(.connectStatus) == 200 }
        let results = [CurlInfo.verifyResult, .proxyVerifyResult].map(handle.number)
        return handle.code == CurlCode.untrustedPeer
            && results.contains { CertificateFailure(verifyResult: $0) == .unknownIssuer }
    }
}
