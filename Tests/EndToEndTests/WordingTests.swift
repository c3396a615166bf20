import Foundation
import StubExchange
import Testing

extension EndToEnd {
    /// What went wrong is said with the name of what the user can put right, and never with a password.
    @Suite struct WordingTests {
        private static let secret = "s3cret"

        @Test func deadProxy_isNamed() throws {
            let port = try refusingPort()
            try expectFailure(
                proxy: "http://me:\(Self.secret)@127.0.0.1:\(port)", "via proxy 127.0.0.1:\(port): connection refused")
        }

        /// Wherever the name ends: what stands before the last @ may be a part of the password.
        @Test func passwordWithAnAtSign_isNotToldEither() throws {
            let port = try refusingPort()
            try expectFailure(
                proxy: "http://me:p@\(Self.secret)@127.0.0.1:\(port)", "via proxy 127.0.0.1:\(port): ")
        }

        /// In a network of its own nobody is asked for these names.
        @Test(.enabled(if: Namespace.isAvailable, Namespace.comment))
        func nameThatIsNone_isToldAsTheExchangesOrTheProxys() throws {
            let box = try Sandbox()
            box.environment["BTCQ_BINANCE_URL"] = "https://exchange.invalid"
            let exchange = try box.shell(Namespace.command("btcq -s binance"))
            #expect(exchange.errors == "btcq: no quote: binance: host name not found\n", "\(exchange)")
            box.environment["BTCQ_BINANCE_URL"] = nil
            box.environment["https_proxy"] = "http://proxy.invalid:1"
            let proxy = try box.shell(Namespace.command("btcq -s binance"))
            #expect(
                proxy.errors == "btcq: no quote: binance: via proxy proxy.invalid:1: host name not found\n", "\(proxy)")
        }

        @Test(
            .enabled(if: Namespace.isAvailable, Namespace.comment),
            arguments: [
                ("true", "network is unreachable"),
                ("ip link set lo up && ip route add unreachable 192.0.2.0/24", "host is unreachable"),
                ("ip link set lo up && ip route add prohibit 192.0.2.0/24", "cannot connect"),
            ])
        func hostThatIsNotReached_isToldFromANetworkThatIsNot(_ preparation: String, _ words: String) throws {
            let box = try Sandbox()
            box.environment["BTCQ_BINANCE_URL"] = "https://192.0.2.1"
            let run = try box.shell(Namespace.command("\(preparation) && btcq -s binance"))
            #expect(run.errors == "btcq: no quote: binance: \(words)\n", "\(run)")
        }

        @Test(arguments: ["127.0.0.1", "localhost,127.0.0.1", "*"])
        func proxyThatIsPassedBy_isNotNamed(_ exceptions: String) throws {
            let box = try Sandbox()
            box.environment["BTCQ_BINANCE_URL"] = "https://127.0.0.1:\(try refusingPort())"
            box.environment["https_proxy"] = "http://127.0.0.1:1"
            box.environment["no_proxy"] = exceptions
            let run = try box.run("-s", "binance")
            #expect(run.errors == "btcq: no quote: binance: connection refused\n", "\(run)")
        }

        @Test(arguments: [
            (407, "HTTP 407 (it wants a password)"), (403, "HTTP 403"), (502, "HTTP 502"), (302, "HTTP 302"),
            (429, "HTTP 429"), (451, "HTTP 451"), (300, "HTTP 300"),
        ])
        func proxyThatRefuses_isNamedAndNotTakenForTheExchange(_ status: Int, _ words: String) throws {
            let answer = "HTTP/1.1 \(status) No\r\nRetry-After: 120\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            let proxy = try StubExchange(unasked: [.readSomething] + .raw(answer))
            let box = try expectFailure(
                proxy: "http://me:\(Self.secret)@127.0.0.1:\(proxy.port)",
                "via proxy 127.0.0.1:\(proxy.port): \(words)")
            // It is not the exchange that limits or refuses us.
            #expect(box.memory.values.allSatisfy { $0["why"] == "failed" && $0.count == 2 }, "\(box.memory)")
        }

