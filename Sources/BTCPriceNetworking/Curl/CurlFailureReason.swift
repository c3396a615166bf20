import BTCPriceCore
import Platform

/// Why a transfer failed, for people. Contains no text that the peer sent.
struct CurlFailureReason {
    let transfer: CurlTransfer
    let request: HTTPRequest
    let trust: CertificateTrust
    /// How long the request took; if its time ran out, what was left of the run when it began.
    let total: Duration

    var error: PriceLoadingError {
        if transfer.response.isTooLarge { return .invalidData("too long") }
        if transfer.errorContains(ErrorText.tlsNotSetUp) {
            return .rejected(CurlLibrary.tlsNotSetUp)
        }
        switch transfer.code {
        case CurlCode.timedOut: return .timedOut(awaited, after: total)
        // A line beyond libcurl's limit, 100 KiB for a header; `outOfMemory` before 8.6, or if memory is short.
        case CurlCode.outOfMemory, CurlCode.tooLarge: return .invalidData("too long")
        case CurlCode.weirdReply where waitsForProxy: return .networkFailure("the response of the proxy is not HTTP")
        // `badArgument`: a line without a colon in a trailer, or in the headers of a proxy.
        case CurlCode.unsupportedProtocol, CurlCode.weirdReply, CurlCode.badArgument: return .invalidData("not HTTP")
        case CurlCode.writeError, CurlCode.badContentEncoding: return .invalidData("cannot be decoded")
        case CurlCode.malformedURL: return .rejected("\(request.urlVariable): not a valid URL")
        case CurlCode.proxyNotFound where transfer.errorContains(ErrorText.invalidProxyAddress):
            return .rejected("\(request.proxy?.name ?? "https_proxy") is not a valid proxy address")
        default: return .networkFailure(networkReason)
        }
    }

    /// What had not happened when the time was over.
    private var awaited: String {
        if transfer.sockets.firstOpened == nil { return "host name not resolved" }
        if !transfer.isConnected { return "no connection" }
        if transfer.time(.tlsTime) > .zero || request.isPlainLoopback { return "no response" }
        return waitsForProxy ? "no connection" : "TLS handshake not completed"
    }

    private var networkReason: String {
        let connectStatus = transfer.number(.connectStatus)
        // CURLPX_NO_AUTH and CURLPX_USER_REJECTED, of a SOCKS proxy.
        if connectStatus == 407 || [12, 33].contains(transfer.number(.proxyError)) {
            return "the proxy rejected the password, or requires one"
        }
        if connectStatus >= 300 { return "the proxy responded with HTTP \(connectStatus)" }
        return switch transfer.code {
        case CurlCode.hostNotFound: resolverReason ?? "host name not found"
        case CurlCode.proxyNotFound: resolverReason ?? "host name of the proxy not found"
        case CurlCode.cannotConnect: connectReason
        case CurlCode.partialFile: "connection closed in mid-response"
        case CurlCode.emptyReply: "connection closed without a response"
        case CurlCode.sendFailed, CurlCode.receiveFailed: receiveReason
        case CurlCode.tlsConnect: handshakeReason
        case CurlCode.untrustedPeer: certificateReason
        case CurlCode.badCertificateFile: certificateFileReason
        default: otherReason
        }
    }

    /// What a SOCKS proxy reports (curl/curl.h, CURLproxycode); otherwise libcurl's own text.
    private var otherReason: String {
        switch transfer.number(.proxyError) {
        case 19: "the proxy reports: connection refused"
        case 20: "the proxy reports: general failure"
        case 21, 24: "the proxy reports: host is unreachable"
        case 22: "the proxy reports: network is unreachable"
        case 23: "the proxy reports: not allowed"
        case 26: "the proxy reports: cannot connect"
        // With `socks4` or `socks5`, libcurl looks up the name itself; the proxy does not.
        case 27: "host name not found"
        default: String(cString: transfer.library.easyStrerror(transfer.code))
        }
    }

    private var resolverReason: String? {
        DetachedThread.canStartOrdinary ? nil : "no thread can be started"
    }

    private var connectReason: String {
        switch transfer.systemError {
        case ECONNREFUSED: "connection refused"
        case ENETUNREACH, ENETDOWN: "network is unreachable"
        case EHOSTUNREACH, EHOSTDOWN: "host is unreachable"
        case ECONNRESET: "connection reset"
        case EPERM, EACCES: "not permitted (firewall?)"
        case let code where code > 0: SystemError(code: code).description
        case _ where transfer.errorContains(ErrorText.unknownProxyScheme): "unknown proxy scheme"
        // libcurl does not report why.
        default: transfer.sockets.firstOpened == nil ? "no socket can be opened" : "cannot connect"
        }
    }

