#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What a code of libcurl's means to a user. No word of it comes from the peer.
enum CurlFailure {
    static func reason(_ code: Int32, of handle: CurlHandle, _ library: CurlLibrary) -> HTTPFailure.Reason {
        if handle.isOverflowing { return .invalidAnswer("too long") }
        return switch code {
        case CurlCode.timedOut: .timedOut
        // A line beyond libcurl's own 100 KiB; before 8.6 it says that memory is out.
        case CurlCode.outOfMemory, CurlCode.tooLarge: .invalidAnswer("too long")
        case CurlCode.unsupportedProtocol, CurlCode.weirdReply: .invalidAnswer("not HTTP")
        case CurlCode.hostNotFound: .network("host name not found")
        case CurlCode.proxyNotFound: .network("proxy's host name not found")
        case CurlCode.cannotConnect: .network(connectWords(handle.systemError))
        case CurlCode.partialFile: .network("connection closed in mid-answer")
        case CurlCode.emptyReply: .network("connection closed without an answer")
        case CurlCode.sendFailed, CurlCode.receiveFailed: .network(receiveWords(handle))
        case CurlCode.tlsConnect: .network("TLS handshake failed")
        case CurlCode.untrustedPeer: .network(certificateWords(library.usesX509Results ? handle.verifyResult : nil))
        case CurlCode.badCertificateFile: .network("the file of trusted certificates cannot be read")
        default: .network(library.words(for: code))
        }
    }

    private static func connectWords(_ error: Int32) -> String {
        switch error {
        case ECONNREFUSED: "connection refused"
        case ENETUNREACH, ENETDOWN: "network is unreachable"
        case EHOSTUNREACH, EHOSTDOWN: "host is unreachable"
        default: "cannot connect"
        }
    }

    private static func receiveWords(_ handle: CurlHandle) -> String {
        switch handle.systemError {
        case ECONNRESET, EPIPE: "connection reset"
        default: handle.status > 0 ? "connection broken" : "connection closed without an answer"
        }
    }

    /// OpenSSL's verify results (openssl/x509_vfy.h). libcurl looks at the host first, and then leaves the 1 it began
    /// with, or finds 0 where OpenSSL was content.
    private static func certificateWords(_ verifyResult: Int?) -> String {
        switch verifyResult {
        case 0, 1, 62: "certificate is for another host"
        case 9: "certificate is not yet valid"
        case 10: "certificate has expired"
        case 18: "certificate is self-signed"
        case 2, 19, 20, 21: "certificate is from an unknown issuer"
        default: "certificate is not trusted"
        }
    }
}
