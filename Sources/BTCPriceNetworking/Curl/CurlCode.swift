/// The codes of libcurl's that are told apart (curl/curl.h, CURLcode).
enum CurlCode {
    static let unsupportedProtocol: Int32 = 1
    static let notBuiltIn: Int32 = 4
    static let proxyNotFound: Int32 = 5
    static let hostNotFound: Int32 = 6
    static let cannotConnect: Int32 = 7
    static let weirdReply: Int32 = 8
    static let partialFile: Int32 = 18
    static let outOfMemory: Int32 = 27
    static let timedOut: Int32 = 28
    static let tlsConnect: Int32 = 35
    static let emptyReply: Int32 = 52
    static let sendFailed: Int32 = 55
    static let receiveFailed: Int32 = 56
    static let untrustedPeer: Int32 = 60
    static let badCertificateFile: Int32 = 77
    static let tooLarge: Int32 = 100
}
