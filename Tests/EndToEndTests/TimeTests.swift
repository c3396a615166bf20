import Foundation
import StubExchange
import Testing

extension EndToEnd {
    /// Whatever the network does, the process ends within 50 ms of its deadline.
    @Suite struct TimeTests {
        private static let slack = Duration.milliseconds(50) + Program.allowance
        private static let head = "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n"

        private static let faults: [(name: String, steps: [Step])] = [
            ("silent", [.holdOpen]),
            ("status line drips", [.drip(Array(head.utf8), every: .milliseconds(40))]),
            (
                "headers drip",
                [
                    .send(Array("HTTP/1.1 200 OK\r\nX: ".utf8)),
                    .drip(Array(repeating: 0x61, count: 100), every: .milliseconds(20)),
                ]
            ),
            (
                "body drips",
                [.send(Array(head.utf8)), .drip(Array(repeating: 0x20, count: 100), every: .milliseconds(20))]
            ),
            ("headers stall", [.send(Array("HTTP/1.1 200 OK\r\nX: y\r\n".utf8)), .holdOpen]),
            ("body stalls", [.send(Array((head + "{").utf8)), .holdOpen]),
            (
                "interim responses drip",
                [.drip(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), every: .milliseconds(20)), .holdOpen]
            ),
        ]

        @Test(arguments: faults.map(\.name), [true, false])
        func bothSourcesAtOnce_endAtTheDeadline(_ name: String, _ hasCache: Bool) throws {
            let box = try Sandbox()
            let url = box.exchange.on("fault", try #require(Self.faults.first { $0.name == name }).steps)
            box.environment["BTCQ_BINANCE_URL"] = url
            box.environment["BTCQ_COINBASE_URL"] = url
            try expectEndAtTheDeadline(box, hasCache: hasCache)
        }

        @Test func synWithoutAResponse_endsAtTheDeadline() throws {
            let box = try Sandbox()
            let full = try Listener(port: 0, backlog: 0)
            let waiting = try (0..<4).map { _ in try full.connectInVain() }
            defer { waiting.forEach { $0.close() } }
            box.environment["BTCQ_BINANCE_URL"] = "http://127.0.0.1:\(full.port)"
            box.environment["BTCQ_COINBASE_URL"] = "http://127.0.0.1:\(full.port)"
            try expectEndAtTheDeadline(box, hasCache: true)
        }

        @Test func stalledHandshake_endsAtTheDeadline() throws {
            let box = try Sandbox()
            for source in ["BINANCE", "COINBASE"] {
                box.environment["BTCQ_\(source)_URL"] = "https://127.0.0.1:\(box.exchange.port)"
            }
            try expectEndAtTheDeadline(box, hasCache: true)
        }

        @Test(arguments: ["headers", "body"])
        func withoutEnd_isCutAtTheCap(_ part: String) throws {
            let box = try Sandbox()
            let start = part == "body" ? "HTTP/1.1 200 OK\r\n\r\n" : "HTTP/1.1 200 OK\r\n"
            box.environment["BTCQ_BINANCE_URL"] = box.exchange.on(
                "endless", [.send(Array(start.utf8)), .repeatForever(Array("X: yyyyyyyyyyyyyyyyyyyyyyyyy\r\n".utf8))])
            let run = try box.run("-s", "binance")
            #expect(run.status == 1 && run.errors.contains("invalid data (too long)"), "\(run)")
            #expect(run.ownTime < .seconds(2) + Program.allowance, "\(run)")
        }

        /// In a network namespace, whose only name server is a socket that never responds.
        @Test(.enabled(if: Namespace.isAvailable, Namespace.comment))
        func silentNameServer_endsAtTheDeadline() throws {
            let box = try Sandbox()
            box.environment["BTCQ_BINANCE_URL"] = nil
            box.environment["BTCQ_COINBASE_URL"] = nil
            try box.cache(age: 300)
            let began = Date()
            let run = try box.shell(
                Namespace.command(
                    """
                    ip link set lo up
                    echo 'nameserver 127.0.0.1' > resolv.conf
                    echo 'hosts: dns' > nsswitch.conf
                    mount --bind resolv.conf "$(readlink -f /etc/resolv.conf)"
                    mount --bind nsswitch.conf /etc/nsswitch.conf
                    python3 -c 'import socket,time; s=socket.socket(socket.AF_INET,socket.SOCK_DGRAM); s.bind(("127.0.0.1",53)); print(1,flush=True); time.sleep(5)' > ready &
                    until [ -s ready ]; do sleep 0.02; done
                    date +%s.%N > start
                    exec btcq --max-time 400ms
                    """))
            let preparation =
                try #require(Double(box.contents("\(box.work)/start").dropLast())) - began.timeIntervalSince1970
            #expect(run.ownTime < .seconds(preparation) + .milliseconds(400) + Self.slack, "\(preparation) \(run)")
            #expect(run.status == 3, "\(run)")
            #expect(run.errors.contains(#/binance: no response in [\d.]+m?s; coinbase: no response in /#), "\(run)")
            #expect(try run.reports("binance", noResponseIn: .milliseconds(300) ... .milliseconds(490)), "\(run)")
        }

        private func expectEndAtTheDeadline(
            _ box: Sandbox, hasCache: Bool, sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            if hasCache { try box.cache(age: 300) }
            let bound = Duration.milliseconds(300) + Self.slack
            let run = try box.run("--timeout", "100ms", "--max-time", "300ms")
            #expect(run.status == (hasCache ? 3 : 1), "\(run)", sourceLocation: sourceLocation)
            #expect(run.output.isEmpty != hasCache, "\(run)", sourceLocation: sourceLocation)
            #expect(run.errors.split(separator: "\n").count == 1, "\(run)", sourceLocation: sourceLocation)
            #expect(run.elapsed >= .milliseconds(300), "\(run)", sourceLocation: sourceLocation)
            #expect(run.ownTime < bound, "\(run)", sourceLocation: sourceLocation)
        }
    }
}
