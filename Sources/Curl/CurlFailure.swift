import BTCPriceCore
import BTCPriceNetworking
import Platform

/// Why a transfer failed, for people. Contains nothing that the peer sent.
struct CurlFailure {
    let handle: CurlHandle
    let request: HTTPRequest
    /// The proxy that is set, even if `no_proxy` excludes the host. Nil for `http` to a loopback host.
    let proxy: ProxyVariable?
    let trust: CertificateTrust
    /// The time of all transfers for the request together.
    let total: Duration

    var error: PriceLoadingError {
        if handle.response.isTooLarge { return .invalidData("too long") }
        // Misconfigured, OpenSSL has no algorithms, not even for random numbers.
        if handle.errorContains(["Insufficient randomness", "create a context"]) {
            return .rejected("TLS cannot be set up; check OPENSSL_CONF")
        }
        switch handle.code {
        case CurlCode.timedOut: return .timedOut(after: total)
        // A line beyond libcurl's limit, 100 KiB for a header; `outOfMemory` before 8.6.
        case CurlCode.outOfMemory, CurlCode.tooLarge: return .invalidData("too long")
        // `badArgument`: a header or trailer line without a colon.
        case CurlCode.unsupportedProtocol, CurlCode.weirdReply, CurlCode.badArgument: return .invalidData("not HTTP")
        case CurlCode.writeError, CurlCode.badContentEncoding: return .invalidData("cannot be decoded")
        case CurlCode.malformedURL: return .rejected("\(request.urlVariable): not a valid URL")
        case CurlCode.proxyNotFound where handle.errorContains(["proxy syntax"]):
            return .rejected("\(proxy?.name ?? "https_proxy") is not a valid proxy address")
        default: return .networkFailure(networkReason)
        }
    }

    private var networkReason: String {
        let connectStatus = handle.number(.connectStatus)
        // CURLPX_NO_AUTH and CURLPX_USER_REJECTED, of a SOCKS proxy.
        if connectStatus == 407 || [12, 33].contains(handle.number(.proxyError)) {
            return "the proxy rejected the password, or requires one"
        }
        if connectStatus >= 300 { return "the proxy responded with HTTP \(connectStatus)" }
        return switch handle.code {
        case CurlCode.hostNotFound: resolverReason ?? "host name not found"
        case CurlCode.proxyNotFound: resolverReason ?? "host name of the proxy not found"
        case CurlCode.cannotConnect: connectReason
        case CurlCode.partialFile: "connection closed in mid-response"
        case CurlCode.emptyReply: "connection closed without a response"
        case CurlCode.sendFailed, CurlCode.receiveFailed: receiveReason
        case CurlCode.tlsConnect: handshakeReason
        case CurlCode.untrustedPeer: certificateReason
        // libcurl needs two at once: one for the connection, and one for the file.
        case CurlCode.badCertificateFile: missingResource(descriptors: 2) ?? certificateFileReason
        default: otherReason
        }
    }

    /// What a SOCKS proxy reports (curl/curl.h, CURLproxycode); otherwise libcurl's own text.
    private var otherReason: String {
        switch handle.number(.proxyError) {
        case 19: "the proxy reports: connection refused"
        case 20: "the proxy reports: general failure"
        case 21, 24: "the proxy reports: host is unreachable"
        case 22: "the proxy reports: network is unreachable"
        case 23: "the proxy reports: not allowed"
        case 26: "the proxy reports: cannot connect"
        // With `socks5`, libcurl looks up the name itself; the proxy does not.
        case 27: "host name not found"
        default: String(cString: handle.library.easyStrerror(handle.code))
        }
    }

    /// `no file descriptor is left` or `no thread can be started`, if that is why the transfer failed. libcurl only reports
    /// a host that it cannot find or connect to, or certificates that it cannot read. By then it has closed its descriptors,
    /// so that some may be free again.
    ///
    /// - Parameter descriptors: how many libcurl needs at once.
    private func missingResource(descriptors: Int) -> String? {
        if FileDescriptor.available(atMost: descriptors) < descriptors { return "\(SystemError(code: EMFILE))" }
        return handle.errorContains(["thread failed to start"]) ? "no thread can be started" : nil
    }

    /// The resolver's thread needs two descriptors to report, and one to send a query.
    private var resolverReason: String? { missingResource(descriptors: 3) }

    private var connectReason: String {
        switch handle.systemError {
        case ECONNREFUSED: "connection refused"
        case ENETUNREACH, ENETDOWN: "network is unreachable"
        case EHOSTUNREACH, EHOSTDOWN: "host is unreachable"
        default:
            handle.errorContains(["proxy scheme"])
                ? "unknown proxy scheme" : missingResource(descriptors: 1) ?? "cannot connect"
        }
    }

    private var receiveReason: String {
        // Only a proxy can reach these limits of libcurl: our own limit for a source's headers is lower.
        if handle.errorContains(["CONNECT response too large", "Too large response headers"]) {
            return "the response of the proxy is too long"
        }
        return switch handle.systemError {
        case ECONNRESET, EPIPE: "connection reset"
        default: handle.response.status > 0 ? "connection broken" : "connection closed without a response"
        }
    }

    /// What OpenSSL, LibreSSL and GnuTLS say of a response that is not TLS but, for example, HTTP.
    private var handshakeReason: String {
        let isNotTLS = handle.errorContains([
            "wrong version number", "unknown protocol", "packet length too long", "http request",
            "unexpected TLS packet", "record overflow",
        ])
        return isNotTLS ? "TLS handshake failed (captive portal?)" : "TLS handshake failed"
    }

    private var certificateFileReason: String {
        trust.paths.first.map { "cannot read certificates from \($0)" }
            ?? "no trusted certificates: install ca-certificates"
    }

    private var certificateReason: String {
        // The proxy's certificate is checked before the source's, unless `no_proxy` excludes the host.
        let isProxyUsed = handle.number(.usedProxy) != 0 && handle.number(.connectStatus) <= 0
        let isOfSource = handle.number(.verifyResult) != 0 && handle.number(.proxyVerifyResult) == 0
        let isOfProxy = proxy?.usesTLS == true && isProxyUsed && !isOfSource
        let subject = isOfProxy ? "proxy certificate" : "certificate"
        let result = handle.number(isOfProxy ? .proxyVerifyResult : .verifyResult)
        let failure = handle.library.usesX509Results ? CertificateFailure(verifyResult: result) : .other
        let issuerCanBeAdded = failure == .unknownIssuer && !isOfProxy
        let hint = issuerCanBeAdded ? "; set SSL_CERT_FILE if your network replaces certificates" : ""
        return "\(subject) \(failure.rawValue)\(hint)"
    }
}
