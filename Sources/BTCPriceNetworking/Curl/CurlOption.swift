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
    case proxyTLSVersion = 250
    case suppressConnectHeaders = 265
    case quickExit = 322
    case bodyContext = 10_001
    case url = 10_002
    case errorBuffer = 10_010
    case userAgent = 10_018
    case headers = 10_023
    case headContext = 10_029
    case certificateFile = 10_065
    case certificateDirectory = 10_097
    case acceptEncoding = 10_102
    /// CURLOPT_SOCKOPTDATA
    case socketContext = 10_149
    case noProxy = 10_177
    /// CURLOPT_CLOSESOCKETDATA
    case closeContext = 10_209
    case proxyCertificateFile = 10_246
    case proxyCertificateDirectory = 10_247
    case bodyFunction = 20_011
    case headFunction = 20_079
    /// CURLOPT_SOCKOPTFUNCTION
    case socketFunction = 20_148
    /// CURLOPT_CLOSESOCKETFUNCTION
    case closeFunction = 20_208
}
