/// What libcurl and its TLS libraries tell in words only, without a code of its own.
///
/// Seen with libcurl 7.68 to 8.14, OpenSSL 1.1 and 3, LibreSSL 3 and GnuTLS 3.7. A text that another version words differently
/// leads to the general message of the code.
enum CurlErrorText {
    /// Misconfigured, OpenSSL has no algorithms, not even for random numbers.
    static let tlsNotSetUp = ["Insufficient randomness", "create a context"]
    static let invalidProxyAddress = ["proxy syntax"]
    static let unknownProxyScheme = ["proxy scheme"]
    /// Of libcurl's resolver.
    static let threadNotStarted = ["thread failed to start"]
    /// Only a proxy can reach these limits of libcurl: our own limit for a source's headers is lower.
    static let proxyResponseTooLong = ["CONNECT response too large", "Too large response headers"]
    /// A response that is not TLS but, for example, HTTP.
    static let notTLS = [
        "wrong version number", "unknown protocol", "packet length too long", "http request", "unexpected TLS packet",
        "record overflow",
    ]
}
