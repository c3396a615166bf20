import BTCPriceCore
import Foundation
import Platform
import StubExchange
import Testing

@testable import BTCPriceNetworking
@testable import Curl

/// The client against a server on the loopback interface.
@Suite(.timeLimit(.minutes(1))) struct CurlHTTPClientTests {
    @Test func get_sendsPlainGETOfHTTP11WithHeaders() throws {
        let server = try StubExchange()
        let url = try BaseURL.checked(Array("HTTP://LOCALHOST:\(server.port)/here/".utf8))
        server.on("here", .respond(body: "x"))
        let fetch = get(url + "/path?a=b", headers: ["X-One: 1", "X-Two: 2"])
        #expect(fetch.response?.body == Array("x".utf8), "\(fetch)")
        let request = try #require(server.requests.first)
        #expect(request.line == "GET /here/path?a=b HTTP/1.1")
        let expected = ["Host": "LOCALHOST:\(server.port)", "User-Agent": "btcq/test", "X-One": "1", "X-Two": "2"]
        for (name, value) in expected { #expect(request.header(name) == value) }
        #expect(request.headers.count == 5, "\(request.headers)")
    }

    @Test func get_reportsTimingsInOrder() throws {
        let server = try StubExchange()
        let fetch = get(server.on("slow", [Step].respond(body: "x").delayed(.milliseconds(50))))
        let steps = fetch.transfer.steps
        #expect(steps.map(\.name) == ["name", "connect", "first byte"], "\(steps)")
        let times = [.zero] + steps.map(\.end) + [fetch.transfer.total]
        #expect(times == times.sorted() && times[2] > .zero && times[3] >= .milliseconds(50), "\(times)")
    }

    /// The body is `x` and `Retry-After` is 7, whatever other lines look like.
    @Test(
        arguments: [
            (["HTTP/1.1 202 OK", "Retry-After: 7", "Content-Length: 1"], 202, nil),
            (["HTTP/1.1 200 OK", "Date: Mon, 27 Oct 2025 19:56:39 GMT", "Retry-After: 7"], 200, 1_761_594_999),
            (["HTTP/1.1 404 No", "HTTP/1.1 200 OK: y", "Retry-After: 7"], 404, nil),
            (["HTTP/1.1 503 No", "Retry-After: 7", "HTTP/1.1 100 Continue: y", "X: y"], 503, nil),
            (["HTTP/1.1 200 OK", "HTTP/2 451: y", "Retry-After: 7"], 200, nil),
        ] as [([String], Int, Int64?)], [0, 1, 2])
    func get_whenThereAreInterimResponses_returnsFinalStatusHeadAndBody(
        _ response: (head: [String], status: Int, seconds: Int64?), _ interimResponses: Int
    ) throws {
        let server = try StubExchange()
        let interim = ["HTTP/1.1 103 Early Hints", "Retry-After: 1", "Date: Tue, 28 Oct 2025 19:56:39 GMT", ""]
        let lines = (0..<interimResponses).flatMap { _ in interim } + response.head + ["", "x"]
        let fetch = get(server.on("a", .raw(lines.joined(separator: "\r\n"))))
        #expect(fetch.response?.status == response.status && fetch.response?.body == Array("x".utf8), "\(fetch)")
        let head = fetch.response?.head
        #expect(head?.isComplete == true && head?.retryAfter == Array("7".utf8), "\(fetch)")
        #expect(head?.date == response.seconds.map { Timestamp(milliseconds: $0 * 1000) }, "\(fetch)")
    }

    @Test(arguments: [
        "HTTP/1.1 451 No: y", "HTTP/1.1 100 Continue: y", "Retry-After: 99", "Date: Tue, 28 Oct 2025 19:56:39 GMT",
    ])
    func get_whenResponseHasTrailers_ignoresThem(_ trailer: String) throws {
        let server = try StubExchange()
        let head = "HTTP/1.1 200 OK\r\nRetry-After: 7\r\nTransfer-Encoding: chunked\r\n\r\n"
        let fetch = get(server.on("chunked", .raw(head + "1\r\nx\r\n0\r\n\(trailer)\r\n\r\n")))
        #expect(fetch.response?.status == 200 && fetch.response?.body == Array("x".utf8), "\(fetch)")
        let finalHead = fetch.response?.head
        #expect(finalHead?.retryAfter == Array("7".utf8) && finalHead?.date == nil, "\(fetch)")
    }

    @Test(
        arguments: [418, 429, 451], [[], [.holdOpen], [.repeatForever(Array("x".utf8))], [.reset]] as [[Step]])
    func get_whenRateLimitedOrBlocked_doesNotWaitForBody(_ status: Int, _ body: [Step]) throws {
        let server = try StubExchange()
        let head = "HTTP/1.1 \(status) No\r\nRetry-After: 7\r\nContent-Length: 1000000\r\n\r\n"
        let fetch = get(server.on("a", .raw(head) + body))
        #expect(fetch.response?.status == status && fetch.response?.head.retryAfter == Array("7".utf8), "\(fetch)")
        #expect(fetch.transfer.total < .seconds(30), "waits for the body")
    }

    @Test(arguments: [301, 302, 307, 308, 403, 500])
    func get_whenStatusIsNotASuccess_returnsItWithoutFollowing(_ status: Int) throws {
        let server = try StubExchange()
        let target = server.on("target", .respond(body: "moved"))
        let tooLong = String(repeating: "x", count: 100_000)
        let fetch = get(server.on("from", .respond(status, headers: ["Location: \(target)"], body: tooLong)))
        #expect(fetch.response?.status == status, "\(fetch)")
        #expect(server.requests.map(\.route) == ["from"])
    }

    @Test(arguments: [(0, true), (1, false)])
    func get_whenBodyIsLongerThan64KiBOrHeadersThan16KiB_throws(_ excess: Int, _ isAllowed: Bool) throws {
        let server = try StubExchange()
        let longest = String(repeating: " ", count: (64 << 10) + excess)
        let (start, end) = ("HTTP/1.1 200 OK\r\nX: ", "\r\nContent-Length: 1\r\n\r\n")
        let padding = String(repeating: "x", count: (16 << 10) + excess - start.utf8.count - end.utf8.count)
        for steps: [Step] in [.respond(body: longest), .raw(start + padding + end + "y")] {
            let fetch = get(server.on("a", steps))
            #expect(fetch.error == (isAllowed ? nil : .invalidData("too long")))
            #expect([nil, 1, 64 << 10].contains(fetch.response?.body.count))
        }
    }

    /// Whatever ends the transfer, and for the codes that libcurl has of its own.
    @Test(
        arguments: [
            ([], .networkFailure("connection closed without a response")),
            (
                .raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx"),
                .networkFailure("connection closed in mid-response")
            ),
            ([.reset], .networkFailure("connection reset")),
            (.raw("HTTP/1.1 200 OK\r\n\r\n") + [.repeatForever(Array("x".utf8))], .invalidData("too long")),
            (.raw("HTTP/1.1 200 OK\r\n") + [.repeatForever(Array("X: y\r\n".utf8))], .invalidData("too long")),
            (.raw("SSH-2.0-OpenSSH_9.2\r\n"), .invalidData("not HTTP")),
            (.raw("68901.23\r\n"), .invalidData("not HTTP")), (.raw("ICY 200 OK\r\n\r\n"), .invalidData("not HTTP")),
            (.raw("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n"), .invalidData("not HTTP")),
            (.raw("HTTP/1.1 200 OK\r\nno header\r\n\r\nx"), .invalidData("not HTTP")),
            (
                .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nno trailer\r\n\r\n"),
                .invalidData("not HTTP")
            ),
        ] as [([Step], PriceLoadingError)])
    func get_whenResponseIsIncompleteOrInvalid_throwsReason(_ steps: [Step], _ error: PriceLoadingError) throws {
        let server = try StubExchange()
        #expect(get(server.on("a", steps)).error == error)
    }

    @Test(arguments: ["https://h:port", "https://h:99999", "https://[::1", "https://h\\x"])
    func get_whenURLIsMalformed_namesItsVariable(_ url: String) {
        #expect(get(url).error == .rejected("BTCQ_TEST_URL: not a valid URL"))
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1:9/", "gopher://127.0.0.1:9/", "dict://127.0.0.1:9/"])
    func get_whenSchemeIsNotHTTP_throws(_ url: String) {
        #expect(get(url).error == .invalidData("not HTTP"))
    }

    /// libcurl rejects a text of more than 8,000,000 bytes.
    @Test(arguments: [true, false])
    func get_whenOptionIsRejected_sendsNothing(_ isUserAgent: Bool) throws {
        let server = try StubExchange()
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: 8_000_001)
        let userAgent = isUserAgent ? String(decoding: long, as: UTF8.self) : "x"
        let environment = Environment { !isUserAgent && $0 == "SSL_CERT_FILE" ? long : nil }
        let fetch = get(server.url("ok"), environment, userAgent: userAgent)
        #expect(fetch.error != nil && server.connections == 0)
    }

    @Test(.withoutProxy) func get_whenItFails_notesCertificatesOfTLS() {
        let environment = Environment(["https_proxy": "http://user:S3CRET@127.0.0.1:1", "SSL_CERT_FILE": "/etc/ca.pem"])
        for (url, notes) in [("https://127.0.0.1:1", ["trusting /etc/ca.pem"]), ("http://127.0.0.1:1", [])] {
            let fetch = get(url, environment)
            #expect(fetch.error == .networkFailure("connection refused"))
            #expect(fetch.transfer.notes == ["before"] + notes && fetch.transfer.total > .zero)
        }
    }

    /// Without a connection over IPv4, every address is tried.
    @Test func get_whenIPv4IsPreferred_connectsOverIt() throws {
        let server = try StubExchange()
        server.on("a", .respond(body: "x"))
        #expect(get("http://127.0.0.1:\(server.port)/a", prefersIPv4: true).response?.status == 200)
        #expect(get("http://[::1]:1", prefersIPv4: true).error == get("http://[::1]:1").error)
    }

    @Test(.withoutProxy) func get_whenResponseIsNotTLS_suggestsCaptivePortal() throws {
        let portal = try StubExchange(onConnect: .raw("HTTP/1.1 200 OK\r\n\r\n<html>Log in</html>"))
        let error = get("https://127.0.0.1:\(portal.port)/").error
        #expect(error == .networkFailure("TLS handshake failed (captive portal?)"))
    }

    @Test(.withoutProxy) func get_whenCertificateFileIsMissing_namesIt() throws {
        let server = try StubExchange(onConnect: [.holdOpen])
        let missing = FileManager.default.temporaryDirectory.appending(path: "btcq-\(UUID().uuidString).pem").path
        let error = get("https://127.0.0.1:\(server.port)/", Environment(["SSL_CERT_FILE": missing])).error
        #expect(error == .networkFailure("cannot read certificates from \(missing)"))
    }

    private struct Fetch {
        var response: HTTPResponse?
        var error: PriceLoadingError?
        var transfer = TransferDetails(notes: ["before"])
    }

    private func get(
        _ url: String, _ environment: Environment = Environment([:]), headers: [String] = [],
        prefersIPv4: Bool = false, userAgent: String = "btcq/test"
    ) -> Fetch {
        let client = CurlHTTPClient(userAgent: userAgent, environment: environment)
        var fetch = Fetch()
        do throws(PriceLoadingError) {
            let request = HTTPRequest(
                url: url, headers: headers, urlVariable: "BTCQ_TEST_URL", prefersIPv4: prefersIPv4)
            fetch.response = try client.get(request, &fetch.transfer)
        } catch {
            fetch.error = error
        }
        return fetch
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

extension Environment {
    init(_ variables: [String: String]) {
        self.init { name in variables[name].map { Array($0.utf8) } }
    }
}
