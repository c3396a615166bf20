/// HTTP over libcurl. `get` blocks until the transfer ends, so call it from a thread that may wait.
public struct CurlHTTPClient: HTTPClient {
    private let userAgent: String
    private let trust: CertificateTrust
    private let proxies: ProxySettings

    /// Sends `userAgent`; trusts the certificates and takes the proxies that the environment names.
    public init(userAgent: String, environment: (String) -> [UInt8]?) {
        self.userAgent = userAgent
        trust = CertificateTrust(environment: environment)
        proxies = ProxySettings(environment: environment)
    }

    /// The answer, or why there is none; libcurl is opened by the first call.
    public func get(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
        let transfer = CurlTransfer(
            request: request, userAgent: userAgent, trust: trust, proxy: proxies.proxy(for: request.url))
        return try transfer.run()
    }
}
