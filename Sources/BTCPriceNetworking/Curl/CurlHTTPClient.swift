package import BTCPriceCore
package import Platform

/// HTTP over libcurl, which the first request opens.
///
/// A request is usually one attempt. If time is left, another one follows if the first was over IPv4 only and got no
/// connection, and another if the directory of hashed certificates alone may have been too little: three at most.
package final class CurlHTTPClient: HTTPClient {
    /// To connect over IPv4, an attempt has half of the time left, plus this: before 8.16, libcurl may try the second
    /// address of a host only after half of the time.
    private static let timeForSecondAddress = Duration.milliseconds(150)

    private let userAgent: String
    private let environment: Environment
    private let timeLeft: @Sendable () -> Duration

    /// - Parameters:
    ///   - environment: for certificates.
    ///   - timeLeft: of the run.
    package init(userAgent: String, environment: Environment, timeLeft: @escaping @Sendable () -> Duration) {
        self.userAgent = userAgent
        self.environment = environment
        self.timeLeft = timeLeft
    }

    package func get(
        _ request: HTTPRequest, _ details: inout RequestDetails
    ) throws(PriceLoadingError) -> HTTPResponse {
        let clock = MonotonicClock()
        let limit = timeLeft()
        let library: CurlLibrary
        do throws(CurlLibrary.LoadError) {
            library = try CurlLibrary.shared.get()
        } catch {
            throw .rejected(error.description)
        }
        let trust = CertificateTrust(environment, curlVersion: library.version)
        let (transfer, firstStart) = try decidingAttempt(request, library, trust, clock)
        details.total = clock.elapsed
        details.steps = transfer.steps(
            host: request.proxy == nil ? " \(TerminalText.limited(request.host))" : "", firstStart: firstStart)
        if !request.isPlainLoopback { details.notes += trust.notes }
        if let proxy = request.proxy, transfer.usesProxy(of: request) { details.notes.append("with \(proxy.text)") }
        guard transfer.code == 0 || transfer.response.isError else {
            // After a time-out, a message names `limit`. libcurl ends the request `reportTime` before the run ends. It
            // counts whole milliseconds, so it may end a little earlier, for which 5 ms are allowed.
            let hadAllTime = details.total + FetchLimits.reportTime + .milliseconds(5) >= limit
            let reason = CurlFailureReason(
                transfer: transfer, request: request, trust: trust, total: hadAllTime ? limit : details.total)
            throw reason.error
        }
        let response = transfer.response
        return HTTPResponse(status: response.status, body: response.body, head: response.head)
    }

    /// The attempt that decides, and when the first one began.
    private func decidingAttempt(
        _ request: HTTPRequest, _ library: CurlLibrary, _ trust: CertificateTrust, _ clock: MonotonicClock
    ) throws(PriceLoadingError) -> (CurlTransfer, firstStart: Duration) {
        var directory = trust.hashedDirectory(for: library)
        // From 8.22 (0x081600) on, libcurl waits only 25 ms for IPv6 addresses before it connects to an IPv4 one.
        var isOverIPv4 = request.prefersIPv4 && library.version < 0x08_16_00
        func attempt() throws(PriceLoadingError) -> CurlTransfer {
            let transfer = CurlTransfer(
                library, clock: clock, readsBodyOfRateLimit: request.readsBodyOfRateLimit)
            guard let transfer else { throw .networkFailure("out of memory") }
            setOptions(of: transfer, request)
            trust.apply(to: transfer, hashedDirectory: directory)
            if isOverIPv4 { transfer.set(.ipResolve, CurlValue.resolveIPv4) }
            // Not with a proxy, which needs the time for its own connection to the source.
            let isLimited = isOverIPv4 && request.proxy == nil
            transfer.perform(connectLimit: isLimited ? timeLeft() / 2 + Self.timeForSecondAddress : nil)
            return transfer
        }
        var transfer = try attempt()
        let firstStart = transfer.start
        // Another attempt needs time, or it would hide the reason of this one.
        func hasTime() -> Bool { timeLeft() > FetchLimits.reportTime * 2 }
        if isOverIPv4, hasTime(), CurlCode.noConnection.contains(transfer.code), !transfer.isConnected {
            isOverIPv4 = false
            transfer = try attempt()
        }
        if directory != nil, hasTime(), CertificateTrust.mayBundleHelp(after: transfer, request.proxy) {
            directory = nil
            let withBundle = try attempt()
            // Without a bundle, the result with the user's directory counts.
            let hadNoBundle = withBundle.code == CurlCode.badCertificateFile
            if !(hadNoBundle && trust.hasReadableDirectory) { transfer = withBundle }
        }
        return (transfer, firstStart)
    }

    private func setOptions(of transfer: CurlTransfer, _ request: HTTPRequest) {
        transfer.set(.url, text: request.url)
        transfer.set(.userAgent, text: userAgent)
        transfer.setHeaders(request.headers)
        // Also makes libcurl decode a body that comes compressed all the same.
        transfer.set(.acceptEncoding, text: "identity")
        transfer.set(.noSignal, 1)
        // Before 8.16, libcurl divides this time among the addresses of a host. 0 would mean no limit.
        let timeout = (timeLeft() - FetchLimits.reportTime).milliseconds
        transfer.set(.timeout, Int(min(max(1, timeout), Int64(Int32.max))))
        transfer.set(.httpVersion, CurlValue.http11)
        transfer.set(.tlsVersion, CurlValue.tls12)
        transfer.set(.verifyPeer, 1)
        transfer.set(.verifyHost, CurlValue.verifyName)
        transfer.set(.suppressConnectHeaders, 1)
        // A libcurl without proxy support does not know these.
        transfer.set(.proxyTLSVersion, CurlValue.tls12, ifSupported: true)
        if request.isPlainLoopback { transfer.set(.noProxy, text: "*", ifSupported: true) }
        // 7.87 to 8.19: at the time limit, libcurl does not wait for a thread that looks up a name.
        transfer.set(.quickExit, 1, ifSupported: true)
    }
}