        @Test func proxyOfAnUnknownScheme_isNamed() throws {
            try expectFailure(
                proxy: "nosuch://me:\(Self.secret)@127.0.0.1:1",
                "via proxy nosuch://127.0.0.1:1: its scheme is not known")
        }

        /// The words are libcurl's own for its code.
        @Test func proxyThatDoesNotSpeakSOCKS_isNamed() throws {
            let proxy = try StubExchange(unasked: [.readSomething] + .raw("HTTP/1.1 400 Bad Request\r\n\r\n"))
            let address = "socks5h://127.0.0.1:\(proxy.port)"
            try expectFailure(proxy: address, "via proxy \(address): proxy handshake error")
        }

        /// Through a proxy that is spoken to in the clear, a failed handshake is final: no other store would help.
        @Test func portalBehindAProxy_isAskedOnce() throws {
            let answers = "HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 400 Bad Request\r\n\r\n"
            let proxy = try StubExchange(unasked: [.readSomething] + .raw(answers) + [.holdOpen])
            let address = "127.0.0.1:\(proxy.port)"
            try expectFailure(
                proxy: "http://\(address)", "via proxy \(address): TLS handshake failed (captive portal?)")
            #expect(proxy.connections == 1)
        }

        @Test func proxyThatIsNone_isNamed() throws {
            let proxy = try StubExchange(unasked: [.readSomething] + .raw("SSH-2.0-OpenSSH_9.2\r\n"))
            try expectFailure(proxy: "http://127.0.0.1:\(proxy.port)", "via proxy 127.0.0.1:\(proxy.port): ")
        }

