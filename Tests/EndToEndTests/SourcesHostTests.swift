import Foundation
import StubExchange
import Testing

extension EndToEnd {
    /// Every source under its real host name: in a network namespace with its own name resolution, the hosts are a server
    /// on the loopback interface with certificates of an authority made for the test.
    @Suite(.needs(missing: Namespace.missing + CertificateAuthority.missing))
    struct SourcesHostTests {
        /// A response of the server.
        private struct Response {
            var status = 200
            let body: String
        }

        private let box: Sandbox
        private let authority: CertificateAuthority

        init() throws {
            box = try Sandbox()
            for fixture in Fixture.all { box.environment["BTCQ_\(fixture.name.uppercased())_URL"] = nil }
            authority = try CertificateAuthority(in: box, certificates: [])
            box.environment["SSL_CERT_FILE"] = authority.file
            let issued = try box.shell(
                """
                cd '\(authority.directory)' || exit
                for host in \(Fixture.all.map(\.host).joined(separator: " ")); do
                    openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$host.key" \\
                        -subj "/CN=$host" -out "$host.csr" || exit
                    echo "subjectAltName=DNS:$host" > "$host.ext"
                    openssl x509 -req -in "$host.csr" -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 \\
                        -extfile "$host.ext" -out "$host.pem" || exit
                done
                """)
            try #require(issued.status == 0, "\(issued)")
        }

        /// The bodies are recorded ones where there are any.
        @Test func source_isAskedAtItsHostForEachOfItsPairs() throws {
            var responses: [String: Response] = [:]
            var (requests, lines): ([String], [String]) = ([], [])
            for pair in Fixture.allPairs {
                let fixture = try Fixture.named(pair.source)
                let recorded = RecordedResponse.all.last {
                    $0.source == pair.source && $0.currency == pair.currency && $0.price != nil
                }
                let body = try recorded.map { String(decoding: try $0.body, as: UTF8.self) }
                let place = "\(fixture.host) \(try fixture.target(for: pair.currency))"
                responses[place] = Response(
                    body: try body ?? fixture.body(currency: pair.currency, price: "68901.23"))
                // The name that the certificate is chosen by, and the one in the request.
                requests.append("\(fixture.host) \(place)")
                lines.append("\(recorded?.printedPrice ?? "68901.23") \(pair.name) \(pair.source)")
            }
            let commands = Fixture.allPairs.map { pair in
                let template = "{number} {pair} {source}"
                return "btcq -m 20s -s \(pair.source) --currency \(pair.currency) --template '\(template)'"
            }
            let run = try run(commands.joined(separator: "\n"), responses)
            #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
            #expect(run.text.split(separator: "\n").map(String.init) == lines, "\(run)")
            #expect(self.requests == requests)
        }

        /// The server has a certificate of the authority for each host, but presents that of another one.
        @Test func certificate_whenItIsForAnotherHost_isRejected() throws {
            let commands = Fixture.all.map { fixture in
                "btcq -m 20s -s \(fixture.name) --currency \(fixture.pairs.first?.currency ?? "")"
            }
            let run = try run(commands.joined(separator: "\n"), [:], swapsCertificates: true)
            let lines = Fixture.all.map { "btcq: no quote: \($0.name): certificate is for another host" }
            #expect(run.errors.split(separator: "\n").map(String.init) == lines, "\(run)")
            #expect(run.output.isEmpty && requests.isEmpty, "\(run)")
        }

        /// As `api.binance.com` responds from several countries: a recorded body.
        @Test func fallback_whenTheDefaultPrimaryIsBlocked_isAskedAtItsHost() throws {
            let (binance, coinbase) = (try Fixture.named("binance"), try Fixture.named("coinbase"))
            let blocked = try #require(RecordedResponse.all.first { $0.source == "binance" && $0.status == 451 })
            let places = try [binance, coinbase].map { "\($0.host) \(try $0.target(for: "USD"))" }
            let responses = [
                places[0]: Response(status: 451, body: String(decoding: try blocked.body, as: UTF8.self)),
                places[1]: Response(body: try coinbase.body(currency: "USD")),
            ]
            let run = try run("btcq -v -m 20s -t 10s", responses)
            #expect(run.status == 0 && run.text.hasPrefix("$68,901.23 "), "\(run)")
            #expect(run.errors.hasPrefix("btcq: binance: HTTP 451 (blocked in this country; try --source "), "\(run)")
            #expect(run.errors.contains("\nbtcq: coinbase: 68901.23; "), "\(run)")
            #expect(requests == ["\(binance.host) \(places[0])", "\(coinbase.host) \(places[1])"])
        }

