import Foundation
import StubExchange
import Testing

extension EndToEnd {
    /// Messages name what the user can correct, and never a password.
    @Suite struct MessageTests {
        private static let secret = "s3cret"
        private static let sources = SourceList.names.joined(separator: ", ")

        @Test func proxy_whenItRefusesTheConnection_isReported() throws {
            let port = try refusingPort()
            try expectFailure(proxy: "http://me:\(Self.secret)@127.0.0.1:\(port)", "connection refused", at: port)
        }

        /// The proxy is what follows the last @, and nothing if even that may be part of a password.
        @Test func password_withAnAtSign_isNotPrinted() throws {
            let port = try refusingPort()
            try expectFailure(proxy: "http://me:p@\(Self.secret)@127.0.0.1:\(port)", at: port)
        }

        /// In a network namespace no name server is asked for them.
        @Test(
            .enabled(if: Namespace.isAvailable, Namespace.comment),
            arguments: ["\(secret)/x", "me:1/\(secret)", "\(secret)?x", "me:\(secret)#x", "\(secret):1/x"])
        func password_thatIsNotEncoded_isNotPrinted(_ userInformation: String) throws {
            let box = try Sandbox()
            box.environment["BTCQ_BINANCE_URL"] = "https://127.0.0.1:9"
            box.environment["https_proxy"] = "http://\(userInformation)@127.0.0.1:1"
            let run = try box.shell(Namespace.command("btcq -v -s binance"))
            #expect(run.status == 1 && !run.errors.contains(Self.secret), "\(run)")
            #expect(!run.errors.contains("https_proxy="), "\(run)")
        }

        /// In a network namespace no name server is asked for these names.
        @Test(.enabled(if: Namespace.isAvailable, Namespace.comment))
        func host_whenItsNameDoesNotExist_isReportedWithTheProxyIfThereIsOne() throws {
            let box = try Sandbox()
            box.environment["BTCQ_BINANCE_URL"] = "https://exchange.invalid"
            let exchange = try box.shell(Namespace.command("btcq -s binance"))
            #expect(exchange.errors == "btcq: no quote: binance: host name not found\n", "\(exchange)")
            box.environment["BTCQ_BINANCE_URL"] = nil
            box.environment["https_proxy"] = "http://proxy.invalid:1"
            let proxy = try box.shell(Namespace.command("btcq -s binance"))
            let line = "btcq: no quote: binance: host name not found (https_proxy=proxy.invalid:1)\n"
            #expect(proxy.errors == line, "\(proxy)")
        }

        @Test(
            .enabled(if: Namespace.isAvailable, Namespace.comment),
            arguments: [
                ("true", "network is unreachable"),
                ("ip link set lo up && ip route add unreachable 192.0.2.0/24", "host is unreachable"),
                ("ip link set lo up && ip route add prohibit 192.0.2.0/24", "cannot connect"),
            ])
        func unreachableHost_isDistinguishedFromAnUnreachableNetwork(_ preparation: String, _ reason: String) throws {
            let box = try Sandbox()
            box.environment["BTCQ_BINANCE_URL"] = "https://192.0.2.1"
            let run = try box.shell(Namespace.command("\(preparation) && btcq -s binance"))
            #expect(run.errors == "btcq: no quote: binance: \(reason)\n", "\(run)")
        }

        /// libcurl decides whether it uses the proxy; the message names the variable in any case.
        @Test(arguments: ["127.0.0.1", "localhost,127.0.0.1", "*"])
        func proxy_whenNoProxyExcludesTheHost_isNotUsedButReported(_ exceptions: String) throws {
            let box = try Sandbox()
            let proxy = try StubExchange()
            box.environment["BTCQ_BINANCE_URL"] = "https://127.0.0.1:\(try refusingPort())"
            box.environment["https_proxy"] = "http://127.0.0.1:\(proxy.port)"
            box.environment["no_proxy"] = exceptions
            let run = try box.run("-s", "binance")
            let line = "btcq: no quote: binance: connection refused (https_proxy=127.0.0.1:\(proxy.port))\n"
            #expect(run.errors == line, "\(run)")
            #expect(proxy.connections == 0)
        }

        @Test(
            arguments: [(407, "the proxy requires a password")]
                + [403, 502, 302, 429, 451, 300].map { ($0, "the proxy responded with HTTP \($0)") })
        func proxy_whenItRespondsWithAnError_isReportedAndNotTakenForTheExchange(
            _ status: Int, _ reason: String
        ) throws {
            let response = "HTTP/1.1 \(status) No\r\nRetry-After: 120\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            let proxy = try StubExchange(onConnect: [.readSomething] + .raw(response))
            let box = try expectFailure(
                proxy: "http://me:\(Self.secret)@127.0.0.1:\(proxy.port)", reason, at: proxy.port)
            // It is not the exchange that limits or blocks.
            #expect(box.backoff.values.allSatisfy { Array($0.keys) == [.failed] }, "\(box.backoff)")
        }

