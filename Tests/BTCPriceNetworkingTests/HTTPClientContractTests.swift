import BTCPriceCore
import Platform
import SampleValues
import StubExchange
import TestSupport
import Testing

@testable import BTCPriceNetworking

/// What every `HTTPClient` promises: that of the program, and the double of these tests.
@Suite(.timeLimit(.minutes(5))) struct HTTPClientContractTests {
    enum Client: CaseIterable { case curl, double }

    @Test(arguments: Client.allCases, [200, 301, 403, 404, 418, 429, 451, 500])
    func get_whenThereIsAResponse_returnsItWhateverItsStatus(_ client: Client, _ status: Int) throws {
        let headers = ["Location: /ok", "Retry-After: 7", "Age: 8", "Date: Mon, 27 Oct 2025 19:56:39 GMT"]
        let response = HTTPResponse(status: status, body: Array("x".utf8), head: ResponseHead(headers))
        let (result, transfer) = try get(client, .success(response), .respond(status, headers: headers, body: "x"))
        let received = try result.get()
        #expect(received.status == status && received.head == response.head)
        // A transfer may end after the headers of a rate limit, or of a block that is certain.
        #expect(received.body == response.body || [418, 429, 451].contains(status))
        #expect(transfer.total > .zero && transfer.notes.first == "before", "\(transfer)")
    }

    @Test(arguments: Client.allCases)
    func get_whenThereIsNoResponse_throwsAndReportsTheTransfer(_ client: Client) throws {
        let error = PriceLoadingError.networkFailure("connection closed without a response")
        let (result, transfer) = try get(client, .failure(error), [])
        #expect(result == .failure(error))
        #expect(transfer.total > .zero && transfer.notes.first == "before", "\(transfer)")
    }

    /// - Parameter steps: those of a server that leads to the same result.
    private func get(
        _ client: Client, _ result: Result<HTTPResponse, PriceLoadingError>, _ steps: [Step]
    ) throws -> (Result<HTTPResponse, PriceLoadingError>, TransferDetails) {
        let server = try StubExchange()
        let request = HTTPRequest(url: server.on("a", steps), urlVariable: "BTCQ_TEST_URL")
        let client: any HTTPClient =
            switch client {
            case .curl: CurlHTTPClient(userAgent: "btcq/test", environment: Environment([:])) { .seconds(60) }
            case .double: HTTPClientDouble(result)
            }
        var transfer = TransferDetails(notes: ["before"])
        let received = Result { () throws(PriceLoadingError) in try client.get(request, &transfer) }
        return (received, transfer)
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
