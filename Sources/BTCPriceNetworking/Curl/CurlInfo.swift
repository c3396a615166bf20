/// curl/curl.h, CURLINFO: numbers, and from 0x600000 on microseconds since the start of the transfer.
enum CurlInfo: Int32 {
    case status = 0x200002
    case verifyResult = 0x20000D
    case connectStatus = 0x200016
    case systemError = 0x200019
    /// Of this machine; 0 until there is a connection.
    case localPort = 0x20002A
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
