import Foundation
import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// Proxies that do not use TLS themselves, and their variables: of a proxy only host and port are printed.
    @Suite struct ProxyTests {
        private static let secret = "s3cret"

        @Test(arguments: [("http://me:\(secret)@", "connection refused"), ("http://me:p@\(secret)@", nil)])
        func proxy_whenItRejectsTheConnection_isReportedWithoutThePassword(_ start: String, _ reason: String?) throws {
            let port = try rejectingPort()
            try expectFailure(proxy: "\(start)127.0.0.1:\(port)", reason, at: port)
        }

        /// In a network namespace no name server is asked for these names.
        @Test(
            .needsNamespace,
            arguments: [
                ("http://user:\(secret)%40host:3128", nil), ("user:\(secret)", nil),
                ("http://\(secret)/x@127.0.0.1:1", nil), ("http://me:1/\(secret)@127.0.0.1:1", nil),
                ("http://\(secret)?x@127.0.0.1:1", nil), ("http://[\(secret)", nil), ("\(secret)%20host", nil),
                ("host:9?t=\(secret)", "host:9"), ("http://user:\(secret)@host:3128/\(secret)", "host:3128"),
                ("\(secret)://host:9", "host:9"), ("http://[::1]:9/\(secret)", "[::1]:9"),
            ])
        func variable_withASecret_isPrintedWithoutIt(_ value: String, _ host: String?) throws {
            let box = try Sandbox()
            box.setURL("binance", "https://127.0.0.1:9")
            for variable in ["https_proxy", "HTTPS_PROXY", "all_proxy"] {
                box.environment[variable] = value
                let run = try box.shell(inNamespace: "btcq -v -s binance", network: true)
                run.expect(1, errors: .contains(host.map { "(\(variable)=\($0))" } ?? "binance: "))
                #expect(run.errors.lowercased().contains("_proxy=") == (host != nil), "\(run)")
                #expect(!run.errors.contains(Self.secret), "\(run)")
                box.environment[variable] = nil
            }
        }

        /// In a network namespace no name server is asked for these names.
        @Test(.needsNamespace) func hostName_whenItDoesNotExist_isReportedWithTheProxyIfThereIsOne() throws {
            let box = try Sandbox()
            box.setURL("binance", "https://exchange.invalid")
            for proxy in [nil, "proxy.invalid:1"] {
                box.environment["https_proxy"] = proxy
                let shown = proxy.map { " of the proxy not found (https_proxy=\($0))" } ?? " not found"
                try box.shell(inNamespace: "btcq -s binance", network: true).expect(
                    1, errors: "btcq: no quote: binance: host name\(shown)\n")
            }
        }

        @Test(
            .needsNamespace,
            arguments: [
                ("true", "network is unreachable"),
                ("ip link set lo up && ip route add unreachable 192.0.2.0/24", "host is unreachable"),
                ("ip link set lo up && ip route add prohibit 192.0.2.0/24", "cannot connect"),
            ])
        func host_whenUnreachable_isDistinguishedFromTheNetwork(_ preparation: String, _ reason: String) throws {
            let box = try Sandbox()
            box.setURL("binance", "https://192.0.2.1")
            try box.shell(inNamespace: "\(preparation) && btcq -s binance", network: true).expect(
                1, errors: "btcq: no quote: binance: \(reason)\n")
        }

        /// libcurl decides whether it uses the proxy; the message names the variable in any case.
        @Test(arguments: ["127.0.0.1", "localhost,127.0.0.1", "*"])
        func proxy_whenNoProxyExcludesTheHost_isNotUsedButReported(_ exceptions: String) throws {
            let (box, proxy) = (try Sandbox(), try StubExchange())
            box.setURL("binance", "https://127.0.0.1:\(try rejectingPort())")
            box.environment["https_proxy"] = "http://127.0.0.1:\(proxy.port)"
            box.environment["no_proxy"] = exceptions
            let reason = "connection refused (https_proxy=127.0.0.1:\(proxy.port), no_proxy is set)"
            try box.run("-s", "binance").expect(1, errors: "btcq: no quote: binance: \(reason)\n")
            #expect(proxy.connections == 0)
        }

        /// It is not the exchange that limits or blocks.
        @Test(
            arguments: [(407, "the proxy rejected the password, or requires one")]
                + [403, 502, 302, 429, 451, 300].map { ($0, "the proxy responded with HTTP \($0)") })
        func proxy_whenItRespondsWithAnError_isReportedAndNotTakenForTheExchange(
            _ status: Int, _ reason: String
        ) throws {
            let response = "HTTP/1.1 \(status) No\r\nRetry-After: 120\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            let box = try expectFailure(proxyResponding: .raw(response), reason)
            #expect(box.rateLimits.isEmpty)
        }

        /// Through a proxy without TLS of its own, a failed handshake is final: no other store would help.
        @Test func portal_afterAProxy_isAskedOnce() throws {
            let responses = "HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 400 Bad Request\r\n\r\n"
            try expectFailure(proxyResponding: .raw(responses) + [.holdOpen], "TLS handshake failed (captive portal?)")
        }

        @Test func proxy_whenItIsOfAnotherKind_isReported() throws {
            try expectFailure(proxy: "nosuch://me:\(Self.secret)@127.0.0.1:1", "unknown proxy scheme", at: 1)
            let http = [Step].raw("HTTP/1.1 400 Bad Request\r\n\r\n")
            try expectFailure(scheme: "socks5h", proxyResponding: http, "proxy handshake error")
            try expectFailure(proxyResponding: .raw("SSH-2.0-OpenSSH_9.2\r\n"), nil)
        }

        @Test(.needsOpenSSL, .needs("tinyproxy")) func proxy_isUsedAsCurlUsesIt() throws {
            let box = try Sandbox()
            let (authority, server) = try box.startTLSServer()
            let port = try freePort()
            let log = "\(box.directory)/proxy.log"
            let configuration = try box.write(
                """
                Port \(port)
                Listen 127.0.0.1
                Timeout 20
                LogFile "\(log)"
                LogLevel Connect
                MaxClients 10
                """, to: "proxy.conf")
            let proxy = try box.start("/usr/bin/env", ["tinyproxy", "-d", "-c", configuration].map { Array($0.utf8) })
            try waitUntil("the proxy listens") { (try? Connection(to: port))?.close() != nil }
            box.environment["SSL_CERT_FILE"] = authority.file
            box.environment["https_proxy"] = "http://127.0.0.1:\(port)"
            try box.run("-s", "binance").expect(0)
            try waitUntil("the proxy was asked") { box.contents(log).contains("CONNECT localhost:\(server.port)") }
            let before = box.contents(log)
            box.environment["no_proxy"] = "localhost"
            try box.run("-s", "binance").expect(0)
            #expect(box.contents(log) == before)
            kill(proxy.pid, SIGTERM)
        }

        @discardableResult
        private func expectFailure(
            scheme: String = "http", proxyResponding steps: [Step], _ reason: String?,
            sourceLocation: SourceLocation = #_sourceLocation
        ) throws -> Sandbox {
            let proxy = try StubExchange(onConnect: [.readSomething] + steps)
            let box = try expectFailure(
                proxy: "\(scheme)://me:\(Self.secret)@127.0.0.1:\(proxy.port)", reason, at: proxy.port,
                sourceLocation: sourceLocation)
            #expect(proxy.connections == 1, sourceLocation: sourceLocation)
            return box
        }

        /// - Parameter reason: nil if it depends on libcurl.
        @discardableResult
        private func expectFailure(
            proxy: String, _ reason: String?, at port: UInt16, sourceLocation: SourceLocation = #_sourceLocation
        ) throws -> Sandbox {
            let box = try Sandbox()
            box.setURL("binance", "https://127.0.0.1:9")
            box.environment["https_proxy"] = proxy
            let run = try box.run("-v", "-s", "binance")
            let suffix = "\(reason ?? "") (https_proxy=127.0.0.1:\(port))\n"
            run.expect(1, errors: .suffix(suffix), sourceLocation: sourceLocation)
            let details = run.errorLines.first ?? ""
            let isRight = details.contains("\(reason ?? ""); ") && details.hasSuffix("; at https://127.0.0.1:9")
            #expect(isRight && !run.errors.contains(Self.secret), "\(run)", sourceLocation: sourceLocation)
            return box
        }
    }
}
