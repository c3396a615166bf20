import BTCPriceCore

extension CurlTransfer {
    /// The steps of the request, and how long each took.
    ///
    /// - Parameters:
    ///   - host: a space and the host that was looked up; empty if unknown, as with a proxy.
    ///   - firstStart: when the first attempt began; this transfer is the one that decides.
    func steps(host: String, firstStart: Duration) -> [String] {
        let (tls, firstByte) = (time(.tlsTime), time(.firstByteTime))
        let ends: [(name: String, end: Duration?)] = [
            ("libcurl", firstStart), ("earlier attempts", start > firstStart ? start : nil),
            ("name\(host)", sockets.firstOpened), ("connect", sockets.connected),
            ("TLS", tls > .zero ? start + tls : nil),
            // From 8.21 on, libcurl has this time even if nothing was received.
            ("first byte", response.status.code > 0 ? start + firstByte : nil),
        ]
        var (steps, previous): ([String], Duration) = ([], .zero)
        for case (let name, let end?) in ends {
            steps.append("\(name) \(max(.zero, end - previous).millisecondsText)")
            previous = end
        }
        return steps
    }
}
