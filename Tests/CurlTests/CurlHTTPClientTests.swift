import BTCPriceCore
import BTCPriceNetworking
import Platform
import SampleValues
import StubExchange
import TestSupport
import Testing

@testable import Curl

/// How long the client takes at most. What it makes of responses is tested with the program.
@Suite(.timeLimit(.minutes(5))) struct CurlHTTPClientTests {
    /// The run's own deadline comes first. libcurl may be a millisecond early.
    @Test(arguments: [(200, 290), (-500, 0)])
    func get_whenTheServerIsSilent_endsTenthOfASecondAfterTheTimeLeft(_ timeLeft: Int, _ minimum: Int) throws {
        let server = try StubExchange(onConnect: [.holdOpen])
        let (result, transfer) = get(server.url("a")) { .milliseconds(timeLeft) }
        let isTimeout = if case .failure(.timedOut) = result { true } else { false }
        #expect(isTimeout && transfer.total >= .milliseconds(minimum), "\(result) \(transfer)")
    }

    /// And once for the limit of the first connection.
    @Test func get_asksForTheTimeLeftInEachAttempt() {
        let count = Locked(0)
        _ = get("http://[::1]:1") {
            count.withLock { $0 += 1 }
            return .seconds(60)
        }
        #expect(count.withLock { $0 } == 3)
    }

    /// It may take half of the time left to connect, and longer to respond.
    @Test func get_whenItIsConnectedOverIPv4_isNotCutShort() throws {
        let server = try StubExchange()
        server.on("a", [Step].respond(body: "x").delayed(.milliseconds(1200)))
        let (result, _) = get(server.url("a")) { .seconds(2) }
        #expect(try result.get().status == 200 && server.requests.count == 1)
    }

    /// Over IPv4 first.
    private func get(
        _ url: String, timeLeft: @escaping @Sendable () -> Duration
    ) -> (Result<HTTPResponse, PriceLoadingError>, TransferDetails) {
        let client = CurlHTTPClient(userAgent: "btcq/test", environment: Environment([:]), timeLeft: timeLeft)
        var transfer = TransferDetails()
        let request = HTTPRequest(url: url, urlVariable: "BTCQ_TEST_URL", prefersIPv4: true)
        return (Result { () throws(PriceLoadingError) in try client.get(request, &transfer) }, transfer)
    }
}
