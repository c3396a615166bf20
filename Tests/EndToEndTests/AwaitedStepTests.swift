import Foundation
import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// A request that got no response in time says what it was waiting for.
    @Suite struct AwaitedStepTests {
        /// At most five runs, of which one has to end as expected: on a busy machine, a request begins late, or does
        /// not get to report in the milliseconds that it has for it. Where other programs took much of its time, nearly
        /// every run does that.
        private static func expect(
            _ reason: String, minimum: Duration = .zero, maximum: Duration = .milliseconds(1050),
            sourceLocation: SourceLocation = #_sourceLocation, _ run: () throws -> RunResult
        ) rethrows {
            let errors = ExpectedText.matches("btcq: no quote: binance: \(reason)\n")
            var result = try run()
            for number in 1..<20 where !errors.isMet(result.errors) {
                let isDelayed = result.elapsed - result.ownTime > .milliseconds(100)
                if number < 5 || isDelayed { result = try run() }
            }
            result.expect(
                1, errors: errors, minimum: minimum, maximum: maximum, sourceLocation: sourceLocation)
        }

        @Test func handshake_whenItIsNotCompleted_isNamed() throws {
            let (box, server) = (try Sandbox(), try StubExchange(onConnect: [.holdOpen]))
            box.setURL("binance", "https://127.0.0.1:\(server.port)")
            try Self.expect("TLS handshake not completed in (1s|990ms)") { try box.run("-s", "binance", "-m", "1s") }
        }

        /// A host that `no_proxy` excludes is asked directly.
        @Test(.needsOpenSSL, arguments: ["TLS handshake not completed", "no response"])
        func step_whenAProxyIsSetAndNotUsed_isThatOfTheSource(_ step: String) throws {
            let silent = try StubExchange(onConnect: [.holdOpen])
            try Self.expect("\(step) in (1s|990ms) \\(https_proxy=127.0.0.1:1, no_proxy is set\\)") {
                let box = try Sandbox()
                // It serves one connection at a time, so each run has its own.
                let (_, server) = try box.startTLSServer(isTrusted: true)
                if step == "no response" {
                    // The server waits for somebody who writes to the file.
                    let site = "cd ../site/api/v3/ticker && file=$(echo *)"
                    try box.shell("\(site) && rm \"$file\" && mkfifo \"$file\"").expect(0)
                } else {
                    box.setURL("binance", "https://localhost:\(silent.port)")
                }
                box.environment.merge(["https_proxy": "http://127.0.0.1:1", "no_proxy": "localhost"]) { $1 }
                return try withExtendedLifetime(server) { try box.run("-s", "binance", "-m", "1s") }
            }
        }

        @Test func connection_whenTheProxyDoesNotRespond_isNamed() throws {
            let (box, proxy) = (try Sandbox(), try StubExchange(onConnect: [.holdOpen]))
            box.setURL("binance", "https://example.org")
            box.environment["https_proxy"] = "http://127.0.0.1:\(proxy.port)"
            try Self.expect("no connection in (1s|990ms) \\(https_proxy=127.0.0.1:\(proxy.port)\\)") {
                try box.run("-s", "binance", "-m", "1s")
            }
        }

        @Test func response_whenItDoesNotCome_isNamed() throws {
            let box = try Sandbox(binance: "silent")
            try Self.expect("no response in (1s|990ms)") { try box.run("-s", "binance", "-m", "1s") }
        }

        @Test(.needsNetwork) func connectionOrName_whenThereIsNone_isNamed() throws {
            let box = try Sandbox()
            for (host, records, silent, reason) in [
                ("example.org", "A=127.0.0.2 AAAA=", ["127.0.0.2"], "no connection"),
                ("127.0.0.2", "A=", ["127.0.0.2"], "no connection"),
                ("example.org", "delay=9 A=127.0.0.2", [], "host name not resolved"),
            ] {
                box.setURL("binance", "https://\(host)")
                let script =
                    try NameServer.start(records: records, in: box) + SilentAddresses.start(silent, in: box)
                    + "btcq -s binance -m 1s"
                try Self.expect("\(reason) in (1s|990ms)", maximum: .seconds(9)) {
                    try box.shell(inNamespace: script, network: true)
                }
            }
        }

        /// As on macOS, sockets have no inode. The second address rejects one, and its number goes to the fallback.
        @Test(.needsNetwork, .needsClang) func connection_whenItsNumberIsThatOfTheFallback_isNotMistakenForIt() throws {
            let box = try Sandbox()
            try box.preload(CLibrary.socketsWithoutInode)
            box.setURL("binance", "https://example.org")
            box.setURL("bitstamp", "http://127.0.0.4")
            let script =
                try NameServer.start(records: "A=127.0.0.3 AAAA=::1", in: box) + SilentAddresses.start(["::1"], in: box)
                    + """
                    python3 -c 'import socket, time
                    server = socket.create_server(("127.0.0.4", 80)); print(flush=True); time.sleep(20)' >listening &
                    until [ -s listening ]; do sleep 0.02; done
                    btcq -t 500ms -m 1s
                    status=$?
                    kill $!
                    exit $status
                    """
            try Self.expect("no connection in (1s|990ms); bitstamp: no response in [0-9]+ms", maximum: .seconds(9)) {
                try box.shell(inNamespace: script, network: true)
            }
        }

        /// Not even the start of a request to the fallback: it could not respond in the time that is left.
        @Test func fallback_whenThePrimaryTakesAllTheTime_isNotBlamed() throws {
            let box = try Sandbox(binance: "silent")
            try Self.expect("no response in (1s|990ms)") { try box.run("-m", "1s", "-t", "1s") }
        }

        /// A dead one, as that of a VPN that has gone, does not cost all of the time; glibc halves it for the second of
        /// three. One that is slow is not given up before it has responded.
        @Test(
            .needsNetwork,
            arguments: [
                ("dead alive", 0, 3...3.9), ("dead dead alive", 0, 3...3.9), ("alive alive", 2.5, 2.5...2.9),
            ] as [(String, Double, ClosedRange<Double>)])
        func nameServers_whenTheyAreSlowOrDead_areAskedInTurn(
            _ servers: String, _ delay: Double, _ seconds: ClosedRange<Double>
        ) throws {
            let box = try Sandbox()
            box.setURL("binance", "https://example.org")
            let records = "A=127.0.0.2 AAAA= delay=\(delay)"
            var script = try NameServer.start(records: records, in: box) + ": > resolv.conf\n"
            for (number, server) in servers.split(separator: " ").enumerated() {
                let address = "127.0.0.\(number + 10)"
                script += "echo nameserver \(address) >> resolv.conf\n"
                script += "python3 names.py \(server == "alive" ? records : "") at=\(address) > names\(number) &\n"
                script += "until [ -s names\(number) ]; do sleep 0.02; done\n"
            }
            try Self.expect(
                "connection refused", minimum: .seconds(seconds.lowerBound), maximum: .seconds(seconds.upperBound)
            ) {
                try box.shell(inNamespace: script + "btcq -s binance -m 4s", network: true)
            }
        }

        /// A first name server that does not respond, where the user or the system has said how long it is waited for.
        @Test(
            .needsNetwork, .needsOpenSSL,
            arguments: [
                ("options timeout:1\n", nil, "connection refused"),
                ("options timeout:30\n", nil, "host name not resolved in 4s"),
                // The user's own options stay; over TCP, neither server responds here.
                ("", "timeout:30", "host name not resolved in 4s"), ("", "use-vc", "host name not found"),
            ] as [(String, String?, String)])
        func nameServer_whenTheFirstIsDead_isFollowedByTheSecond(
            _ options: String, _ variable: String?, _ reason: String
        ) throws {
            let box = try Sandbox()
            box.setURL("binance", "https://example.org")
            box.environment["RES_OPTIONS"] = variable
            let script =
                try NameServer.start(records: "A=127.0.0.2 AAAA=", in: box)
                    + """
                    python3 -c 'import socket, time
                    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.bind(("127.0.0.9", 53)); print(flush=True); time.sleep(9)' >bound &
                    printf 'nameserver 127.0.0.9\\nnameserver 127.0.0.1\\n\(options)' > resolv.conf
                    until [ -s bound ]; do sleep 0.02; done
                    btcq -s binance -m 4s
                    status=$?
                    kill $!
                    exit $status
                    """
            try Self.expect(reason, maximum: .seconds(9)) { try box.shell(inNamespace: script, network: true) }
        }
    }
}
