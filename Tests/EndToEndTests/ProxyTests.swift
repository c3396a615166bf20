import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// Proxies that do not use TLS themselves, and their variables: of a proxy only host and port are printed.
    @Suite struct ProxyTests {
        private static let secret = "s3cret"

        /// In a network namespace no name server is asked for these names.
        @Test(
            .needsNamespace,
            arguments: [
                ("https_proxy", "http://user:\(secret)%40host:3128", nil),
                ("HTTPS_PROXY", "http://user:\(secret)@host:3128/\(secret)", "host:3128"),
            ])
        func variable_withASecret_isPrintedWithoutIt(_ variable: String, _ value: String, _ host: String?) throws {
            let box = try Sandbox()
            box.setURL("binance", "https://127.0.0.1:9")
            box.environment[variable] = value
            let run = try box.shell(inNamespace: "btcq -v -s binance", network: true)
            run.expect(1, errors: .contains(host.map { "(\(variable)=\($0))" } ?? "binance: "))
            #expect(!run.errors.contains(Self.secret), "\(run)")
        }

        @Test(
            .needsNamespace, .needs("ip"),
            arguments: [
                ("exchange.invalid", nil, "true", "host name not found"),
                (
                    "exchange.invalid", "proxy.invalid:1", "true",
                    "host name of the proxy not found (https_proxy=proxy.invalid:1)"
                ),
                ("192.0.2.1", nil, "true", "network is unreachable"),
                (
                    "192.0.2.1", nil, "ip link set lo up && ip route add unreachable 192.0.2.0/24",
                    "host is unreachable"
                ),
                (
                    "192.0.2.1", nil, "ip link set lo up && ip route add prohibit 192.0.2.0/24",
                    "not permitted (firewall?)"
                ),
                ("192.0.2.1", nil, "ip link set lo up && ip route add blackhole 192.0.2.0/24", "Invalid argument"),
            ])
        func host_whenItCannotBeConnectedTo_isReportedWithTheReason(
            _ host: String, _ proxy: String?, _ preparation: String, _ reason: String
        ) throws {
            let box = try Sandbox()
            box.setURL("binance", "https://\(host)")
            box.environment["https_proxy"] = proxy
            try box.shell(inNamespace: "\(preparation) && btcq -s binance", network: true).expect(
                1, errors: .suffix("binance: \(reason)\n"))
        }

        /// A proxy, and what is reported of it.
        struct Case: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let scheme: String
            /// Each character is a byte.
            let response: String
            /// Nil if it depends on libcurl.
            let reason: String?

            init(_ name: String, scheme: String = "http", responding response: String, _ reason: String?) {
                (testDescription, self.scheme, self.response) = (name, scheme, response)
                self.reason = reason
            }
        }

        private static let statuses = [
            407: "the proxy rejected the password, or requires one", 429: "the proxy responded with HTTP 429",
        ].map { status, reason in
            let head = "HTTP/1.1 \(status) No\r\nRetry-After: 120\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            return Case("\(status)", responding: head, reason)
        }

        /// Through a proxy without TLS of its own, a failed handshake is final: no other store would help.
        private static let others = [
            Case(
                "a portal",
                responding: "HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 400 Bad Request\r\n\r\n",
                "TLS handshake failed (captive portal?)"),
            Case(
                "headers of 400 KB", responding: "HTTP/1.1 200 OK\r\n" + String(repeating: longHeader, count: 400),
                "the response of the proxy is too long"),
            Case(
                "HTTP in place of SOCKS", scheme: "socks5h", responding: "HTTP/1.1 400 Bad Request\r\n\r\n",
                "proxy handshake error"),
            Case(
                "SOCKS, and the connection to the exchange is refused", scheme: "socks5h", responding: socksReply(5),
                "the proxy reports: connection refused"),
            Case(
                "SOCKS, and the exchange is unreachable", scheme: "socks5h", responding: socksReply(4),
                "the proxy reports: host is unreachable"),
            Case(
                "SOCKS that does not allow it", scheme: "socks5h", responding: socksReply(2),
                "the proxy reports: not allowed"),
            Case(
                "SOCKS 4 that cannot connect", scheme: "socks4a", responding: "\0\u{5B}\0\0\0\0\0\0",
                "the proxy reports: cannot connect"),
            Case(
                "SOCKS that rejects the password", scheme: "socks5h", responding: "\u{5}\u{2}\u{1}\u{1}",
                "the proxy rejected the password, or requires one"),
            Case("no HTTP", responding: "SSH-2.0-OpenSSH_9.2\r\n", nil),
            Case(
                "HTTP in place of TLS", scheme: "https", responding: "HTTP/1.1 400 Bad Request\r\n\r\n",
                "TLS handshake with the proxy failed"),
            Case("an unknown scheme", scheme: "nosuch", responding: "", "unknown proxy scheme"),
        ]

        private static let longHeader = "X: \(String(repeating: "x", count: 1000))\r\n"

        /// The choice of no method of authentication, and a reply of RFC 1928, section 6.
        private static func socksReply(_ code: UInt8) -> String {
            "\u{5}\0\u{5}\(Character(Unicode.Scalar(code)))\0\u{1}\0\0\0\0\0\0"
        }

        @Test(arguments: statuses + others)
        func proxy_whenItFails_isReportedWithoutItsPassword(_ failure: Case) throws {
            let box = try Sandbox()
            let waits = failure.response.contains("200 OK") || failure.scheme.hasPrefix("socks")
            let proxy = try StubExchange(
                onConnect: [.readSomething, .send(failure.response.unicodeScalars.map { UInt8($0.value) })]
                    + (waits ? [.holdOpen] : []))
            box.setURL("binance", "https://127.0.0.1:9")
            box.environment["https_proxy"] = "\(failure.scheme)://me:\(Self.secret)@127.0.0.1:\(proxy.port)"
            let run = try box.run("-v", "-s", "binance")
            let reason = failure.reason ?? ""
            run.expect(1, errors: .suffix("\(reason) (https_proxy=127.0.0.1:\(proxy.port))\n"))
            #expect(!run.errors.contains(Self.secret), "\(run)")
            #expect(box.rateLimits.isEmpty && proxy.connections == (failure.scheme == "nosuch" ? 0 : 1))
        }

        /// It is the cause for all sources that use it, and no host is named.
        @Test(arguments: [
            "http://127.0.0.1:1\r", "\"http://127.0.0.1:1\"", " http://127.0.0.1:1", "http://127.0.0.1:99999",
            "http://[user:\(secret)]:1", "http://me:p@\(secret)@127.0.0.1:1",
        ])
        func variable_whenItIsNotAURL_isTheCause(_ value: String) throws {
            let box = try Sandbox()
            for source in ["binance", "bitstamp"] { box.setURL(source, "https://127.0.0.1:9") }
            box.environment["https_proxy"] = value
            try box.run().expect(
                1, errors: .suffix("binance, bitstamp: https_proxy is not a valid proxy address\n"))
        }

        @Test(.needsOpenSSL, .needs("python3")) func proxy_isUsedAsCurlUsesIt() throws {
            let box = try Sandbox()
            let (authority, server) = try box.startTLSServer(isTrusted: true)
            let proxy = try TLSProxy(nil, of: authority, in: box)
            box.environment["https_proxy"] = "http://127.0.0.1:\(proxy.port)"
            try box.run("-s", "binance").expect(0)
            let before = proxy.text
            #expect(before.contains("CONNECT localhost:\(server.port)"))
            box.environment["no_proxy"] = "localhost"
            try box.run("-s", "binance").expect(0)
            #expect(proxy.text == before)
        }
    }
}
