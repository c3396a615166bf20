import Foundation
import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// A request that got no response in time says what it was waiting for.
    @Suite struct AwaitedStepTests {
        /// At most five runs, of which one has to end as expected: on a busy machine, a request begins late, or does not get to
        /// report in the milliseconds that it has for it. Where other programs took much of its time, nearly every run does that.
        private static func expect(
            _ reason: String, maximum: Duration = .milliseconds(1050),
            sourceLocation: SourceLocation = #_sourceLocation, _ run: () throws -> RunResult
        ) rethrows {
            let errors = ExpectedText.matches("btcq: no quote: binance: \(reason)\n")
            var result = try run()
            for number in 1..<20 where !errors.isMet(result.errors) {
                let isDelayed = result.elapsed - result.ownTime > .milliseconds(100)
                if number < 5 || isDelayed { result = try run() }
            }
            result.expect(1, errors: errors, maximum: maximum, sourceLocation: sourceLocation)
        }

        @Test func handshake_whenItIsNotCompleted_isNamed() throws {
            let (box, server) = (try Sandbox(), try StubExchange(onConnect: [.holdOpen]))
            box.setURL("binance", "https://127.0.0.1:\(server.port)")
            try Self.expect("TLS handshake not completed in (1s|990ms)") { try box.run("-s", "binance", "-m", "1s") }
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

        @Test(.needsNamespace) func connectionOrName_whenThereIsNone_isNamed() throws {
            let box = try Sandbox()
            box.setURL("binance", "https://example.org")
            for (records, silent, reason) in [
                ("A=127.0.0.2 AAAA=", ["127.0.0.2"], "no connection"),
                ("delay=9 A=127.0.0.2", [], "host name not resolved"),
            ] {
                let script =
                    try NameServer.start(records: records, in: box) + SilentAddresses.start(silent, in: box)
                    + "btcq -s binance -m 1s"
                try Self.expect("\(reason) in (1s|990ms)", maximum: .seconds(9)) {
                    try box.shell(inNamespace: script, network: true)
                }
            }
        }

        /// Not even the start of a request to the fallback: it could not respond in the time that is left.
        @Test func fallback_whenThePrimaryTakesAllTheTime_isNotBlamed() throws {
            let box = try Sandbox(binance: "silent")
            try Self.expect("no response in (1s|990ms)") { try box.run("-m", "1s", "-t", "1s") }
        }

        /// A first name server that does not respond, as that of a VPN that has gone, costs two seconds and not all of the time.
        @Test(
            .needsNamespace, .needsOpenSSL,
            arguments: [
                ("", nil, "connection refused"), ("options timeout:1\n", nil, "connection refused"),
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
