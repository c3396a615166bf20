import BTCPriceCore
import Platform
import StubExchange
import TestSupport
import Testing

@testable import BTCPriceNetworking
@testable import BTCPriceNetworking

/// The time limits that libcurl is given.
@Suite(.timeLimit(.minutes(5))) struct CurlHTTPClientTests {
    /// The run's own deadline comes first. libcurl may be a millisecond early. Without a limit, the server ends the request.
    @Test(arguments: [(200, 290), (-500, 0)])
    func get_whenTheServerIsSilent_endsSoonAfterTheTimeLeft(_ timeLeft: Int, _ minimum: Int) throws {
        let server = try StubExchange()
        server.on("a", [.wait(.seconds(30))])
        var transfer = TransferDetails()
        let error = #expect(throws: PriceLoadingError.self) {
            _ = try get(server.url("a"), &transfer) { .milliseconds(timeLeft) }
        }
        #expect(error?.isWithoutResponse == true, "\(transfer)")
        #expect(transfer.total >= .milliseconds(minimum) && transfer.total < .seconds(30), "\(transfer)")
    }

    @Test func get_whenItTriesAgain_countsTimesFromItsFirstAttempt() {
        var transfer = TransferDetails()
        #expect(throws: PriceLoadingError.networkFailure("connection refused")) {
            try get("http://[::1]:1", prefersIPv4: true, &transfer) {
                // Two times before the first attempt, and one before the second.
                usleep(100_000)
                return .seconds(60)
            }
        }
        let ends = transfer.steps.map(\.end)
        #expect(!ends.isEmpty && ends.allSatisfy { $0 >= .milliseconds(300) }, "\(transfer)")
    }

    /// It may take half of the time left to connect, and longer to respond.
    @Test func get_whenItIsConnectedOverIPv4_isNotCutShort() throws {
        let server = try StubExchange()
        server.on("a", [Step].respond(body: "x").delayed(.milliseconds(1200)))
        var transfer = TransferDetails()
        let response = try get("http://127.0.0.1:\(server.port)/a", prefersIPv4: true, &transfer) { .seconds(2) }
        #expect(response.status == 200 && server.requests.count == 1)
    }

    private func get(
        _ url: String, prefersIPv4: Bool = false, _ transfer: inout TransferDetails,
        timeLeft: @escaping @Sendable () -> Duration
    ) throws(PriceLoadingError) -> HTTPResponse {
        let client = CurlHTTPClient(userAgent: "btcq/test", environment: Environment([:]), timeLeft: timeLeft)
        let request = HTTPRequest(url: url, headers: [], urlVariable: "BTCQ_TEST_URL", prefersIPv4: prefersIPv4)
        return try client.get(request, &transfer)
    }
}
