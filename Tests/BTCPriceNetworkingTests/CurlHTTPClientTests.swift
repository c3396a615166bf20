import BTCPriceCore
import Foundation
import StubExchange
import System
import Testing

@testable import BTCPriceNetworking

/// The client against a server on the loopback interface.
@Suite(.timeLimit(.minutes(1))) struct CurlHTTPClientTests {
    @Test func get_sendsPlainGETOfHTTP11WithHeaders() throws {
        let server = try StubExchange()
        _ = try get(server.on("here", .respond(body: "x")) + "/path?a=b", headers: ["X-One: 1", "X-Two: 2"])
        let request = try #require(server.requests.first)
        #expect(request.line == "GET /here/path?a=b HTTP/1.1")
        #expect(request.header("Host") == "127.0.0.1:\(server.port)")
        #expect(request.header("User-Agent") == "btcq/test")
        #expect(request.header("X-One") == "1" && request.header("X-Two") == "2")
        #expect(request.headers.count == 5, "\(request.headers)")
    }

    @Test func get_returnsStatusHeadAndBody() throws {
        let server = try StubExchange()
        let headers = ["Retry-After: 9", "Date: Mon, 27 Oct 2025 19:56:39 GMT"]
        let response = try get(server.on("a", .respond(202, headers: headers, body: "one\r\ntwo")))
        #expect(response.status == 202 && response.body == Array("one\r\ntwo".utf8))
        #expect(response.head.isComplete && response.head.retryAfter == Array("9".utf8))
        #expect(response.head.date == Timestamp(milliseconds: 1_761_594_999_000))
        #expect(response.transfer.notes.isEmpty)
    }

    @Test func get_returnsTimingsInOrder() throws {
        let server = try StubExchange()
        let slow = server.on("slow", [Step].respond(body: "x").delayed(.milliseconds(50)))
        let transfer = try get(slow).transfer
        #expect(transfer.nameLookup > .zero && transfer.nameLookup < transfer.connect)
        #expect(transfer.connect <= transfer.firstByte)
        #expect(transfer.firstByte >= .milliseconds(50) && transfer.firstByte <= transfer.total)
        #expect(transfer.tls == .zero)
    }

    @Test func get_whenBaseURLIsUpperCase_reachesLoopbackHost() throws {
        let server = try StubExchange()
        let url = try BaseURL.checked(Array("HTTP://LOCALHOST:\(server.port)/here/".utf8))
        server.on("here", .respond(body: "x"))
        #expect(try get(url + "/path").status == 200)
        #expect(server.requests.map(\.target) == ["/here/path"])
    }

    @Test func get_whenResponseIsInterim_waitsForFinalOne() throws {
        let server = try StubExchange()
        let interim = "HTTP/1.1 103 Early Hints\r\nRetry-After: 1\r\nDate: Mon, 27 Oct 2025 19:56:39 GMT\r\n\r\n"
        let response = try get(
            server.on("early", .raw(interim + "HTTP/1.1 429 Slow\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n")))
        #expect(response.status == 429 && response.head.retryAfter == Array("7".utf8) && response.head.date == nil)
        let bare = try get(server.on("bare", .raw(interim + "HTTP/1.1 429 Slow\r\nContent-Length: 0\r\n\r\n")))
        #expect(bare.status == 429 && bare.head.retryAfter.isEmpty && bare.head.date == nil)
        let success = try get(
            server.on("success", .raw(interim + interim + "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")))
        #expect(success.status == 200 && success.body == [0x78] && success.head.retryAfter.isEmpty)
    }

    @Test(arguments: ["HTTP/1.1 200 OK: y", "HTTP/1.1 100 Continue: y", "HTTP/2 451: y"])
    func get_whenHeaderLooksLikeStatusLine_ignoresIt(_ line: String) throws {
        let server = try StubExchange()
        for status in [200, 404, 429] {
            let response = try get(
                server.on("\(status)", .respond(status, headers: ["Retry-After: 7", line, "X: y"], body: "x")))
            #expect(response.status == status && response.head.retryAfter == Array("7".utf8), "\(status)")
        }
    }

    @Test(arguments: [
        "HTTP/1.1 451 No: y", "HTTP/1.1 100 Continue: y", "Retry-After: 99", "Date: Tue, 28 Oct 2025 19:56:39 GMT",
    ])
    func get_whenResponseHasTrailers_ignoresThem(_ trailer: String) throws {
        let server = try StubExchange()
        let head = "HTTP/1.1 200 OK\r\nRetry-After: 7\r\nTransfer-Encoding: chunked\r\n\r\n"
        let response = try get(server.on("chunked", .raw(head + "1\r\nx\r\n0\r\n\(trailer)\r\n\r\n")))
        #expect(response.status == 200 && response.body == [0x78])
        #expect(response.head.retryAfter == Array("7".utf8) && response.head.date == nil)
    }

    @Test(arguments: [418, 429, 451])
    func get_whenRateLimitedOrBlocked_doesNotWaitForBody(_ status: Int) throws {
        let server = try StubExchange()
        let clock = ContinuousClock()
        let start = clock.now
        let head = "HTTP/1.1 \(status) No\r\nRetry-After: 7\r\nContent-Length: 1000000\r\n\r\n"
        for (route, rest) in [
            ("cut", [Step]()), ("never", [.holdOpen]), ("endless", [.repeatForever(Array("x".utf8))]),
            ("reset", [.reset]),
        ] {
            let response = try get(server.on(route, .raw(head) + rest))
            #expect(response.status == status && response.head.retryAfter == Array("7".utf8), "\(route)")
        }
        #expect(clock.now - start < .seconds(10), "waited for the time limit")
    }

    @Test(arguments: [403, 500])
    func get_whenErrorBodyIsTooLong_returnsStatus(_ status: Int) throws {
        let server = try StubExchange()
        let body = String(repeating: "x", count: 100_000)
        #expect(try get(server.on("long", .respond(status, body: body))).status == status)
    }

    @Test func get_readsBodyUpTo64KiB() throws {
        let server = try StubExchange()
        let longest = [UInt8](repeating: 0x20, count: 64 << 10)
        #expect(try get(server.on("longest", .respond(body: longest))).body.count == 64 << 10)
        expect(.invalidResponse("too long")) { try get(server.on("longer", .respond(body: longest + [0x20]))) }
        expect(.invalidResponse("too long")) {
            try get(server.on("endless", .raw("HTTP/1.1 200 OK\r\n\r\n") + [.repeatForever(longest)]))
        }
    }

    @Test func get_readsHeadersUpTo16KiB() throws {
        let server = try StubExchange()
        func response(_ size: Int) -> [Step] {
            let (start, end) = ("HTTP/1.1 200 OK\r\nX: ", "\r\nContent-Length: 1\r\n\r\n")
            return .raw(start + String(repeating: "x", count: size - start.utf8.count - end.utf8.count) + end + "y")
        }
        #expect(try get(server.on("longest", response(16 << 10))).body == [0x79])
        expect(.invalidResponse("too long")) { try get(server.on("longer", response((16 << 10) + 1))) }
        expect(.invalidResponse("too long")) {
            try get(server.on("endless", .raw("HTTP/1.1 200 OK\r\n") + [.repeatForever(Array("X: y\r\n".utf8))]))
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func get_whenRedirected_doesNotFollow(_ status: Int) throws {
        let server = try StubExchange()
        let target = server.on("target", .respond(body: "moved"))
        let response = try get(server.on("from", .respond(status, headers: ["Location: \(target)"], body: "")))
        #expect(response.status == status)
        #expect(server.requests.map(\.route) == ["from"])
    }

    @Test func get_whenServerIsSilent_endsAtTimeLimit() throws {
        let server = try StubExchange()
        let clock = ContinuousClock()
        let start = clock.now
        expect(.timedOut) { try get(server.url("silent"), maxTime: .milliseconds(200)) }
        expect(.timedOut) { try get(server.url("drip"), maxTime: .milliseconds(200)) }
        #expect(clock.now - start >= .milliseconds(400))
    }

    /// For libcurl 0 is no limit, and more than 32 bits may become a short one.
    @Test func get_whenTimeLimitIsExtreme_appliesIt() throws {
        let server = try StubExchange()
        for limit: Duration in [.zero, .microseconds(1)] {
            expect(.timedOut) { try get(server.url("silent"), maxTime: limit) }
        }
        let slow = server.on("slow", [Step].respond(body: "x").delayed(.milliseconds(50)))
        #expect(try get(slow, maxTime: .milliseconds(Int64(1) << 32 + 1)).status == 200)
    }

    /// libcurl rejects a text of more than 8,000,000 bytes.
    @Test func get_whenOptionIsRejected_sendsNothing() throws {
        let server = try StubExchange()
        let rejected = HTTPError.Reason.network("A libcurl function was given a bad argument")
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: 8_000_001)
        let request = HTTPRequest(url: server.url("ok"), maxTime: .seconds(5))
        expect(rejected) {
            let name = String(decoding: long, as: UTF8.self)
            return try CurlHTTPClient(userAgent: name, environment: Environment([:])).get(request)
        }
        expect(rejected) {
            let environment = Environment { $0 == "SSL_CERT_FILE" ? long : nil }
            return try CurlHTTPClient(userAgent: "x", environment: environment).get(request)
        }
        #expect(server.connections == 0)
    }

    /// For the last one libcurl has a code of its own.
    @Test(arguments: [
        "SSH-2.0-OpenSSH_9.2\r\n", "68901.23\r\n", "ICY 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
    ])
    func get_whenResponseIsNotHTTP_throws(_ text: String) throws {
        let server = try StubExchange()
        expect(.invalidResponse("not HTTP")) { try get(server.on("other", .raw(text))) }
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1:9/", "gopher://127.0.0.1:9/", "dict://127.0.0.1:9/"])
    func get_whenSchemeIsNotHTTP_throws(_ url: String) {
        expect(.invalidResponse("not HTTP")) { try get(url) }
    }

    @Test func get_whenConnectionBreaks_saysWhen() throws {
        let server = try StubExchange()
        expect(.network("connection closed without a response")) { try get(server.on("nothing", [])) }
        expect(.network("connection closed in mid-response")) {
            try get(server.on("half", .raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx")))
        }
        expect(.network("connection reset")) { try get(server.url("reset")) }
    }

    @Test func get_whenNothingListens_throwsConnectionRefused() throws {
        let url = try { () throws in try StubExchange().url("gone") }()
        expect(.network("connection refused")) { try get(url) }
    }

    @Test func get_whenItFails_throwsWithTimings() throws {
        let server = try StubExchange()
        let error = #expect(throws: HTTPError.self) { try get(server.url("silent"), maxTime: .milliseconds(100)) }
        #expect(try #require(error).transfer.total >= .milliseconds(100))
    }

    @Test(.withoutProxy) func get_whenProxyVariableIsSet_namesItOnlyIfRequestFails() throws {
        let server = try StubExchange()
        let variables = ["SSL_CERT_FILE": "/etc/ca.pem", "https_proxy": "http://user:S3CRET@127.0.0.1:1"]
        let plain = try get(server.on("a", .respond(body: "x")), variables)
        #expect(plain.transfer.notes.isEmpty)
        // libcurl reads the variable from the process's environment, so it connects directly here.
        let error = #expect(throws: HTTPError.self) { try get("https://127.0.0.1:1", variables) }
        #expect(error?.reason == .network("connection refused (https_proxy=127.0.0.1:1)"))
        #expect(error?.transfer.notes == ["trusting /etc/ca.pem"])
    }

    @Test(.withoutProxy, arguments: ["no_proxy", "NO_PROXY"])
    func get_whenNoProxyIsSet_stillNamesProxyVariable(_ name: String) {
        expect(.network("connection refused (all_proxy=proxy:3128)")) {
            try get("https://127.0.0.1:1", ["all_proxy": "socks5://proxy:3128", name: "*"])
        }
    }

    @Test(.withoutProxy) func get_whenProxyCannotBeToldFromSecret_doesNotNameIt() {
        expect(.network("connection refused")) {
            try get("https://127.0.0.1:1", ["https_proxy": "http://user:S3CRET%40host:3128"])
        }
    }

    @Test func get_whenPlainLoopbackFails_doesNotNameProxyVariable() throws {
        let url = try { () throws in try StubExchange().url("gone") }()
        expect(.network("connection refused")) { try get(url, ["https_proxy": "http://127.0.0.1:1"]) }
    }

    @Test(.withoutProxy) func get_whenResponseIsNotTLS_suggestsCaptivePortal() throws {
        let portal = try StubExchange(onConnect: .raw("HTTP/1.1 200 OK\r\n\r\n<html>Log in</html>"))
        expect(.network("TLS handshake failed (captive portal?)")) { try get("https://127.0.0.1:\(portal.port)/") }
    }

    @Test(.withoutProxy) func get_whenCertificateFileIsMissing_namesIt() throws {
        let server = try StubExchange(onConnect: [.holdOpen])
        let missing = FileManager.default.temporaryDirectory.appending(path: "btcq-\(UUID().uuidString).pem").path
        expect(.network("cannot read certificates from \(missing)")) {
            try get("https://127.0.0.1:\(server.port)/", ["SSL_CERT_FILE": missing])
        }
    }

    private func get(
        _ url: String, _ variables: [String: String] = [:], headers: [String] = [], maxTime: Duration = .seconds(20)
    ) throws(HTTPError) -> HTTPResponse {
        try CurlHTTPClient(userAgent: "btcq/test", environment: Environment(variables))
            .get(HTTPRequest(url: url, headers: headers, maxTime: maxTime))
    }

    private func expect(
        _ reason: HTTPError.Reason, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () throws -> HTTPResponse
    ) {
        let error = #expect(throws: HTTPError.self, sourceLocation: sourceLocation) { try body() }
        #expect(error?.reason == reason, sourceLocation: sourceLocation)
    }
}

extension Trait where Self == ConditionTrait {
    /// libcurl reads the proxy variables of this process itself.
    fileprivate static var withoutProxy: Self {
        let proxies: Set = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
        return .disabled(
            if: !proxies.isDisjoint(with: ProcessInfo.processInfo.environment.keys), "a proxy is in the environment")
    }
}
