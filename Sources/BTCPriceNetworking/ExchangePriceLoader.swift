public import BTCPriceCore
public import BTCPriceJSON

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One exchange: its request, and a pure mapping from its answer to a price.
///
/// A new one is a file that conforms, and a line in `SourceRegistry`.
public protocol ExchangePriceLoader: PriceLoader {
    /// Its name, address and pairs.
    static var exchange: Exchange { get }

    /// Path and query of the request, below the base URL.
    static func target(for pair: TradingPair) -> String

    /// Header lines that carry the key.
    static func headers(key: String?) -> [String]

    /// The price a 2xx answer holds.
    static func price(in answer: JSONValue, for pair: TradingPair) throws(PriceLoadingError) -> Decimal

    /// Whether an answer says, in this exchange's own words, that it limits us.
    static func tellsRateLimit(_ answer: JSONValue) -> Bool

    /// What the user can do about a status.
    static func hint(forStatus status: Int, key: String?) -> String?

    /// How this loader reaches the exchange.
    var connection: ExchangeConnection { get }

    /// A loader that asks over `connection`.
    init(connection: ExchangeConnection)
}

extension ExchangePriceLoader {
    /// None.
    public static func headers(key: String?) -> [String] { [] }
    /// Its status tells it.
    public static func tellsRateLimit(_ answer: JSONValue) -> Bool { false }
    /// Nothing.
    public static func hint(forStatus status: Int, key: String?) -> String? { nil }

    /// The exchange's name.
    public var source: String { Self.exchange.name }

    /// Asks once, and reports how it went unless it was cancelled.
    public func load() async throws(PriceLoadingError) -> PriceQuote {
        let request = HTTPRequest(
            url: connection.baseURL + Self.target(for: connection.pair),
            headers: Self.headers(key: connection.key),
            timeLimit: connection.timeLimit)
        let result: Result<PriceQuote, PriceLoadingError>
        let timings: TransferTimings?
        do throws(HTTPFailure) {
            let response = try await connection.client.get(request)
            timings = response.timings
            result = Result { () throws(PriceLoadingError) in try quote(in: response) }
        } catch {
            timings = error.timings
            result = .failure(PriceLoadingError(error, timeLimit: connection.timeLimit))
        }
        // Whoever cancelled it says what became of it.
        if !Task.isCancelled {
            connection.observe(SourceReport(source: source, result: result, timings: timings))
        }
        return try result.get()
    }

    private func quote(in response: HTTPResponse) throws(PriceLoadingError) -> PriceQuote {
        let price = try Self.price(in: response, for: connection.pair, key: connection.key)
        return PriceQuote(
            price: price, currency: connection.pair.currency, timestamp: connection.now(), source: source)
    }

    /// The price that a status and a body hold, or the typed error: pure.
    public static func price(
        in response: HTTPResponse, for pair: TradingPair, key: String? = nil
    ) throws(PriceLoadingError) -> Decimal {
        let answer = Result { () throws(JSONError) in try JSONValue(parsing: response.body) }
        let tellsRateLimit = (try? answer.get()).map(Self.tellsRateLimit) ?? false
        if response.status == 429 || response.status == 418 || tellsRateLimit {
            throw .rateLimited(status: response.status, retryAfter: response.retryAfter)
        }
        guard (200..<300).contains(response.status) else {
            throw .unexpectedStatus(response.status, hint: hint(forStatus: response.status, key: key))
        }
        switch answer {
        case .success(let answer): return try price(in: answer, for: pair)
        case .failure: throw .invalidData(response.body.isEmpty ? "empty" : "not JSON")
        }
    }
}

extension PriceLoadingError {
    fileprivate init(_ failure: HTTPFailure, timeLimit: Duration) {
        self =
            switch failure.reason {
            case .timedOut: .noAnswer(within: timeLimit)
            case .invalidAnswer(let reason): .invalidData(reason)
            case .network(let reason): .networkFailure(reason)
            }
    }
}
