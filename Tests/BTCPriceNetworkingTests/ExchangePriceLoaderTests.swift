import BTCPriceCore
import Platform
import SampleValues
import StubExchange
import TestSupport
import Testing

@testable import BTCPriceNetworking

@Suite struct SourcePriceLoaderTests {
    private static let proxy = "https_proxy=127.0.0.1:3128"

    @Test(arguments: SourceCase.all, [false, true])
    func load_whenResponseContainsPrice_returnsQuote(_ source: SourceCase, _ prefersIPv4: Bool) throws {
        let client = HTTPClientDouble(.success(HTTPResponse(status: 200, body: try source.body("68901.2300"))))
        let quote = PriceQuote.sample(
            before: source.fixture.before, in: source.pair.currency, pair: source.pair.name, from: source.name)
        let report = loader(source, client, prefersIPv4: prefersIPv4).load()
        #expect(report.result == .success(quote) && report.transfer.notes == ["of the client"])
        #expect(report.endpoint == SourceSettings(of: source.exchange).endpoint)
        let url = source.exchange.baseURL + (try source.fixture.target(for: source.code))
        let variable = source.exchange.urlVariable
        #expect(client.requests == [HTTPRequest(url: url, urlVariable: variable, prefersIPv4: prefersIPv4)])
    }

    @Test func load_comparesTheClocks() throws {
        let source = try SourceCase.named("kraken")
        let head = ResponseHead(["Date: Mon, 27 Oct 2025 20:56:39 GMT"])
        let client = HTTPClientDouble(.success(HTTPResponse(status: 200, body: try source.body(), head: head)))
        #expect(loader(source, client).load().transfer.clockDifference == .seconds(3600) - .milliseconds(123))
    }

    @Test(arguments: SourceCase.onePerSource)
    func load_whenKeyIsSet_sendsItOnlyToASourceThatHasOne(_ source: SourceCase) throws {
        let client = HTTPClientDouble(.failure(.invalidPrice))
        let report = loader(source, client, key: "S3CRET").load()
        let request = try #require(client.requests.first)
        let keys = source.fixture.keyVariable == nil ? 0 : 1
        #expect(request.headers.filter { $0.contains("S3CRET") }.count == keys)
        #expect(!request.url.contains("S3CRET") && !"\(report)".contains("S3CRET"))
    }

    @Test(arguments: SourceCase.onePerSource)
    func load_whenBaseURLIsSet_requestsAndNotesIt(_ source: SourceCase) throws {
        let client = HTTPClientDouble(.failure(.invalidPrice))
        let path = String(repeating: "x", count: 300)
        let loader = loader(source, client, baseURL: "http://127.0.0.1:9/\(path)")
        #expect(loader.request.notes == ["at http://127.0.0.1:9/\(path.prefix(237))…"])
        let report = loader.load()
        let target = try source.fixture.target(for: source.code)
        #expect(client.requests.map(\.url) == ["http://127.0.0.1:9/\(path)" + target])
        #expect(report.transfer.notes == ["at http://127.0.0.1:9/\(path.prefix(237))…", "of the client"])
    }

    @Test(
        arguments: [(nil, proxy), ("https://mirror.example", proxy), ("http://127.0.0.1:9", nil)]
            as [(String?, String?)])
    func request_namesTheProxyUnlessItIsPlainLoopback(_ baseURL: String?, _ expected: String?) throws {
        let client = HTTPClientDouble(.failure(.invalidPrice))
        let loader = loader(try SourceCase.named("kraken"), client, baseURL: baseURL)
        #expect(loader.request.possibleCause == expected && loader.load().transfer.possibleCause == expected)
    }

    @Test func load_whenThereIsNoQuote_returnsReason() throws {
        let (source, variable) = (try SourceCase.named("cryptocompare"), "CRYPTOCOMPARE_API_KEY")
        let head = ResponseHead(["Retry-After: Mon, 27 Oct 2025 19:57:00 GMT"])
        for (result, key, error) in [
            (.failure(.networkFailure("refused")), nil, .networkFailure("refused")),
            (
                .success(HTTPResponse(status: 401, body: [])), "k",
                .rejected("HTTP 401 (\(variable) is not accepted)")
            ),
            (
                .success(HTTPResponse(status: 429, body: [], head: head)), nil,
                .rateLimited("HTTP 429 (rate limited)", for: .milliseconds(20_877))
            ),
        ] as [(Result<HTTPResponse, PriceLoadingError>, String?, PriceLoadingError)] {
            let report = loader(source, HTTPClientDouble(result), key: key).load()
            #expect(report.error == error && report.transfer.notes == ["of the client"], "\(report)")
        }
    }

    /// The client takes some time: the timestamp is not that of the request.
    private func loader(
        _ source: SourceCase, _ client: HTTPClientDouble, baseURL: String? = nil, key: String? = nil,
        prefersIPv4: Bool = false
    ) -> SourcePriceLoader {
        SourcePriceLoader(
            SourceSettings(of: source.exchange, baseURL: baseURL, key: key), source.pair, prefersIPv4: prefersIPv4,
            proxy: Self.proxy, client: client,
            now: { client.requests.isEmpty ? Timestamp(milliseconds: 0) : .now })
    }
}