        /// Somebody in between answers in plain HTTP where TLS was spoken.
        @Test(arguments: [
            "HTTP/1.1 302 Found\r\nLocation: http://portal.example/login\r\n\r\n",
            "HTTP/1.1 200 OK\r\n\r\n<html>Log in</html>", "HTTP/1.1 400 Bad Request\r\n\r\n",
        ])
        func plainHTTPWhereTLSIsSpoken_mayBeACaptivePortal(_ answer: String) throws {
            let portal = try StubExchange(unasked: [.readSomething] + .raw(answer))
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
                "portal", .answer(status, headers: ["Location: http://127.0.0.1:1/login"], body: ""))
            let run = try box.run("-s", "binance")
            #expect(run.errors == "btcq: no quote: binance: HTTP \(status) (captive portal?)\n", "\(run)")
        }

        @Test(arguments: ["/dev/null", "MISSING", "FILE"])
        func placeWhereNoCacheCanBe_isNamed(_ home: String) throws {
            let box = try Sandbox()
            let expand = { (text: String) in
                text.replacing("MISSING", with: "\(box.folder)/missing").replacing("FILE", with: "\(box.folder)/file")
            }
            try "".write(toFile: "\(box.folder)/file", atomically: true, encoding: .utf8)
            box.environment["HOME"] = expand(home)
            let run = try box.run()
            #expect(run.status == 0 && run.text.hasSuffix(" binance\n"), "\(run)")
            let line = "btcq: cannot update the cache: \(expand(home))/"
            #expect(run.errors.hasPrefix(line) && run.errors.split(separator: "\n").count == 1, "\(run)")
        }

        @Test(.enabled(if: getuid() != 0, "root may write anywhere"))
        func folderThatIsNotWritable_isNamed() throws {
            let box = try Sandbox()
            try box.makeCacheDirectory()
            chmod(box.cacheDirectory, 0o500)
            defer { chmod(box.cacheDirectory, 0o700) }
            let run = try box.run()
            #expect(run.status == 0, "\(run)")
            #expect(run.errors == "btcq: cannot update the cache: \(box.cacheFile): Permission denied\n", "\(run)")
        }

        @Test(arguments: ["-o", "--max-age=1h"])
        func verbose_saysWhatWasTakenFromTheCacheAndThatNobodyWasAsked(_ option: String) throws {
            let box = try Sandbox()
            try box.cache(age: 300, source: "binance")
            let run = try box.run("-v", option)
            let line = "btcq: binance's quote of 5m ago is taken from the cache: the network was not asked\n"
            #expect(run.errors == line, "\(run)")
            try box.run(option).expect { $0.errors.isEmpty }
            #expect(box.exchange.connections == 0)
        }

        @Test func verbose_namesTheAddressThatReplacesTheUsualOne() throws {
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
                (["chf"], "unexpected argument chf", "btcq --help"),
                (["-json"], "unknown option -json (did you mean --json?)", "btcq --help"),
                (["-csv"], "unknown option -csv (did you mean --csv?)", "btcq --help"),
                (["-format=json"], "unknown option -format=json (did you mean --format?)", "btcq --help"),
                (["--fromat", "json"], "unknown option --fromat (did you mean --format?)", "btcq --help"),
                (["--max-sale=1"], "unknown option --max-sale (did you mean --max-stale?)", "btcq --help"),
                (["--xyzzy"], "unknown option --xyzzy", "btcq --help"),
                (["--json=1"], "--json takes no value", "btcq --help"),
                (["-t"], "-t needs a value: DURATION", "btcq --help"),
                (["--template", "{prise}"], nil, "man btcq"), (["--template", "{"], nil, "man btcq"),
            ] as [([String], String?, String)])
        func usageError_saysWhatMayBeMeantAndWhereToReadOn(
            _ words: [String], _ message: String?, _ hint: String
        ) throws {
            let run = try Sandbox().run(words.map { Array($0.utf8) })
            #expect(run.status == 2 && run.output.isEmpty, "\(run)")
            let lines = run.errors.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == 3 && lines[1] == "Try '\(hint)'." && lines[2].isEmpty, "\(run)")
            if let message { #expect(lines[0] == "btcq: \(message)", "\(run)") }
        }

        @Test(arguments: ["BTCQ_CURRENCY", "BTCQ_PRIMARY", "BTCQ_FALLBACK", "BTCQ_BINANCE_URL"])
        func wrongVariable_isNamedAndTheManualToo(_ variable: String) throws {
            let box = try Sandbox()
            box.environment[variable] = "nope"
            let run = try box.run()
            #expect(run.status == 2, "\(run)")
            #expect(run.errors.hasPrefix("btcq: \(variable)") && run.errors.hasSuffix("\nTry 'man btcq'.\n"), "\(run)")
        }

        @Test func unknownPlaceholder_isAnsweredWithTheKnownOnes() throws {
            let run = try Sandbox().run("--template", "{prise}")
            for name in ["price", "number", "currency", "pair", "timestamp", "source", "cached", "stale", "age"] {
                #expect(run.errors.contains("{\(name)}"), "\(run)")
            }
        }

        @Test(arguments: [["--offline", "--max-stale", "0"], ["-o", "--max-stale=0s"]])
        func offlineWithoutStaleQuotes_isToldWhyThereIsNone(_ words: [String]) throws {
            let box = try Sandbox()
            try box.cache()
            let run = try box.run(words.map { Array($0.utf8) })
            #expect(run.status == 1, "\(run)")
            #expect(run.errors == "btcq: no quote: --max-stale 0 allows no cached one\n", "\(run)")
        }

        @discardableResult
        private func expectFailure(
            proxy: String, _ words: String, sourceLocation: SourceLocation = #_sourceLocation
        ) throws -> Sandbox {
            let box = try Sandbox()
            box.environment["BTCQ_BINANCE_URL"] = "https://127.0.0.1:9"
            box.environment["https_proxy"] = proxy
            let run = try box.run("-v", "-s", "binance")
            #expect(run.status == 1, "\(run)", sourceLocation: sourceLocation)
            let start = "btcq: binance: \(words)"
            #expect(run.errors.hasPrefix(start), "\(run)", sourceLocation: sourceLocation)
            let proxy = words.components(separatedBy: ": ")[0]
            let way = "; at https://127.0.0.1:9, \(proxy)\n"
            #expect(run.errors.contains(way), "\(run)", sourceLocation: sourceLocation)
            let last = run.errors.split(separator: "\n").last ?? ""
            #expect(last.hasPrefix("btcq: no quote: binance: \(words)"), "\(run)", sourceLocation: sourceLocation)
            #expect(!run.errors.contains(Self.secret), "\(run)", sourceLocation: sourceLocation)
            return box
        }
    }
}
