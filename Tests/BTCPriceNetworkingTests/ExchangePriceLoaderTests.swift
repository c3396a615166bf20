import BTCPriceCore
import StubExchange
import System
import TestSupport
import Testing

@testable import BTCPriceNetworking

@Suite struct ExchangePriceLoaderTests {
    @Test(arguments: SourceCase.all)
    func load_requestsPairOnceAtBaseURLOfSource(_ source: SourceCase) throws {
        let client = ClientSpy(.failure(HTTPError(reason: .timedOut)))
        _ = try loader(source, client).load()
        let url = source.exchange.baseURL + (try source.fixture.target(for: source.code))
        #expect(client.requests == [HTTPRequest(url: url, headers: [], maxTime: .seconds(5))])
    }

    @Test(arguments: SourceCase.all)
    func load_whenResponseContainsPrice_returnsQuote(_ source: SourceCase) throws {
        let client = ClientSpy(.success(HTTPResponse(status: 200, body: try source.body("68901.2300"))))
        let quote = PriceQuote(
            price: try #require(Price("68901.23".utf8)), currency: source.pair.currency, pair: source.pair.name,
            timestamp: .someTime, source: source.exchange.name)
        let report = SourceReport(source: source.exchange.name, result: .success(quote))
        #expect(try loader(source, client).load() == report)
    }

    @Test func load_setsTimestampToTimeOfReceipt() throws {
        let source = try #require(SourceCase.all.first)
        let time = Locked(Timestamp(milliseconds: 0))
        let client = ClientSpy(.success(HTTPResponse(status: 200, body: try source.body()))) {
            time.withLock { $0 = .someTime }
        }
        let report = try loader(source, client, now: { time.withLock { $0 } }).load()
        #expect(report.quote?.timestamp == .someTime)
    }

    @Test(arguments: SourceCase.all)
    func load_whenKeysAreSet_sendsKeyOnlyToItsSource(_ source: SourceCase) throws {
        let variables = SourceRegistry.exchanges.compactMap(\.keyVariable).map { ($0, "S3CRET") }
        let client = ClientSpy(.failure(HTTPError(reason: .timedOut)))
        let report = try loader(source, client, Dictionary(uniqueKeysWithValues: variables)).load()
        let request = try #require(client.requests.first)
        #expect(request.headers.filter { $0.contains("S3CRET") }.count == (source.exchange.keyVariable == nil ? 0 : 1))
        #expect(!request.url.contains("S3CRET") && !"\(report)".contains("S3CRET"))
    }

    @Test(arguments: SourceCase.onePerSource)
    func load_whenBaseURLIsSet_requestsAndNotesIt(_ source: SourceCase) throws {
        let client = ClientSpy(.failure(HTTPError(reason: .timedOut)))
        let report = try loader(source, client, [source.exchange.urlVariable: "http://127.0.0.1:9/mirror/"]).load()
        let target = try source.fixture.target(for: source.code)
        #expect(client.requests.map(\.url) == ["http://127.0.0.1:9/mirror" + target])
        #expect(report.transfer.notes == ["at http://127.0.0.1:9/mirror"])
    }

    @Test func load_returnsTransferOfResponseAndOfError() throws {
        let source = try #require(SourceCase.all.first)
        var transfer = TransferDetails()
        transfer.total = .milliseconds(5)
        transfer.notes = ["trusting /file"]
        for result: Result<HTTPResponse, HTTPError> in [
            .success(HTTPResponse(status: 500, body: [], transfer: transfer)),
            .failure(HTTPError(reason: .timedOut, transfer: transfer)),
        ] {
            let report = try loader(source, ClientSpy(result), [source.exchange.urlVariable: "http://localhost"]).load()
            #expect(report.transfer.total == .milliseconds(5))
            #expect(report.transfer.notes == ["at http://localhost", "trusting /file"])
            #expect(report.quote == nil)
        }
    }

    @Test(
        arguments: [
            (.timedOut, .timedOut(after: .seconds(5))), (.invalidResponse("too long"), .invalidData("too long")),
            (.network("connection refused"), .networkFailure("connection refused")),
        ] as [(HTTPError.Reason, PriceLoadingError)])
    func load_whenTransferFails_returnsPriceLoadingError(_ reason: HTTPError.Reason, _ error: PriceLoadingError) throws
    {
        let source = try #require(SourceCase.all.first)
        #expect(try loader(source, ClientSpy(.failure(HTTPError(reason: reason)))).load().error == error)
    }

    @Test func load_whenRateLimited_returnsTimeToWait() throws {
        let source = try #require(SourceCase.all.first)
        for (head, delay) in [
            (ResponseHead("7"), Duration.seconds(7)), (ResponseHead(), nil),
            (ResponseHead("Mon, 27 Oct 2025 19:57:00 GMT"), .milliseconds(20_877)),
        ] {
            let response = HTTPResponse(status: 429, body: [], head: head)
            let error = try loader(source, ClientSpy(.success(response))).load().error
            #expect(error == .rateLimited(status: 429, retryAfter: delay))
        }
    }

    private func loader(
        _ source: SourceCase, _ client: ClientSpy, _ variables: [String: String] = [:],
        now: @escaping @Sendable () -> Timestamp = { .someTime }
    ) throws -> ExchangePriceLoader {
        ExchangePriceLoader(
            exchange: source.exchange, pair: source.pair,
            settings: try SourceSettings(of: source.exchange, Environment(variables)), client: client,
            maxTime: .seconds(5), now: now)
    }

    /// Returns the same result for every request, and stores the requests.
    private final class ClientSpy: HTTPClient {
        private let result: Result<HTTPResponse, HTTPError>
        private let duringRequest: @Sendable () -> Void
        private let received = Locked<[HTTPRequest]>([])

        init(_ result: Result<HTTPResponse, HTTPError>, duringRequest: @escaping @Sendable () -> Void = {}) {
            self.result = result
            self.duringRequest = duringRequest
        }

        var requests: [HTTPRequest] { received.withLock { $0 } }

        func get(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
            received.withLock { $0.append(request) }
            duringRequest()
            return try result.get()
        }
    }
}
