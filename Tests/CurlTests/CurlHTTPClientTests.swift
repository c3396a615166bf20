import BTCPriceCore
import Foundation
import Platform
import SampleValues
import StubExchange
import TestSupport
import Testing

@testable import BTCPriceNetworking
@testable import Curl

/// The client against a server on the loopback interface.
@Suite(.timeLimit(.minutes(5))) struct CurlHTTPClientTests {
    @Test func get_sendsPlainGETOfHTTP11WithHeaders() throws {
        let server = try StubExchange()
        let url = try BaseURL.checked(Array("HTTP://LOCALHOST:\(server.port)/here/".utf8))
        server.on("here", .respond(body: "x"))
        let fetch = get(url + "/path?a=b", headers: ["X-One: 1", "X-Two: 2"])
        #expect(fetch.result == "200 x")
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
        #expect(steps.map(\.name) == ["name 127.0.0.1", "connect", "first byte"], "\(steps)")
        let times = [.zero] + steps.map(\.end) + [fetch.transfer.total]
        #expect(times == times.sorted() && times[2] > .zero && times[3] >= .milliseconds(50), "\(times)")
    }

    private static let malformed = ["https://h:port", "https://h:99999", "https://[::1", "https://h\\x"]
    private static let notOfHTTP = [
        "file:///etc/passwd", "ftp://127.0.0.1:9/", "gopher://127.0.0.1:9/", "dict://127.0.0.1:9/",
    ]

    @Test(
        arguments: malformed.map { ($0, #"rejected("BTCQ_TEST_URL: not a valid URL")"#) }
            + notOfHTTP.map { ($0, #"invalidData("not HTTP")"#) })
    func get_whenURLIsMalformedOrNotOfHTTP_throws(_ url: String, _ result: String) {
        #expect(get(url).result == result)
    }

    /// libcurl rejects a text of more than 8,000,000 bytes.
    @Test(arguments: ["the user agent", "the certificate file"])
    func get_whenOptionIsRejected_sendsNothing(_ option: String) throws {
        let server = try StubExchange()
        let long = String(repeating: "x", count: 8_000_001)
        let environment = Environment(option == "the user agent" ? [:] : ["SSL_CERT_FILE": long])
        let fetch = get(server.url("ok"), environment, userAgent: option == "the user agent" ? long : "x")
        #expect(fetch.response == nil && server.connections == 0)
    }

    @Test(
        .withoutProxy,
        arguments: [("https://127.0.0.1:1", ["before", "trusting /etc/ca.pem"]), ("http://127.0.0.1:1", ["before"])])
    func get_whenItFails_notesCertificatesOfTLS(_ url: String, _ notes: [String]) {
        let variables = ["https_proxy": "http://user:S3CRET@127.0.0.1:1", "SSL_CERT_FILE": "/etc/ca.pem"]
        let fetch = get(url, Environment(variables))
        #expect(fetch.result == #"networkFailure("connection refused")"#)
        #expect(fetch.transfer.notes == notes && fetch.transfer.total > .zero)
    }

    /// Without a connection over IPv4, every address is tried.
    @Test func get_whenIPv4IsPreferred_connectsOverIt() throws {
        let server = try StubExchange()
        server.on("a", .respond(body: "x"))
        #expect(get("http://127.0.0.1:\(server.port)/a", prefersIPv4: true).result == "200 x")
        #expect(get("http://[::1]:1", prefersIPv4: true).result == get("http://[::1]:1").result)
    }

    /// The run's own deadline comes first. libcurl may be a millisecond early.
    @Test(arguments: [(200, 290), (-500, 0)])
    func get_whenTheServerIsSilent_endsTenthOfASecondAfterTheTimeLeft(_ timeLeft: Int, _ minimum: Int) throws {
        let server = try StubExchange(onConnect: [.holdOpen])
        let fetch = get(server.url("a")) { .milliseconds(timeLeft) }
        #expect(fetch.result.hasPrefix("timedOut(") && fetch.transfer.total >= .milliseconds(minimum), "\(fetch)")
    }

    @Test func get_whenTheTimeLeftIsYears_isNotLimited() throws {
        let server = try StubExchange()
        #expect(get(server.on("a", .respond(body: "x"))) { .seconds(3650 * 86_400) }.result == "200 x")
    }

    /// And once for the limit of the first connection.
    @Test func get_asksForTheTimeLeftInEachAttempt() {
        let count = Locked(0)
        _ = get("http://[::1]:1", prefersIPv4: true) {
            count.withLock { $0 += 1 }
            return .seconds(60)
        }
        #expect(count.withLock { $0 } == 3)
    }

    /// It may take half of the time left to connect, and longer to respond.
    @Test func get_whenItIsConnectedOverIPv4_isNotCutShort() throws {
        let server = try StubExchange()
        server.on("a", [Step].respond(body: "x").delayed(.milliseconds(1200)))
        let fetch = get("http://127.0.0.1:\(server.port)/a", prefersIPv4: true) { .seconds(2) }
        #expect(fetch.result == "200 x" && server.requests.count == 1)
    }

    @Test(.withoutProxy) func get_whenResponseIsNotTLS_suggestsCaptivePortal() throws {
        let portal = try StubExchange(onConnect: .raw("HTTP/1.1 200 OK\r\n\r\n<html>Log in</html>"))
        let fetch = get("https://127.0.0.1:\(portal.port)/")
        #expect(fetch.result == #"networkFailure("TLS handshake failed (captive portal?)")"#)
    }

    @Test(.withoutProxy) func get_whenCertificateFileIsMissing_namesIt() throws {
        let server = try StubExchange(onConnect: [.holdOpen])
        let fetch = get("https://127.0.0.1:\(server.port)/", Environment(["SSL_CERT_FILE": "/no/such.pem"]))
        #expect(fetch.result == #"networkFailure("cannot read certificates from /no/such.pem")"#)
    }

    private struct Fetch {
        var response: HTTPResponse?
        /// `200 x, retry after 7, 2025-10-27T19:56:39.000Z`, or the error.
        var result = ""
        var transfer = TransferDetails(notes: ["before"])
    }

    private func get(
        _ url: String, _ environment: Environment = Environment([:]), headers: [String] = [],
        prefersIPv4: Bool = false, userAgent: String = "btcq/test",
        timeLeft: @escaping @Sendable () -> Duration = { .seconds(60) }
    ) -> Fetch {
        let client = CurlHTTPClient(userAgent: userAgent, environment: environment, timeLeft: timeLeft)
        var fetch = Fetch()
        do throws(PriceLoadingError) {
            let request = HTTPRequest(
                url: url, headers: headers, urlVariable: "BTCQ_TEST_URL", prefersIPv4: prefersIPv4)
            let response = try client.get(request, &fetch.transfer)
            let retryAfter = String(decoding: response.head.retryAfter, as: UTF8.self)
            let end = response.head.isComplete ? nil : "incomplete"
            fetch.response = response
            fetch.result = [
                "\(response.status) \(String(decoding: response.body, as: UTF8.self))",
                retryAfter.isEmpty ? nil : "retry after \(retryAfter)", response.head.date?.iso8601Milliseconds, end,
            ].compactMap(\.self).joined(separator: ", ")
        } catch {
            fetch.result = "\(error)"
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
