/// Those used here (curl/curl.h, CURLINFO): numbers; from 0x600000 on, microseconds since the start of the transfer.
enum CurlInfo: Int32 {
    case status = 0x200002
    case verifyResult = 0x20000D
    case connectStatus = 0x200016
    case systemError = 0x200019
    case proxyVerifyResult = 0x20002F
    case proxyError = 0x20003B
    /// Since 8.7.
    case usedProxy = 0x200042
    case firstByteTime = 0x600036
    case tlsTime = 0x600038
}
