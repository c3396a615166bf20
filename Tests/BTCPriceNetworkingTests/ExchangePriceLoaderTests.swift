import BTCPriceCore
import BTCPriceNetworking
import StubExchange
import TestSupport
import Testing

@Suite struct ExchangePriceLoaderTests {
    private static let timings = TransferTimings(
        nameLookup: .milliseconds(1), connect: .milliseconds(2), tls: .milliseconds(3), firstByte: .milliseconds(4),
        total: .milliseconds(5))

    @Test(arguments: Market.all)
    func load_asksOnceForTheMarketAtTheSourcesOwnAddress(_ market: Market) throws {
        let client = ClientSpy(.failure(HTTPError(.timedOut)))
        _ = loader(market, client).load()
        let url = market.exchange.baseURL + (try market.fixture.target(for: market.code))
        #expect(client.requests == [HTTPRequest(url: url, headers: [], timeLimit: .seconds(5))])
    }

    @Test(arguments: Market.all)
    func load_givesTheQuoteThatTheAnswerHolds(_ market: Market) throws {
        let client = ClientSpy(.success(HTTPResponse(status: 200, body: try market.body("68901.2300"))))
        let quote = PriceQuote(
            price: try #require(Price("68901.23".utf8)), currency: market.pair.currency, pair: market.pair.name,
            timestamp: .someTime, source: market.exchange.name)
        #expect(loader(market, client).load() == SourceReport(source: market.exchange.name, result: .success(quote)))
    }

    @Test func quote_bearsTheTimeAtWhichTheAnswerWasThere() throws {
        let market = try #require(Market.all.first)
        let time = Locked(Timestamp(milliseconds: 0))
        let client = ClientSpy(.success(HTTPResponse(status: 200, body: try market.body()))) {
            time.withLock { $0 = .someTime }
        }
        let report = loader(market, client, now: { time.withLock { $0 } }).load()
        #expect(report.quote?.timestamp == .someTime)
    }

    @Test(arguments: Market.all)
    func key_goesIntoAHeaderOfASourceThatTakesOneAndNowhereElse(_ market: Market) throws {
        let client = ClientSpy(.failure(HTTPError(.timedOut)))
        let report = loader(market, client, key: "SECRET").load()
        let request = try #require(client.requests.first)
        #expect(request.headers.filter { $0.contains("SECRET") }.count == (market.exchange.keyVariable == nil ? 0 : 1))
        #expect(!request.url.contains("SECRET") && !"\(report)".contains("SECRET"))
    }

    @Test(arguments: Market.ofEachSource)
    func otherAddress_isAskedAndNamedInTheReport(_ market: Market) throws {
        let client = ClientSpy(.failure(HTTPError(.timedOut)))
        let address = try BaseURL(checking: "http://127.0.0.1:9/mirror/".utf8)
        let report = loader(market, client, baseURL: address).load()
        let target = try market.fixture.target(for: market.code)
        #expect(client.requests.map(\.url) == ["http://127.0.0.1:9/mirror" + target])
        #expect(report.route == ["at http://127.0.0.1:9/mirror"])
    }

    @Test func details_ofAnAnswerAndOfAFailureReachTheReport() throws {
        let market = try #require(Market.all.first)
        let details = TransferDetails(timings: Self.timings, route: ["via proxy p:1"])
        let address = try BaseURL(checking: "http://localhost".utf8)
        for answer: Result<HTTPResponse, HTTPError> in [
            .success(HTTPResponse(status: 500, body: [], details: details)),
            .failure(HTTPError(.timedOut, details: details)),
        ] {
            let report = loader(market, ClientSpy(answer), baseURL: address).load()
            #expect(report.timings == Self.timings)
            #expect(report.route == ["at http://localhost", "via proxy p:1"])
            #expect(report.quote == nil)
        }
    }

    @Test(
        arguments: [
            (.timedOut, .timedOut(after: .seconds(5))), (.invalidResponse("too long"), .invalidData("too long")),
            (.network("connection refused"), .networkFailure("connection refused")),
        ] as [(HTTPError.Reason, PriceLoadingError)])
    func failureOfTheTransfer_isToldInTheTermsOfALoader(_ reason: HTTPError.Reason, _ error: PriceLoadingError) throws
    {
        let market = try #require(Market.all.first)
        #expect(loader(market, ClientSpy(.failure(HTTPError(reason)))).load().error == error)
    }

    @Test(
        arguments: [
            (.seconds(7), nil, .seconds(7)),
            // A date is relative to the answer's own clock, and to ours only where it names none.
            (
                .date(Timestamp(milliseconds: 60_000)), Timestamp(milliseconds: 20_000), .seconds(40)
            ),
            (.date(Timestamp.someTime + .seconds(30)), nil, .seconds(30)),
            (nil, Timestamp(milliseconds: 20_000), nil),
        ] as [(RetryAfter?, Timestamp?, Duration?)])
    func retryAfter_reachesTheErrorAsATimeFromNow(
        _ retryAfter: RetryAfter?, _ date: Timestamp?, _ wait: Duration?
    ) throws {
        let market = try #require(Market.all.first)
        let response = HTTPResponse(status: 429, body: [], retryAfter: retryAfter, date: date)
        let error = loader(market, ClientSpy(.success(response))).load().error
        #expect(error == .rateLimited(status: 429, retryAfter: wait))
    }

    private func loader(
        _ market: Market, _ client: ClientSpy, baseURL: BaseURL? = nil, key: String? = nil,
        now: @escaping @Sendable () -> Timestamp = { .someTime }
    ) -> ExchangePriceLoader {
        ExchangePriceLoader(
            market.exchange, pair: market.pair, baseURL: baseURL ?? BaseURL(of: market.exchange), key: key,
            client: client, timeLimit: .seconds(5), now: now)
    }

    /// Answers every request alike, and remembers it.
    private final class ClientSpy: HTTPClient {
        private let answer: Result<HTTPResponse, HTTPError>
        private let whileAsking: @Sendable () -> Void
        private let received = Locked<[HTTPRequest]>([])

        init(_ answer: Result<HTTPResponse, HTTPError>, whileAsking: @escaping @Sendable () -> Void = {}) {
            self.answer = answer
            self.whileAsking = whileAsking
        }

        var requests: [HTTPRequest] { received.withLock { $0 } }

        func get(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
            received.withLock { $0.append(request) }
            whileAsking()
            return try answer.get()
        }
    }
}
