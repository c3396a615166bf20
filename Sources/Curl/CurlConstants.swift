/// Those used here (curl/curl.h, CURLoption). Below 10,000 the value is a number, from there on a pointer.
enum CurlOption: Int32 {
    case tlsVersion = 32
    case verifyPeer = 64
    case verifyHost = 81
    case httpVersion = 84
    case noSignal = 99
    case ipResolve = 113
    /// CURLOPT_TIMEOUT_MS
    case timeout = 155
    case protocols = 181
    case proxyTLSVersion = 250
    case suppressConnectHeaders = 265
    case http09 = 285
    case bodyContext = 10_001
    case url = 10_002
    case errorBuffer = 10_010
    case userAgent = 10_018
    case headers = 10_023
    case headContext = 10_029
    case certificateFile = 10_065
    case certificateDirectory = 10_097
    case acceptEncoding = 10_102
    case tlsContext = 10_109
    case noProxy = 10_177
    case proxyCertificateFile = 10_246
    case proxyCertificateDirectory = 10_247
    case bodyFunction = 20_011
    case headFunction = 20_079
    case tlsFunction = 20_108
}

/// curl/curl.h
enum CurlValue {
    /// CURL_IPRESOLVE_V4
    static let resolveIPv4 = 1
    /// CURL_HTTP_VERSION_1_1
    static let http11 = 2
    /// CURLPROTO_HTTP and CURLPROTO_HTTPS
    static let httpAndHTTPS = 1 | 2
    /// CURL_SSLVERSION_TLSv1_2
    static let tls12 = 6
    /// With `verifyHost`: the certificate has to name the host.
    static let verifyName = 2
    /// CURL_GLOBAL_DEFAULT
    static let globalDefault = 3
    /// CURLVERSION_ELEVENTH
    static let eleventhVersionInfo: Int32 = 10
}

/// curl/curl.h, CURLINFO: numbers, and from 0x600000 on microseconds since the start of the transfer.
enum CurlInfo: Int32 {
    case status = 0x200002
    case verifyResult = 0x20000D
    case connectStatus = 0x200016
    case systemError = 0x200019
    case proxyVerifyResult = 0x20002F
    case proxyError = 0x20003B
    /// Since 8.7.
    case usedProxy = 0x200042
    case totalTime = 0x600032
    case nameLookupTime = 0x600033
    case connectTime = 0x600034
    case firstByteTime = 0x600036
    case tlsTime = 0x600038
}

/// Those handled here (curl/curl.h, CURLcode).
enum CurlCode {
    static let unsupportedProtocol: Int32 = 1
    static let failedInit: Int32 = 2
    static let malformedURL: Int32 = 3
    static let notBuiltIn: Int32 = 4
    static let proxyNotFound: Int32 = 5
    static let hostNotFound: Int32 = 6
    static let cannotConnect: Int32 = 7
    /// A transfer may have failed with these before it was connected.
    static let noConnection = [proxyNotFound, hostNotFound, cannotConnect, timedOut]
    static let weirdReply: Int32 = 8
    static let partialFile: Int32 = 18
    static let writeError: Int32 = 23
    static let outOfMemory: Int32 = 27
    static let timedOut: Int32 = 28
    static let tlsConnect: Int32 = 35
    static let badArgument: Int32 = 43
    static let unknownOption: Int32 = 48
    static let emptyReply: Int32 = 52
    static let sendFailed: Int32 = 55
    static let receiveFailed: Int32 = 56
    static let untrustedPeer: Int32 = 60
    static let badContentEncoding: Int32 = 61
    static let badCertificateFile: Int32 = 77
    static let tooLarge: Int32 = 100
}
