import BTCPriceCore
import BTCPriceNetworking
import Foundation
import Synchronization
import Testing

@Suite struct ExchangePriceLoaderTests {
    private static let now = Date(timeIntervalSince1970: 1_761_594_999.1239)

    @Test(arguments: [
        ("binance", "https://api.binance.com/api/v3/ticker/price?symbol=BTCUSDT&symbolStatus=TRADING"),
        (
            "cryptocompare",
            "https://min-api.cryptocompare.com/data/generateAvg?fsym=BTC&tsym=USD&e=Coinbase,Kraken,Bitstamp"
        ),
        ("coinbase", "https://api.exchange.coinbase.com/products/BTC-USD/ticker"),
        ("kraken", "https://api.kraken.com/0/public/Ticker?pair=XBTUSD"),
        ("bitstamp", "https://www.bitstamp.net/api/v2/ticker/btcusd/"),
    ])
    func source_isAskedAtItsAddress(_ source: String, _ url: String) async throws {
        let client = ClientSpy(.failure(HTTPFailure(.timedOut)))
        await #expect(throws: PriceLoadingError.noAnswer(within: .seconds(5))) {
            try await loader(source, client).load()
        }
        #expect(client.requests == [HTTPRequest(url: url, timeLimit: .seconds(5))])
    }

    @Test(arguments: SourceRegistry.exchanges.map(\.name))
    func key_goesIntoTheHeaderOfCryptoCompareAlone(_ source: String) async {
        let client = ClientSpy(.failure(HTTPFailure(.timedOut)))
        _ = try? await loader(source, client, key: "KEY").load()
        let expected = source == "cryptocompare" ? ["Authorization: Apikey KEY"] : []
        #expect(client.requests.map(\.headers) == [expected])
    }

    @Test func quote_bearsTheTimeOfReceiptInMilliseconds() async throws {
        let body = Array(#"{"price":"68901.23"}"#.utf8)
        let quote = try await loader("coinbase", ClientSpy(.success(HTTPResponse(status: 200, body: body)))).load()
        #expect(ISO8601.milliseconds(of: quote.timestamp) == "2025-10-27T19:56:39.123Z")
        #expect(quote.source == "coinbase" && quote.currency == .usd)
    }

    @Test func retryAfter_reachesTheLimit() async {
        let response = HTTPResponse(status: 429, body: [], retryAfter: .seconds(7))
        await #expect(throws: PriceLoadingError.rateLimited(status: 429, retryAfter: .seconds(7))) {
            try await loader("binance", ClientSpy(.success(response))).load()
        }
    }

    @Test func registry_namesAreUniqueWordsAndBaseURLsPassTheirOwnCheck() throws {
        let exchanges = SourceRegistry.exchanges
        #expect(Set(exchanges.map(\.name)).count == exchanges.count)
        for exchange in exchanges {
            #expect(exchange.name.allSatisfy { $0.isASCII && $0.isLowercase })
            #expect(try BaseURL(checking: exchange.baseURL) == BaseURL(of: exchange))
            #expect(exchange.symbols[.usd] != nil)
        }
    }

    private func loader(_ source: String, _ client: ClientSpy, key: String? = nil) throws -> any PriceLoader {
        let type = try #require(SourceRegistry.loader(named: source))
        let symbol = try #require(type.exchange.symbols[.usd])
        return type.init(
            connection: ExchangeConnection(
                client: client, baseURL: BaseURL(of: type.exchange), pair: TradingPair(currency: .usd, symbol: symbol),
                key: key, timeLimit: .seconds(5), now: { Self.now }))
    }

    private final class ClientSpy: HTTPClient {
        private let answer: Result<HTTPResponse, HTTPFailure>
        private let received = Mutex<[HTTPRequest]>([])

        init(_ answer: Result<HTTPResponse, HTTPFailure>) {
            self.answer = answer
        }

        var requests: [HTTPRequest] { received.withLock(\.self) }

        func get(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
            received.withLock { $0.append(request) }
            return try answer.get()
        }
    }
}