        private var log: String { "\(box.directory)/requests" }

        /// What the server was asked so far: `HOST HOST TARGET`, first the name in the handshake.
        private var requests: [String] { box.contents(log).split(separator: "\n").map(String.init) }

        /// Runs commands in the namespace.
        ///
        /// - Parameters:
        ///   - responses: by `HOST TARGET`.
        ///   - swapsCertificates: whether the server presents the certificate of another host.
        private func run(
            _ commands: String, _ responses: [String: Response], swapsCertificates: Bool = false
        ) throws -> Sandbox.Outcome {
            let table = responses.mapValues { ["status": "\($0.status)", "body": $0.body] }
            let hosts = Fixture.all.map(\.host)
            let certificates = Dictionary(
                uniqueKeysWithValues: zip(hosts, swapsCertificates ? hosts.dropFirst() + hosts.prefix(1) : hosts[...]))
            let data = try JSONSerialization.data(withJSONObject: ["responses": table, "certificates": certificates])
            try data.write(to: URL(filePath: "\(box.work)/server.json"))
            try Self.server.write(toFile: "\(box.work)/server.py", atomically: true, encoding: .utf8)
            try hosts.map { "127.0.0.1 \($0)\n" }.joined().write(
                toFile: "\(box.work)/hosts", atomically: true, encoding: .utf8)
            return try box.shell(
                inNamespace: """
                    ip link set lo up
                    echo 'hosts: files' > nsswitch.conf
                    mount --bind nsswitch.conf /etc/nsswitch.conf
                    mount --bind hosts /etc/hosts
                    python3 server.py '\(authority.directory)' '\(log)' > ready 2> server.log &
                    server=$!
                    until [ -s ready ] || ! kill -0 $server; do sleep 0.02; done
                    \(commands)
                    status=$?
                    kill $server
                    exit $status
                    """, network: true)
        }

        /// Its arguments are the directory of the certificates and the log. It ends after a minute, even if the test is
        /// killed. A response has no date, so that the times in the fixtures do not matter.
        private static let server = """
            import json, os, socket, ssl, sys, threading
            threading.Timer(60, os._exit, [1]).start()
            directory, log = sys.argv[1:]
            table = json.load(open("server.json"))
            contexts = {}
            for host, other in table["certificates"].items():
                contexts[host] = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                contexts[host].load_cert_chain(f"{directory}/{other}.pem", f"{directory}/{other}.key")

            def choose(connection, name, _):
                if name not in contexts:
                    return ssl.ALERT_DESCRIPTION_UNRECOGNIZED_NAME
                connection.context = contexts[name]
                connection.name = name

            def serve(client):
                try:
                    client = context.wrap_socket(client, server_side=True)
                    head = b""
                    while b"\\r\\n\\r\\n" not in head:
                        head += client.recv(4096) or b"\\r\\n\\r\\n"
                    line, *headers = head.decode().split("\\r\\n")
                    host = next(text[6:] for text in headers if text.startswith("Host: "))
                    place = host + " " + line.split()[1]
                    with open(log, "a") as file:
                        print(client.name, place, file=file)
                    response = table["responses"].get(place, {"status": 404, "body": ""})
                    body = response["body"].encode()
                    head = f"HTTP/1.1 {response['status']} Status\\r\\nContent-Length: {len(body)}\\r\\n\\r\\n"
                    client.sendall(head.encode() + body)
                    client.close()
                except (OSError, IndexError, StopIteration) as error:
                    print(error, file=sys.stderr, flush=True)

            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.sni_callback = choose
            server = socket.create_server(("127.0.0.1", 443))
            print("ready", flush=True)
            while True:
                threading.Thread(target=serve, args=(server.accept()[0],), daemon=True).start()
            """
    }
}
