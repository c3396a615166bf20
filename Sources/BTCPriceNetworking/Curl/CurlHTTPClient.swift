/// HTTP over libcurl. `get` blocks until the transfer ends, so call it from a thread that may wait.
public struct CurlHTTPClient: HTTPClient {
    private let userAgent: String
    private let environment: @Sendable (String) -> [UInt8]?

    /// Sends `userAgent`; trusts the certificates and takes the proxies that the environment names, which is looked at
    /// when something is asked.
    public init(userAgent: String, environment: @escaping @Sendable (String) -> [UInt8]?) {
        self.userAgent = userAgent
        self.environment = environment
    }

    /// The answer, or why there is none; libcurl is opened by the first call.
    public func get(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
        let transfer = CurlTransfer(
            request: request, userAgent: userAgent, environment: environment,
            proxy: ProxySettings(environment: environment).proxy(for: request.url))
        return try transfer.run()
    }
}