        @Test func proxy_whenItsSchemeIsUnknown_isReported() throws {
            try expectFailure(proxy: "nosuch://me:\(Self.secret)@127.0.0.1:1", "unknown proxy scheme", at: 1)
        }

        /// The reason is libcurl's own text for its code.
        @Test func proxy_whenItDoesNotUseSOCKS_isReported() throws {
            let proxy = try StubExchange(onConnect: [.readSomething] + .raw("HTTP/1.1 400 Bad Request\r\n\r\n"))
            try expectFailure(proxy: "socks5h://127.0.0.1:\(proxy.port)", "proxy handshake error", at: proxy.port)
        }

        /// Through a proxy without TLS of its own, a failed handshake is final: no other store would help.
        @Test func portal_afterAProxy_isAskedOnce() throws {
            let responses = "HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 400 Bad Request\r\n\r\n"
            let proxy = try StubExchange(onConnect: [.readSomething] + .raw(responses) + [.holdOpen])
            try expectFailure(
                proxy: "http://127.0.0.1:\(proxy.port)", "TLS handshake failed (captive portal?)", at: proxy.port)
            #expect(proxy.connections == 1)
        }

        @Test func proxy_whenItIsNone_isReported() throws {
            let proxy = try StubExchange(onConnect: [.readSomething] + .raw("SSH-2.0-OpenSSH_9.2\r\n"))
            try expectFailure(proxy: "http://127.0.0.1:\(proxy.port)", at: proxy.port)
        }

        /// The peer responds in plain HTTP to a TLS handshake.
        @Test(arguments: [
            "HTTP/1.1 302 Found\r\nLocation: http://portal.example/login\r\n\r\n",
            "HTTP/1.1 200 OK\r\n\r\n<html>Log in</html>", "HTTP/1.1 400 Bad Request\r\n\r\n",
        ])
        func response_inPlainHTTPToTLS_mayBeACaptivePortal(_ response: String) throws {
            let portal = try StubExchange(onConnect: [.readSomething] + .raw(response))
            let box = try Sandbox()
            box.environment["BTCQ_BINANCE_URL"] = "https://127.0.0.1:\(portal.port)"
            let run = try box.run("-s", "binance")
            #expect(run.status == 1, "\(run)")
            #expect(run.errors == "btcq: no quote: binance: TLS handshake failed (captive portal?)\n", "\(run)")
        }

        @Test(arguments: [301, 302, 303, 307, 308])
        func redirect_mayBeACaptivePortal(_ status: Int) throws {
            let box = try Sandbox()
            box.environment["BTCQ_BINANCE_URL"] = box.exchange.on(
                "portal", .respond(status, headers: ["Location: http://127.0.0.1:1/login"], body: ""))
            let run = try box.run("-s", "binance")
            #expect(run.errors == "btcq: no quote: binance: HTTP \(status) (captive portal?)\n", "\(run)")
        }

        @Test(arguments: ["/dev/null", "MISSING", "FILE"])
        func home_whenNoCacheCanBeCreated_isReported(_ home: String) throws {
            let box = try Sandbox()
            let expand = { (text: String) in
                text.replacing("MISSING", with: "\(box.directory)/missing").replacing(
                    "FILE", with: "\(box.directory)/file")
            }
            try "".write(toFile: "\(box.directory)/file", atomically: true, encoding: .utf8)
            box.environment["HOME"] = expand(home)
            let run = try box.run()
            #expect(run.status == 0 && run.text.hasSuffix(" binance BTCUSDT\n"), "\(run)")
            let line = "btcq: cannot update the cache: \(expand(home))/"
            #expect(run.errors.hasPrefix(line) && run.errors.split(separator: "\n").count == 1, "\(run)")
        }

        @Test(.enabled(if: getuid() != 0, "root may write anywhere"))
        func directory_whenNotWritable_isReported() throws {
            let box = try Sandbox()
            try box.makeCacheDirectory()
            chmod(box.cacheDirectory, 0o500)
            defer { chmod(box.cacheDirectory, 0o700) }
            let run = try box.run()
            #expect(run.status == 0, "\(run)")
            #expect(run.errors == "btcq: cannot update the cache: \(box.cacheFile): Permission denied\n", "\(run)")
        }

        @Test(arguments: [("-o", "--offline"), ("--max-age=1h", "it is fresh")])
        func verbose_whenACachedQuoteIsPrinted_saysWhy(_ option: String, _ reason: String) throws {
            let box = try Sandbox()
            try box.cache(age: 300, source: "binance")
            let run = try box.run("-v", option)
            #expect(run.errors == "btcq: using the quote cached 5m ago from binance: \(reason)\n", "\(run)")
            try box.run(option).expect { $0.errors.isEmpty }
            #expect(box.exchange.connections == 0)
        }

        @Test func verbose_reportsTheBaseURLThatReplacesTheUsualOne() throws {
            let box = try Sandbox()
            let run = try box.run("-v")
            #expect(run.errors.hasSuffix("; at \(box.exchange.url("ok"))\n"), "\(run)")
        }

