import Foundation
import StubExchange
import Testing

extension EndToEnd {
    /// Every source under its real host name: in a network namespace with its own name resolution, the hosts are a server
    /// on the loopback interface with certificates of an authority made for the test.
    @Suite(.needs(missing: Namespace.missing + CertificateAuthority.missing))
    struct SourcesHostTests {
        @Test func source_isAskedAtItsHostForEachOfItsPairs() throws {
            let box = try Sandbox()
            for fixture in Fixture.all { box.environment[fixture.urlVariable] = nil }
            let hosts = Fixture.all.map(\.host)
            let authority = try CertificateAuthority(in: box, certificates: hosts)
            box.environment["SSL_CERT_FILE"] = authority.file
            var (bodies, commands, lines): ([String: String], [String], [String]) = ([:], [], [])
            for pair in Fixture.allPairs {
                let fixture = try Fixture.named(pair.source)
                bodies["\(fixture.host) \(try fixture.target(for: pair.currency))"] =
                    try fixture.bodyOfNow(currency: pair.currency)
                let template = "{number} {pair} {source}"
                commands.append(
                    "btcq -m 20s -s \(pair.source) --currency \(pair.currency) --template '\(template)'")
                lines.append("68901.23 \(pair.name) \(pair.source)\n")
            }
            let table = try JSONSerialization.data(withJSONObject: bodies)
            try box.write(String(decoding: table, as: UTF8.self), to: "bodies.json")
            try box.write(Self.server, to: "server.py")
            try box.write(hosts.map { "127.0.0.1 \($0)\n" }.joined(), to: "hosts")
            let run = try box.shell(
                inNamespace: """
                    ip link set lo up
                    echo 'hosts: files' > nsswitch.conf
                    mount --bind nsswitch.conf /etc/nsswitch.conf
                    mount --bind hosts /etc/hosts
                    python3 server.py '\(authority.directory)' \(hosts.joined(separator: " ")) > ready 2> server.log &
                    server=$!
                    until [ -s ready ] || ! kill -0 $server; do sleep 0.02; done
                    \(commands.joined(separator: "\n"))
                    kill $server
                    """, network: true)
            run.expect(0, .exactly(lines.joined()), errors: "")
        }

        /// Its arguments are the directory of the certificates and the hosts. It presents the certificate of the host that
        /// the client names in the handshake, and ends after a minute, even if the test is killed.
        private static let server = """
            import http.server, json, os, ssl, sys, threading
            threading.Timer(60, os._exit, [1]).start()
            directory, *hosts = sys.argv[1:]
            bodies = json.load(open("bodies.json"))
            contexts = {}
            for host in hosts:
                contexts[host] = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                contexts[host].load_cert_chain(f"{directory}/{host}.pem", f"{directory}/{host}.key")

            def choose(connection, name, _):
                connection.context = contexts[name]

            class Handler(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    body = bodies.get(self.headers["Host"] + " " + self.path, "").encode()
                    self.send_response_only(200 if body else 404)
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)

            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.sni_callback = choose
            server = http.server.ThreadingHTTPServer(("127.0.0.1", 443), Handler)
            server.socket = context.wrap_socket(server.socket, server_side=True)
            print("ready", flush=True)
            server.serve_forever()
            """
    }
}
