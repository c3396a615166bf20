/// Those handled here (curl/curl.h, CURLcode).
enum CurlCode {
    static let unsupportedProtocol: Int32 = 1
    static let failedInit: Int32 = 2
    static let malformedURL: Int32 = 3
    static let notBuiltIn: Int32 = 4
    static let proxyNotFound: Int32 = 5
    static let hostNotFound: Int32 = 6
    static let cannotConnect: Int32 = 7
    /// With these, there may have been no connection; `CurlTransfer.isConnected` says whether there was one.
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