        @Test(
            arguments: [
                (["--eur"], "unknown option --eur (did you mean --currency eur?)", "btcq --help"),
                (["--GBP"], "unknown option --GBP (did you mean --currency GBP?)", "btcq --help"),
                (["eur"], "unexpected argument eur (did you mean --currency eur?)", "btcq --help"),
                (["--", "jpy"], "unexpected argument jpy (did you mean --currency jpy?)", "btcq --help"),
                (["xyz"], "unexpected argument xyz", "btcq --help"),
                (["-json"], "unknown option -json (did you mean --json?)", "btcq --help"),
                (["-csv"], "unknown option -csv (did you mean --csv?)", "btcq --help"),
                (["-format=json"], "unknown option -format (did you mean --format?)", "btcq --help"),
                (["--fromat", "json"], "unknown option --fromat (did you mean --format?)", "btcq --help"),
                (["--max-sale=1"], "unknown option --max-sale (did you mean --max-stale?)", "btcq --help"),
                (["--xyzzy"], "unknown option --xyzzy", "btcq --help"),
                (["--json=1"], "--json takes no value", "btcq --help"),
                (["-t"], "-t needs a value: DURATION", "btcq --help"),
                (
                    ["--template", "{prise}"], "--template: unknown placeholder {prise} (did you mean {price}?)",
                    "man btcq"
                ),
                (
                    ["-s", "binance,krakne"],
                    "-s: binance,krakne is not one of \(sources)",
                    "btcq --help"
                ),
                (
                    ["-s", "binance,kraken"],
                    "-s: binance,kraken is not one of \(sources) (did you mean --primary binance --fallback kraken?)",
                    "btcq --help"
                ),
                (["help"], "unexpected argument help (did you mean --help?)", "btcq --help"),
            ] as [([String], String?, String)])
        func usageError_suggestsWhatMayBeMeantAndWhereToReadOn(
            _ arguments: [String], _ message: String?, _ hint: String
        ) throws {
            let run = try Sandbox().run(arguments.map { Array($0.utf8) })
            #expect(run.status == 2 && run.output.isEmpty, "\(run)")
            let lines = run.errors.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == 3 && lines[1] == "Try '\(hint)'." && lines[2].isEmpty, "\(run)")
            if let message { #expect(lines[0] == "btcq: \(message)", "\(run)") }
        }

        @Test(arguments: ["BTCQ_CURRENCY", "BTCQ_PRIMARY", "BTCQ_FALLBACK", "BTCQ_BINANCE_URL"])
        func variable_whenInvalid_isNamedWithTheManual(_ variable: String) throws {
            let box = try Sandbox()
            box.environment[variable] = "nope"
            let run = try box.run()
            #expect(run.status == 2, "\(run)")
            #expect(run.errors.hasPrefix("btcq: \(variable)") && run.errors.hasSuffix("\nTry 'man btcq'.\n"), "\(run)")
        }

        @Test(arguments: [["--offline", "--max-stale", "0"], ["-o", "--max-stale=0s"]])
        func offline_withoutStaleQuotes_saysWhyThereIsNone(_ options: [String]) throws {
            let box = try Sandbox()
            try box.cache()
            let run = try box.run(options.map { Array($0.utf8) })
            #expect(run.status == 1, "\(run)")
            #expect(run.errors == "btcq: no quote: --max-stale 0 allows no cached quote\n", "\(run)")
        }

        /// - Parameter reason: nil if it depends on libcurl.
        @discardableResult
        private func expectFailure(
            proxy: String, _ reason: String? = nil, at port: UInt16, sourceLocation: SourceLocation = #_sourceLocation
        ) throws -> Sandbox {
            let box = try Sandbox()
            box.environment["BTCQ_BINANCE_URL"] = "https://127.0.0.1:9"
            box.environment["https_proxy"] = proxy
            let run = try box.run("-v", "-s", "binance")
            #expect(run.status == 1, "\(run)", sourceLocation: sourceLocation)
            let (first, last) = (run.errors.split(separator: "\n").first, run.errors.split(separator: "\n").last)
            let shown = " (https_proxy=127.0.0.1:\(port))"
            #expect(first?.hasSuffix("; at https://127.0.0.1:9") == true, "\(run)", sourceLocation: sourceLocation)
            #expect(first?.contains("\(shown); ") == true, "\(run)", sourceLocation: sourceLocation)
            #expect(last?.hasSuffix(shown) == true, "\(run)", sourceLocation: sourceLocation)
            if let reason {
                let start = "btcq: binance: \(reason)\(shown); total "
                #expect(first?.hasPrefix(start) == true, "\(run)", sourceLocation: sourceLocation)
                let line = "btcq: no quote: binance: \(reason)\(shown)"
                #expect(last == line[...], "\(run)", sourceLocation: sourceLocation)
            }
            #expect(!run.errors.contains(Self.secret), "\(run)", sourceLocation: sourceLocation)
            return box
        }
    }
}
