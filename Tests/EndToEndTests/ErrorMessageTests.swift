import Foundation
import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// What a run prints on stderr, by arguments and circumstances.
    @Suite struct ErrorMessageTests {
        typealias Case = Scenario

        @Test(arguments: proxies + responses + hints + unasked)
        func message_saysWhatHappened(_ example: Case) throws { try example.check() }

        private static let proxies = [
            Case(
                "a silent proxy", "-s", "binance", "-m", "300ms",
                in: { box in
                    let proxy = try StubExchange(onConnect: [.holdOpen])
                    box.servers.append(proxy)
                    box.setProxy(proxy.port)
                }, expect: "no quote: binance: no response in TIME (https_proxy=127.0.0.1:PORT)"),
            Case(
                "a proxy of one of two sources",
                in: {
                    $0.setProxy(try rejectingPort())
                    $0.set("bitstamp", "status-500")
                },
                expect: "no quote: binance: connection refused; bitstamp: HTTP 500 (https_proxy=127.0.0.1:PORT)"),
            Case(
                "a proxy and a cached quote",
                in: {
                    $0.setProxy(try rejectingPort())
                    try $0.cache(source: "binance")
                },
                expect:
                    "no fresh quote: binance, bitstamp: connection refused (https_proxy=127.0.0.1:PORT); "
                    + "using the quote cached 5m ago", status: 3),
            Case(
                "a proxy that a request does not use because of an exception", "-s", "binance",
                in: {
                    $0.setProxy($0.exchange.port)
                    $0.setURL("binance", "https://127.0.0.1:\(try rejectingPort())")
                    $0.environment["no_proxy"] = "localhost,127.0.0.1"
                }, expect: "no quote: binance: connection refused (https_proxy=127.0.0.1:PORT, no_proxy is set)"),
            Case(
                "a proxy that a request over loopback does not use", "-s", "binance",
                in: {
                    $0.setProxy($0.exchange.port)
                    $0.setURL("binance", "http://127.0.0.1:\(try rejectingPort())")
                }, expect: "no quote: binance: connection refused"),
            Case(
                "a proxy without a network failure",
                in: {
                    $0.setProxy(try rejectingPort())
                    $0.setURL("binance", "https://127.0.0.1:99999")
                    $0.set("bitstamp", "status-500")
                }, expect: "no quote: binance: BTCQ_BINANCE_URL: not a valid URL; bitstamp: HTTP 500"),
        ]

        private static let responses = [
            Case(
                "no response, and no fallback before --max-time", "-m", "300ms", "-t", "1s",
                in: { $0.set("binance", "silent") }, expect: "no quote: binance: no response in TIME"),
            Case(
                "an error, no response, and a cached quote", "-m", "2s",
                in: {
                    $0.set("binance", "status-500")
                    $0.set("bitstamp", "silent")
                    try $0.cache(source: "binance")
                },
                expect:
                    "no fresh quote: binance: HTTP 500; bitstamp: no response in TIME; using the quote cached 5m ago",
                status: 3),
            Case(
                "a response that a cache has kept", "-v",
                in: {
                    let body = try Fixture.named("binance").body(currency: "USD")
                    $0.respond("binance", with: .respond(headers: ["Age: 21600"], body: body))
                }, expect: "binance: invalid data (price is 6h old)", "bitstamp: 68901.23", status: 0),
            Case(
                "a portal in place of a server", "-s", "binance",
                in: {
                    try $0.setServerWithoutTLS(.raw("HTTP/1.1 302 Found\r\nLocation: http://portal.example\r\n\r\n"))
                },
                expect: "no quote: binance: TLS handshake failed (captive portal?)"),
            Case(
                "a server that closes the connection in the handshake", "-s", "binance",
                in: { try $0.setServerWithoutTLS([]) }, expect: "no quote: binance: TLS handshake failed"),
            Case(
                "a server that resets the connection in the handshake", "-s", "binance",
                in: { try $0.setServerWithoutTLS([.reset]) }, expect: "no quote: binance: TLS handshake failed"),
        ]

        private static let hints = [
            Case(
                "HTTP 403 of the chosen source", "-s", "kraken", in: { $0.setAll("status-403") },
                expect: "no quote: kraken: HTTP 403 (blocked? try --source binance)"),
            Case(
                "HTTP 403 while another source is rate-limited",
                in: {
                    $0.setAll("status-403")
                    try $0.limitRate(of: ["kraken"])
                }, expect: "no quote: binance, bitstamp: HTTP 403 (blocked? try --source coinbase)"),
            Case(
                "HTTP 403 while all other sources are rate-limited",
                in: {
                    $0.setAll("status-403")
                    let others = Fixture.quoting("USD").filter { $0.keyVariable == nil }.map(\.name)
                    try $0.limitRate(of: others.filter { !["binance", "bitstamp"].contains($0) })
                }, expect: "no quote: binance, bitstamp: HTTP 403"),
        ]

        /// Why a source was not asked.
        private static let unasked = [
            Case(
                "the primary responds in time", "-v", in: { _ in },
                expect: "binance: 68901.23", "bitstamp: not asked: the primary responded in time", status: 0),
            Case(
                "the deadline comes first", "-v", "-t", "1s", "-m", "300ms", in: { $0.set("binance", "silent") },
                expect: "binance: no response in TIME", "bitstamp: not asked: --max-time passed first",
                "no quote: binance: no response in TIME"),
            Case(
                "the primary is rate-limited", "-v", in: { try $0.limitRate(of: ["binance"]) },
                expect: "binance: rate limited for another TIME", "bitstamp: 68901.23", status: 0),
        ]

        @Test(arguments: ["https://h:port", "https://h:99999", "https://[::1", "https://h\\x"])
        func url_whenLibcurlRejectsIt_isReportedWithItsVariable(_ url: String) throws {
            let box = try Sandbox()
            box.setURL("binance", url)
            try box.run("-s", "binance").expect(
                1, errors: "btcq: no quote: binance: BTCQ_BINANCE_URL: not a valid URL\n")
        }

        @Test(arguments: [
            ("XDG_CACHE_HOME", 131_000, "-v"), ("XDG_CACHE_HOME", 131_000, "-n"), ("XDG_CACHE_HOME", 131_000, "-Vv"),
            // From 8.12 on, libcurl does not accept 10 KiB.
            ("SSL_CERT_FILE", 8_000, "-v"), ("SSL_CERT_FILE", 131_000, "-Vv"), ("https_proxy", 70_000, "-n"),
        ])
        func longText_isCutAt256BytesWhereverItIsPrinted(_ variable: String, _ count: Int, _ option: String) throws {
            let box = try Sandbox()
            if variable != "XDG_CACHE_HOME" { box.setURL("binance", "https://127.0.0.1:\(box.exchange.port)") }
            let text = (variable == "https_proxy" ? "x" : "/") + String(repeating: "x", count: count - 1)
            box.environment[variable] = text
            let run = try box.run("-s", "binance", option)
            let printed = run.text + run.errors
            let isCut = printed.contains("\(text.prefix(256))…") && !printed.contains(text.prefix(257))
            #expect(isCut, "\(printed.prefix(2000))")
        }
    }
}

extension Sandbox {
    /// Makes binance and bitstamp use TLS, and a proxy.
    fileprivate func setProxy(_ port: UInt16) {
        for source in ["binance", "bitstamp"] { setURL(source, "https://127.0.0.1:9") }
        environment["https_proxy"] = "http://127.0.0.1:\(port)"
    }

    /// Puts a server in the place of Binance that responds like this to the beginning of a handshake.
    fileprivate func setServerWithoutTLS(_ steps: [Step]) throws {
        let server = try StubExchange(onConnect: [.readSomething] + steps)
        servers.append(server)
        setURL("binance", "https://127.0.0.1:\(server.port)")
    }

    /// Makes these sources respond with a rate limit, and a run store it.
    fileprivate func limitRate(of sources: [String]) throws {
        for source in sources {
            set(source, "status-429")
            try run("-s", source).expect(1)
        }
    }
}
