import BTCPriceCore
import Platform
import SampleValues
import StubExchange
import TestSupport
import Testing

@testable import BTCPriceNetworking

@Suite struct SourcePriceLoaderTests {
    @Test(arguments: SourceCase.onePerSource, [false, true])
    func load_whenResponseContainsPrice_returnsQuote(_ source: SourceCase, _ prefersIPv4: Bool) throws {
        for source in source.inEachCurrency {
            let client = HTTPClientDouble(
                .success(HTTPResponse(status: HTTPStatus(code: 200), body: try source.body("68901.2300"))))
            let report = try loader(source, client, prefersIPv4: prefersIPv4).load()
            let quote = PriceQuote.sample(
                change: source.fixture.change, in: source.pair.currency, pair: source.pair.name, from: source.name)
            #expect(report.quote == quote && report.doubt == nil && report.details.notes == ["of the client"])
            #expect(report.endpoint.sourceName == source.name)
            let url = source.api.baseURL + (try source.fixture.target(for: source.code))
            let variable = source.api.urlVariable
            let request = HTTPRequest(
                url: url, urlVariable: variable, prefersIPv4: prefersIPv4,
                readsBodyOfRateLimit: source.api.reportsEndOfRateLimit)
            #expect(client.requests == [request])
        }
    }

    /// The `Date` of the response is an hour later than the time of receipt. That of the price is some seconds before
    /// this time, if the source sends it.
    @Test(arguments: [("kraken", 0, true), ("bitstamp", 0, false), ("bitstamp", 299, false), ("bitstamp", 300, true)])
    func load_comparesTheClocksUnlessThePriceIsOfNow(_ name: String, _ secondsAgo: Int, _ isCompared: Bool) throws {
        let source = try SourceCase.named(name)
        let head = ResponseHead(["Date: Mon, 27 Oct 2025 20:56:39 GMT"])
        let body = String(decoding: try source.body(), as: UTF8.self)
            .replacing("1761594999", with: "\(1_761_594_999 - secondsAgo)")
        let client = HTTPClientDouble(
            .success(HTTPResponse(status: HTTPStatus(code: 200), body: Array(body.utf8), head: head)))
        let difference = try loader(source, client).load().details.clockDifference
        #expect(difference == (isCompared ? .seconds(3600) - .milliseconds(123) : .zero))
    }

    @Test(arguments: SourceCase.onePerSource)
    func load_whenKeyIsSet_sendsItOnlyToASourceThatHasOne(_ source: SourceCase) throws {
        let client = HTTPClientDouble(.failure(.networkFailure("refused")))
        let report = try loader(source, client, ["CRYPTOCOMPARE_API_KEY": "S3CRET"]).load()
        let request = try #require(client.requests.first)
        let keys = source.fixture.keyVariable == nil ? 0 : 1
        #expect(request.headers.filter { $0.contains("S3CRET") }.count == keys)
        #expect(!request.url.contains("S3CRET") && !"\(report)".contains("S3CRET"))
    }

    @Test(arguments: SourceCase.onePerSource)
    func load_whenBaseURLIsSet_requestsAndNotesIt(_ source: SourceCase) throws {
        let client = HTTPClientDouble(.failure(.networkFailure("refused")))
        let path = String(repeating: "x", count: 300)
        let variables = [source.api.urlVariable: "http://127.0.0.1:9/\(path)/"]
        let loader = try loader(source, client, variables)
        let notes = ["at http://127.0.0.1:9/\(path.prefix(237))…"]
        #expect(loader.plannedRequest.notes == notes && loader.load().details.notes == notes + ["of the client"])
        let target = try source.fixture.target(for: source.code)
        #expect(client.requests.map(\.url) == ["http://127.0.0.1:9/\(path)" + target])
        // A mirror has a rate limit of its own.
        let endpoints = try [[:], variables, [source.api.urlVariable: "http://127.0.0.1:9"]].map {
            try self.loader(source, client, $0).endpoint
        }
        #expect(endpoints[0] != endpoints[1] && endpoints[1] != endpoints[2] && endpoints[1] == loader.endpoint)
    }

    @Test(arguments: [(nil, true), ("https://mirror.example", true), ("http://127.0.0.1:9", false)])
    func plannedRequest_namesTheProxyUnlessItIsPlainLoopback(_ baseURL: String?, _ isNamed: Bool) throws {
        var variables = ["https_proxy": "http://me:S3CRET@proxy:3128"]
        variables["BTCQ_KRAKEN_URL"] = baseURL
        let loader = try loader(try SourceCase.named("kraken"), HTTPClientDouble(.failure(.invalidPrice)), variables)
        let cause = isNamed ? "https_proxy=proxy:3128" : nil
        #expect(loader.plannedRequest.possibleCause == cause && loader.load().details.possibleCause == cause)
    }

    @Test func load_whenThereIsNoQuote_returnsReason() throws {
        let (source, variable) = (try SourceCase.named("cryptocompare"), "CRYPTOCOMPARE_API_KEY")
        let head = ResponseHead(["Retry-After: Mon, 27 Oct 2025 19:57:00 GMT"])
        let unauthorized = HTTPResponse(status: HTTPStatus(code: 401), body: [])
        for (response, key, error) in [
            (unauthorized, "k", .rejected("HTTP 401 (\(variable) is not accepted)")),
            (unauthorized, "", .rejected("HTTP 401 (set \(variable))")),
            (
                HTTPResponse(status: HTTPStatus(code: 429), body: [], head: head), "",
                .rateLimited("HTTP 429 (rate limited)", at: .now, for: .milliseconds(20_877))
            ),
        ] as [(HTTPResponse, String, PriceLoadingError)] {
            let report = try loader(source, HTTPClientDouble(.success(response)), [variable: key]).load()
            #expect(report.error == error, "\(report)")
        }
    }

    /// The user can look at the response.
    @Test(arguments: [(200, "0"), (200, "857.7"), (404, "68901.23"), (429, "68901.23"), (451, "68901.23")])
    func load_whenAResponseIsNotACertainQuote_notesHowToSeeIt(_ status: Int, _ price: String) throws {
        let source = try SourceCase.named("binance")
        let response = HTTPResponse(status: HTTPStatus(code: status), body: try source.body(price))
        let report = try loader(source, HTTPClientDouble(.success(response))).load()
        let target = try source.fixture.target(for: source.code)
        #expect(report.details.notes.last == "see curl '\(source.api.baseURL)\(target)'", "\(report)")
    }

    /// The client takes some time: the timestamp is not that of the request.
    private func loader(
        _ source: SourceCase, _ client: HTTPClientDouble, _ variables: [String: String] = [:], prefersIPv4: Bool = false
    ) throws -> SourcePriceLoader {
        try SourcePriceLoader(
            source.api, source.pair, prefersIPv4: prefersIPv4, client: client, environment: Environment(variables),
            now: { client.requests.isEmpty ? Timestamp(milliseconds: 0) : .now })
    }
}

/// Returns the same result for every request, and stores the requests.
private final class HTTPClientDouble: HTTPClient {
    private let result: Result<HTTPResponse, PriceLoadingError>
    private let received = Locked<[HTTPRequest]>([])

    init(_ result: Result<HTTPResponse, PriceLoadingError>) { self.result = result }

    var requests: [HTTPRequest] { received.withLock { $0 } }

    func get(_ request: HTTPRequest, _ details: inout RequestDetails) throws(PriceLoadingError) -> HTTPResponse {
        received.withLock { $0.append(request) }
        details.notes.append("of the client")
        return try result.get()
    }
}
