import BTCPriceCore
import StubExchange
import Platform
import TestSupport
import Testing

@testable import BTCPriceNetworking

@Suite struct ExchangePriceLoaderTests {
    @Test(arguments: SourceCase.all)
    func load_whenResponseContainsPrice_returnsQuote(_ source: SourceCase) throws {
        let client = ClientSpy(.success(HTTPResponse(status: 200, body: try source.body("68901.2300"))))
        let quote = PriceQuote(
            price: try #require(Price("68901.23".utf8)), currency: source.pair.currency, pair: source.pair.name,
            timestamp: .someTime, source: source.exchange.name)
        let expected = SourceReport(
            source: source.exchange.name, result: .success(quote), transfer: TransferDetails(notes: ["of the client"]))
        let report = try loader(source, client).load()
        #expect(report == expected)
        let url = source.exchange.baseURL + (try source.fixture.target(for: source.code))
        #expect(client.requests == [HTTPRequest(url: url, headers: [], maxTime: .seconds(5))])
    }

    @Test(arguments: SourceCase.all)
    func load_whenKeysAreSet_sendsKeyOnlyToItsSource(_ source: SourceCase) throws {
        let variables = SourceRegistry.exchanges.compactMap(\.keyVariable).map { ($0, "S3CRET") }
        let client = ClientSpy(.failure(.invalidPrice))
        let report = try loader(source, client, Dictionary(uniqueKeysWithValues: variables)).load()
        let request = try #require(client.requests.first)
        #expect(request.headers.filter { $0.contains("S3CRET") }.count == (source.exchange.keyVariable == nil ? 0 : 1))
        #expect(!request.url.contains("S3CRET") && !"\(report)".contains("S3CRET"))
    }

    @Test(arguments: SourceCase.onePerSource)
    func load_whenBaseURLIsSet_requestsAndNotesIt(_ source: SourceCase) throws {
        let client = ClientSpy(.failure(.invalidPrice))
        let report = try loader(source, client, [source.exchange.urlVariable: "http://127.0.0.1:9/mirror/"]).load()
        let target = try source.fixture.target(for: source.code)
        #expect(client.requests.map(\.url) == ["http://127.0.0.1:9/mirror" + target])
        #expect(report.transfer.notes == ["at http://127.0.0.1:9/mirror", "of the client"])
    }

    @Test func load_whenThereIsNoQuote_returnsReason() throws {
        let source = try #require(SourceCase.all.first { $0.exchange.keyVariable != nil })
        let variable = try #require(source.exchange.keyVariable)
        let head = ResponseHead("Mon, 27 Oct 2025 19:57:00 GMT")
        for (result, variables, error) in [
            (.failure(.networkFailure("refused")), [:], .networkFailure("refused")),
            (.success(HTTPResponse(status: 500, body: [])), [:], .unexpectedStatus(500)),
            (.success(HTTPResponse(status: 401, body: [])), [:], .unexpectedStatus(401, hint: "set \(variable)")),
            (
                .success(HTTPResponse(status: 401, body: [])), [variable: "k"],
                .unexpectedStatus(401, hint: "\(variable) is not accepted")
            ),
            (
                .success(HTTPResponse(status: 429, body: [], head: head)), [:],
                .rateLimited(status: 429, retryAfter: .milliseconds(20_877))
            ),
        ] as [(Result<HTTPResponse, PriceLoadingError>, [String: String], PriceLoadingError)] {
            let report = try loader(source, ClientSpy(result), variables).load()
            #expect(report.error == error && report.transfer.notes == ["of the client"], "\(report)")
        }
    }

    /// The client takes some time: the timestamp is not that of the request.
    private func loader(
        _ source: SourceCase, _ client: ClientSpy, _ variables: [String: String] = [:]
    ) throws -> ExchangePriceLoader {
        ExchangePriceLoader(
            exchange: source.exchange, pair: source.pair,
            settings: try SourceSettings(of: source.exchange, Environment(variables)), client: client,
            maxTime: .seconds(5), now: { client.requests.isEmpty ? Timestamp(milliseconds: 0) : .someTime })
    }

    /// Returns the same result for every request, and stores the requests.
    private final class ClientSpy: HTTPClient {
        private let result: Result<HTTPResponse, PriceLoadingError>
        private let received = Locked<[HTTPRequest]>([])

        init(_ result: Result<HTTPResponse, PriceLoadingError>) {
            self.result = result
        }

        var requests: [HTTPRequest] { received.withLock { $0 } }

        func get(
            _ request: HTTPRequest, _ transfer: inout TransferDetails
        ) throws(PriceLoadingError) -> HTTPResponse {
            received.withLock { $0.append(request) }
            transfer.notes.append("of the client")
            return try result.get()
        }
    }
}
