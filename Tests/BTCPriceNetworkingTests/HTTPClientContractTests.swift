import BTCPriceCore
import Curl
import Platform
import StubExchange
import TestSupport
import Testing

@testable import BTCPriceNetworking

/// What every `HTTPClient` promises: that of the program, and the double of these tests.
@Suite(.timeLimit(.minutes(1))) struct HTTPClientContractTests {
    enum Client: CaseIterable { case curl, double }

    private static let headers = ["Location: /ok", "Retry-After: 7", "Age: 8", "Date: Mon, 27 Oct 2025 19:56:39 GMT"]

    /// Nil: there is no response.
    @Test(arguments: Client.allCases, [nil, 200, 301, 403, 404, 418, 429, 451, 500])
    func get_returnsResponseWhateverItsStatusAndReportsTransfer(_ client: Client, _ status: Int?) throws {
        let server = try StubExchange()
        let steps = status.map { [Step].respond($0, headers: Self.headers, body: "x") }
        let request = HTTPRequest(url: server.on("a", steps ?? []), urlVariable: "BTCQ_TEST_URL")
        let expected: Result<HTTPResponse, PriceLoadingError> =
            status.map { .success(HTTPResponse(status: $0, body: Array("x".utf8), head: ResponseHead(Self.headers))) }
            ?? .failure(.networkFailure("connection closed without a response"))
        let client: any HTTPClient =
            switch client {
            case .curl: CurlHTTPClient(userAgent: "btcq/test", environment: Environment([:]))
            case .double: HTTPClientDouble(expected)
            }
        var transfer = TransferDetails(notes: ["before"])
        let result = Result { () throws(PriceLoadingError) in try client.get(request, &transfer) }
        #expect(result.map(\.status) == expected.map(\.status) && result.map(\.head) == expected.map(\.head))
        let body = try? String(decoding: result.get().body, as: UTF8.self)
        #expect(body == status.map { _ in "x" } || status.map(HTTPStatus.isDecidedByHead) == true)
        #expect(transfer.total > .zero && transfer.notes.first == "before", "\(transfer)")
    }
}

/// Returns the same result for every request, and stores the requests.
final class HTTPClientDouble: HTTPClient {
    private let result: Result<HTTPResponse, PriceLoadingError>
    private let received = Locked<[HTTPRequest]>([])

    init(_ result: Result<HTTPResponse, PriceLoadingError>) {
        self.result = result
    }

    var requests: [HTTPRequest] { received.withLock { $0 } }

    func get(_ request: HTTPRequest, _ transfer: inout TransferDetails) throws(PriceLoadingError) -> HTTPResponse {
        received.withLock { $0.append(request) }
        transfer.total = .milliseconds(1)
        transfer.notes.append("of the client")
        return try result.get()
    }
}
