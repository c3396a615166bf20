import Foundation
import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// A request that got no response in time says what it was waiting for.
    @Suite struct AwaitedStepTests {
        /// On a busy machine, a request begins some milliseconds after its run.
        private static func error(_ what: String) -> String { "btcq: no quote: binance: \(what) in (1s|9.0ms)\n" }

        @Test func handshake_whenItIsNotCompleted_isNamed() throws {
            let (box, server) = (try Sandbox(), try StubExchange(onConnect: [.holdOpen]))
            box.setURL("binance", "https://127.0.0.1:\(server.port)")
            try box.run("-s", "binance", "-m", "1s").expect(
                1, errors: .matches(Self.error("TLS handshake not completed")), maximum: .milliseconds(1050))
        }

        @Test func response_whenItDoesNotCome_isNamed() throws {
            let box = try Sandbox(binance: "silent")
            try box.run("-s", "binance", "-m", "1s").expect(1, errors: .matches(Self.error("no response")))
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
                try box.shell(inNamespace: script, network: true).expect(
                    1, errors: .matches(Self.error(reason)))
            }
        }

        /// Not even the start of a request to the fallback: it could not respond in the time that is left.
        @Test func fallback_whenThePrimaryTakesAllTheTime_isNotBlamed() throws {
            let box = try Sandbox(binance: "silent")
            try box.run("-m", "1s", "-t", "1s").expect(1, errors: .matches(Self.error("no response")))
        }

        /// A first name server that does not respond, as that of a VPN that has gone, costs two seconds and not all of the time.
        @Test(
            .needsNamespace, .needsOpenSSL,
            arguments: [("", true), ("options timeout:1\n", true), ("options timeout:30\n", false)])
        func nameServer_whenTheFirstIsDead_isFollowedByTheSecond(_ options: String, _ isInTime: Bool) throws {
            let box = try Sandbox()
            box.setURL("binance", "https://example.org")
            let script =
                try NameServer.start(records: "A=127.0.0.2 AAAA=", in: box)
                    + """
                    python3 -c 'import socket, time
                    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.bind(("127.0.0.9", 53)); time.sleep(9)' &
                    printf 'nameserver 127.0.0.9\\nnameserver 127.0.0.1\\n\(options)' > resolv.conf
                    sleep 0.3
                    btcq -s binance -m 4s
                    status=$?
                    kill $!
                    exit $status
                    """
            let reason = isInTime ? "connection refused" : "host name not resolved in 4s"
            try box.shell(inNamespace: script, network: true).expect(
                1, errors: .exactly("btcq: no quote: binance: \(reason)\n"))
        }
    }
}
