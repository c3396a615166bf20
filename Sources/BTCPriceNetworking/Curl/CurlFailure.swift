#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What a code of libcurl's means to a user. No word of it comes from the peer.
struct CurlFailure {
    let reason: HTTPFailure.Reason

    init(_ code: Int32, _ handle: CurlHandle, _ library: CurlLibrary, proxy: Proxy?, trust: CertificateTrust) {
        let reason = Self.reason(code, handle, library, proxy, trust)
        if let proxy, case .network(let words) = reason {
            self.reason = .network("via proxy \(proxy.address): \(words)")
        } else {
            self.reason = reason
        }
    }

    private static func reason(
        _ code: Int32, _ handle: CurlHandle, _ library: CurlLibrary, _ proxy: Proxy?, _ trust: CertificateTrust
    ) -> HTTPFailure.Reason {
        if handle.isOverflowing { return .invalidAnswer("too long") }
        let connectStatus = handle.number(.connectStatus)
        if connectStatus >= 300 {
            let hint = connectStatus == 407 ? " (it wants a password)" : ""
            return .network("HTTP \(connectStatus)\(hint)")
        }
        return switch code {
        case CurlCode.timedOut: .timedOut
        // A line beyond libcurl's own 100 KiB; before 8.6 it says that memory is out.
        case CurlCode.outOfMemory, CurlCode.tooLarge: .invalidAnswer("too long")
        case CurlCode.unsupportedProtocol, CurlCode.weirdReply: .invalidAnswer("not HTTP")
        case CurlCode.hostNotFound, CurlCode.proxyNotFound: .network("host name not found")
        case CurlCode.cannotConnect: .network(connectWords(handle))
        case CurlCode.partialFile: .network("connection closed in mid-answer")
        case CurlCode.emptyReply: .network("connection closed without an answer")
        case CurlCode.sendFailed, CurlCode.receiveFailed: .network(receiveWords(handle))
        case CurlCode.tlsConnect: .network(handshakeWords(handle))
        case CurlCode.untrustedPeer where proxy?.speaksTLS == true && connectStatus <= 0:
            .network("its " + certificateWords(library.usesX509Results ? handle.number(.proxyVerifyResult) : nil))
        case CurlCode.untrustedPeer:
            .network(certificateWords(library.usesX509Results ? handle.number(.verifyResult) : nil))
        case CurlCode.badCertificateFile: .network(certificateFileWords(trust))
        default: .network(library.words(for: code))
        }
    }

    private static func connectWords(_ handle: CurlHandle) -> String {
        switch handle.systemError {
        case ECONNREFUSED: "connection refused"
        case ENETUNREACH, ENETDOWN: "network is unreachable"
        case EHOSTUNREACH, EHOSTDOWN: "host is unreachable"
        default: handle.errorHolds(["proxy scheme"]) ? "its scheme is not known" : "cannot connect"
        }
    }

    private static func receiveWords(_ handle: CurlHandle) -> String {
        switch handle.systemError {
        case ECONNRESET, EPIPE: "connection reset"
        default: handle.number(.status) > 0 ? "connection broken" : "connection closed without an answer"
        }
    }

    /// What OpenSSL, LibreSSL and GnuTLS call an answer that is not TLS: HTTP, mostly, from somebody in between.
    private static func handshakeWords(_ handle: CurlHandle) -> String {
        let isNotTLS = handle.errorHolds([
            "wrong version number", "unknown protocol", "packet length too long", "http request",
            "unexpected TLS packet", "record overflow",
        ])
        return isNotTLS ? "TLS handshake failed (captive portal?)" : "TLS handshake failed"
    }

    private static func certificateFileWords(_ trust: CertificateTrust) -> String {
        if let path = trust.file ?? trust.directory {
            return "no certificates to be read in \(String(decoding: path, as: UTF8.self))"
        }
        return "no trusted certificates: install ca-certificates"
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