    private var receiveReason: String {
        if transfer.errorContains(ErrorText.proxyResponseTooLong) {
            return "the response of the proxy is too long"
        }
        return switch transfer.systemError {
        case ECONNRESET, EPIPE: "connection reset"
        default: transfer.response.status.code > 0 ? "connection broken" : "connection closed without a response"
        }
    }

    private var handshakeReason: String {
        if [ECONNRESET, EPIPE].contains(transfer.systemError) { return "connection reset" }
        if isBeforeTunnel { return "TLS handshake with the proxy failed" }
        return transfer.errorContains(ErrorText.notTLS)
            ? "TLS handshake failed (captive portal?)" : "TLS handshake failed"
    }

    private var certificateFileReason: String {
        trust.unreadableStore(of: transfer.library, isForProxy: isBeforeTunnel).map {
            "cannot read certificates from \($0)"
        }
            ?? "no trusted certificates: install ca-certificates"
    }

    /// Whether a proxy was asked, and has not responded to CONNECT. A SOCKS proxy never does; when the handshake with
    /// the source is completed, it has done its part.
    private var waitsForProxy: Bool {
        transfer.usesProxy(of: request) && transfer.number(.connectStatus) <= 0 && transfer.time(.tlsTime) <= .zero
    }

    /// Whether a proxy that uses TLS has not responded to CONNECT; the handshake with the source comes after that.
    private var isBeforeTunnel: Bool { request.proxy?.usesTLS == true && waitsForProxy }

    private var certificateReason: String {
        let isOfSource = transfer.number(.verifyResult) != 0 && transfer.number(.proxyVerifyResult) == 0
        let isOfProxy = isBeforeTunnel && !isOfSource
        // A missing directory does not stop GnuTLS: it goes on without a store, and trusts no certificate.
        if !transfer.library.usesX509Results, !trust.canOpenStore(of: transfer.library, isForProxy: isOfProxy) {
            return certificateFileReason
        }
        let subject = isOfProxy ? "proxy certificate" : "certificate"
        let result = transfer.number(isOfProxy ? .proxyVerifyResult : .verifyResult)
        let failure = transfer.library.usesX509Results ? CertificateFailure(verifyResult: result) : .other
        let reason = failure == .other ? transfer.library.verifyReason(result).map { " (\($0))" } ?? "" : ""
        return "\(subject) \(failure.rawValue)\(reason)\(hint(for: failure, isOfProxy: isOfProxy))"
    }

    /// What the user can do, or should check. Results of GnuTLS are not interpreted, so `other` may be an unknown
    /// issuer with it.
    private func hint(for failure: CertificateFailure, isOfProxy: Bool) -> String {
        switch failure {
        case .expired, .notYetValid: ", or the clock of this machine is wrong"
        // A file of certificates does not apply to a proxy.
        case _ where isOfProxy: ""
        case .unknownIssuer, .selfSigned: issuerHint
        case .other where !transfer.library.usesX509Results: issuerHint
        case .other, .otherHost: ""
        }
    }

    private var issuerHint: String {
        if trust.variables.isEmpty { return "; set SSL_CERT_FILE if your network replaces certificates" }
        let isUsed = trust.file != nil || trust.hasReadableDirectory
        return "; \(trust.variables.joined(separator: " and ")) \(isUsed ? "is used" : "cannot be read")"
    }
}

/// What libcurl and its TLS libraries tell in words only, without a code of its own.
///
/// Seen with libcurl 7.68 to 8.23, OpenSSL 1.1 and 3, LibreSSL 3 and GnuTLS 3.7. A text that another version words
/// differently leads to the general message of the code.
private enum ErrorText {
    /// Misconfigured OpenSSL has no algorithms, not even for random numbers.
    static let tlsNotSetUp = ["Insufficient randomness", "create a context"]
    static let invalidProxyAddress = ["proxy syntax"]
    static let unknownProxyScheme = ["proxy scheme"]
    /// Only a proxy can reach these limits of libcurl: a source's headers reach our own limit first.
    static let proxyResponseTooLong = ["CONNECT response too large", "Too large response headers"]
    /// A response that is not TLS but, for example, HTTP.
    static let notTLS = [
        "wrong version number", "unknown protocol", "packet length too long", "http request", "unexpected TLS packet",
        "record overflow",
    ]
}
