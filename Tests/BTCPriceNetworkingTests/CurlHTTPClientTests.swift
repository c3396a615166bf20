import BTCPriceCore
import Foundation
import StubExchange
import Testing

@testable import BTCPriceNetworking

/// The live client against a server on the loopback interface.
@Suite(.timeLimit(.minutes(1))) struct CurlHTTPClientTests {
    @Test func request_isAPlainGETOfHTTP11WithTheHeadersGiven() throws {
        let server = try StubExchange()
        _ = try get(server.on("here", .answer(body: "x")) + "/path?a=b", headers: ["X-One: 1", "X-Two: 2"])
        let request = try #require(server.requests.first)
        #expect(request.line == "GET /here/path?a=b HTTP/1.1")
        #expect(request.header("Host") == "127.0.0.1:\(server.port)")
        #expect(request.header("User-Agent") == "btcq/test")
        #expect(request.header("X-One") == "1" && request.header("X-Two") == "2")
        #expect(request.headers.count == 5, "\(request.headers)")
    }

    @Test func answer_isReadWhole() throws {
        let server = try StubExchange()
        let headers = ["Retry-After: 9", "Date: Mon, 27 Oct 2025 19:56:39 GMT"]
        let response = try get(server.on("a", .answer(202, headers: headers, body: "one\r\ntwo")))
        #expect(response.status == 202 && response.body == Array("one\r\ntwo".utf8))
        #expect(response.retryAfter == .seconds(9))
        #expect(response.date == Timestamp(milliseconds: 1_761_594_999_000))
        #expect(response.details.route.isEmpty)
    }

    @Test func timings_followEachOther() throws {
        let server = try StubExchange()
        let slow = server.on("slow", [Step].answer(body: "x").delayed(.milliseconds(50)))
        let timings = try #require(try get(slow).details.timings)
        #expect(timings.nameLookup > .zero && timings.nameLookup < timings.connect)
        #expect(timings.connect <= timings.firstByte)
        #expect(timings.firstByte >= .milliseconds(50) && timings.firstByte <= timings.total)
        #expect(timings.tls == .zero)
    }

    @Test func interimAnswer_isNotTheFinalOne() throws {
        let server = try StubExchange()
        let interim = "HTTP/1.1 103 Early Hints\r\nRetry-After: 1\r\n\r\n"
        let response = try get(
            server.on("early", .raw(interim + "HTTP/1.1 429 Slow\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n")))
        #expect(response.status == 429 && response.retryAfter == .seconds(7))
        let bare = try get(server.on("bare", .raw(interim + "HTTP/1.1 429 Slow\r\nContent-Length: 0\r\n\r\n")))
        #expect(bare.status == 429 && bare.retryAfter == nil)
    }

    @Test(arguments: [418, 429, 451])
    func limitOrRefusal_isThereAtOnceWhateverBecomesOfTheBody(_ status: Int) throws {
        let server = try StubExchange()
        let clock = ContinuousClock()
        let start = clock.now
        let head = "HTTP/1.1 \(status) No\r\nRetry-After: 7\r\nContent-Length: 1000000\r\n\r\n"
        for (route, rest) in [
            ("cut", [Step]()), ("never", [.holdOpen]), ("endless", [.repeatForever(Array("x".utf8))]),
            ("reset", [.reset]),
        ] {
            let response = try get(server.on(route, .raw(head) + rest))
            #expect(response.status == status && response.retryAfter == .seconds(7), "\(route)")
        }
        #expect(clock.now - start < .seconds(10), "waited for the time limit")
    }

    @Test(arguments: [403, 500])
    func otherFailure_isToldByItsStatusEvenIfItsBodyIsTooLong(_ status: Int) throws {
        let server = try StubExchange()
        let body = String(repeating: "x", count: 100_000)
        #expect(try get(server.on("long", .answer(status, body: body))).status == status)
    }

    @Test func body_isReadUpTo64KiB() throws {
        let server = try StubExchange()
        let longest = [UInt8](repeating: 0x20, count: 64 << 10)
        #expect(try get(server.on("longest", .answer(body: longest))).body.count == 64 << 10)
        expect(.invalidResponse("too long")) { try get(server.on("longer", .answer(body: longest + [0x20]))) }
        expect(.invalidResponse("too long")) {
            try get(server.on("endless", .raw("HTTP/1.1 200 OK\r\n\r\n") + [.repeatForever(longest)]))
        }
    }

    @Test func headers_areReadUpTo16KiB() throws {
        let server = try StubExchange()
        func answer(_ size: Int) -> [Step] {
            let (start, end) = ("HTTP/1.1 200 OK\r\nX: ", "\r\nContent-Length: 1\r\n\r\n")
            return .raw(start + String(repeating: "x", count: size - start.utf8.count - end.utf8.count) + end + "y")
        }
        #expect(try get(server.on("longest", answer(16 << 10))).body == [0x79])
        expect(.invalidResponse("too long")) { try get(server.on("longer", answer((16 << 10) + 1))) }
        expect(.invalidResponse("too long")) {
            try get(server.on("endless", .raw("HTTP/1.1 200 OK\r\n") + [.repeatForever(Array("X: y\r\n".utf8))]))
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func redirect_isAnAnswerAndNotFollowed(_ status: Int) throws {
        let server = try StubExchange()
        let target = server.on("target", .answer(body: "moved"))
        let response = try get(server.on("from", .answer(status, headers: ["Location: \(target)"], body: "")))
        #expect(response.status == status)
        #expect(server.requests.map(\.route) == ["from"])
    }

    @Test func silence_endsAtTheTimeLimit() throws {
        let server = try StubExchange()
        let clock = ContinuousClock()
        let start = clock.now
        expect(.timedOut) { try get(server.url("silent"), timeLimit: .milliseconds(200)) }
        expect(.timedOut) { try get(server.url("drip"), timeLimit: .milliseconds(200)) }
        #expect(clock.now - start >= .milliseconds(400))
    }

    /// 0 would be no limit to libcurl, and more than 32 bits a short one to some.
    @Test func timeLimit_mayBeTheShortestAndTheLongest() throws {
        let server = try StubExchange()
        for limit: Duration in [.zero, .microseconds(1)] {
            expect(.timedOut) { try get(server.url("silent"), timeLimit: limit) }
        }
        let slow = server.on("slow", [Step].answer(body: "x").delayed(.milliseconds(50)))
        #expect(try get(slow, timeLimit: .milliseconds(Int64(1) << 32 + 1)).status == 200)
    }

    /// libcurl takes no text of more than 8,000,000 bytes.
    @Test func optionThatLibcurlRefuses_sendsNothing() throws {
        let server = try StubExchange()
        let refused = HTTPError.Reason.network("A libcurl function was given a bad argument")
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: 8_000_001)
        let named = CurlHTTPClient(userAgent: String(decoding: long, as: UTF8.self)) { _ in nil }
        expect(refused) { try named.get(HTTPRequest(url: server.url("ok"), timeLimit: .seconds(5))) }
        let trusting = CurlHTTPClient(userAgent: "x") { $0 == "SSL_CERT_FILE" ? long : nil }
        expect(refused) { try trusting.get(HTTPRequest(url: server.url("ok"), timeLimit: .seconds(5))) }
        #expect(server.connections == 0)
    }

    /// The last one is a code of its own of libcurl's.
    @Test(arguments: [
        "SSH-2.0-OpenSSH_9.2\r\n", "68901.23\r\n", "ICY 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
    ])
    func otherProtocol_isNotHTTP(_ text: String) throws {
        let server = try StubExchange()
        expect(.invalidResponse("not HTTP")) { try get(server.on("other", .raw(text))) }
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1:9/", "gopher://127.0.0.1:9/", "dict://127.0.0.1:9/"])
    func otherScheme_isNotAsked(_ url: String) {
        expect(.invalidResponse("not HTTP")) { try get(url) }
    }

    @Test func brokenConnection_isToldApart() throws {
        let server = try StubExchange()
        expect(.network("connection closed without an answer")) { try get(server.on("nothing", [])) }
        expect(.network("connection closed in mid-answer")) {
            try get(server.on("half", .raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx")))
        }
        expect(.network("connection reset")) { try get(server.url("reset")) }
    }

    @Test func portThatNobodyListensAt_refuses() throws {
        let url = try { () throws in try StubExchange().url("gone") }()
        expect(.network("connection refused")) { try get(url) }
    }

    @Test func failure_hasItsTimingsToo() throws {
        let server = try StubExchange()
        do {
            _ = try get(server.url("silent"), timeLimit: .milliseconds(100))
            Issue.record("an answer out of silence")
        } catch let failure as HTTPError {
            #expect(try #require(failure.details.timings).total >= .milliseconds(100))
        }
    }

    @Test(.goingStraight) func trustedFileAndProxy_areNamedWhereTheyAreTaken() throws {
        let server = try StubExchange()
        let environment = ["SSL_CERT_FILE": "/etc/ca.pem", "https_proxy": "http://user:secret@127.0.0.1:1"]
        let client = CurlHTTPClient(userAgent: "x") { environment[$0].map { Array($0.utf8) } }
        let plain = try client.get(HTTPRequest(url: server.on("a", .answer(body: "x")), timeLimit: .seconds(5)))
        #expect(plain.details.route.isEmpty)
        do {
            _ = try client.get(HTTPRequest(url: "https://127.0.0.1:1", timeLimit: .seconds(5)))
            Issue.record("an answer where nobody listens")
        } catch {
            #expect(error.reason == .network("via proxy 127.0.0.1:1: connection refused"))
            #expect(error.details.route == ["via proxy 127.0.0.1:1", "trusting /etc/ca.pem"])
        }
    }

    @Test(.goingStraight) func answerInTheClearWhereTLSIsDue_mayBeACaptivePortals() throws {
        let portal = try StubExchange(unasked: .raw("HTTP/1.1 200 OK\r\n\r\n<html>Log in</html>"))
        expect(.network("TLS handshake failed (captive portal?)")) { try get("https://127.0.0.1:\(portal.port)/") }
    }

    @Test(.goingStraight) func fileOfCertificatesThatIsNotThere_isNamed() throws {
        let server = try StubExchange(unasked: [.holdOpen])
        let missing = FileManager.default.temporaryDirectory.appending(path: "btcq-\(UUID().uuidString).pem").path
        let client = CurlHTTPClient(userAgent: "x") { $0 == "SSL_CERT_FILE" ? Array(missing.utf8) : nil }
        expect(.network("no certificates to be read in \(missing)")) {
            try client.get(HTTPRequest(url: "https://127.0.0.1:\(server.port)/", timeLimit: .seconds(10)))
        }
    }

    private func get(
        _ url: String, headers: [String] = [], timeLimit: Duration = .seconds(20)
    ) throws -> HTTPResponse {
        try CurlHTTPClient(userAgent: "btcq/test", environment: { _ in nil })
            .get(HTTPRequest(url: url, headers: headers, timeLimit: timeLimit))
    }

    private func expect(
        _ reason: HTTPError.Reason, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () throws -> HTTPResponse
    ) {
        #expect(sourceLocation: sourceLocation) {
            try body()
        } throws: { error in
            (error as? HTTPError)?.reason == reason
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// libcurl itself takes the proxy of this process's environment, whatever the client is told.
    fileprivate static var goingStraight: Self {
        let proxies: Set = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
        return .disabled(
            if: !proxies.isDisjoint(with: ProcessInfo.processInfo.environment.keys), "a proxy is in the environment")
    }
}
