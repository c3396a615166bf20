/// Values of options and arguments, from curl/curl.h.
enum CurlValue {
    /// CURL_IPRESOLVE_V4
    static let resolveIPv4 = 1
    /// CURL_HTTP_VERSION_1_1
    static let http11 = 2
    /// CURL_SSLVERSION_TLSv1_2
    static let tls12 = 6
    /// With `verifyHost`: the certificate has to name the host.
    static let verifyName = 2
    /// CURL_GLOBAL_DEFAULT
    static let globalDefault = 3
    /// CURLVERSION_ELEVENTH
    static let eleventhVersionInfo: Int32 = 10
}
