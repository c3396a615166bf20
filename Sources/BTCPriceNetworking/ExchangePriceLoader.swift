public import BTCPriceCore
import BTCPriceJSON

/// Asks one exchange for its price in one currency.
public struct ExchangePriceLoader: PriceLoader {
    private let exchange: any Exchange
    private let pair: TradingPair
    private let baseURL: String
    private let key: String?
    private let client: any HTTPClient
    private let timeLimit: Duration
    private let now: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - baseURL: the exchange's own, or what the environment puts in its place.
    ///   - key: sent to this exchange alone, and printed nowhere.
    ///   - timeLimit: how long the transfer may take.
    ///   - now: the time of day, which becomes the quote's.
    public init(
        _ exchange: any Exchange, pair: TradingPair, baseURL: BaseURL, key: String? = nil, client: any HTTPClient,
        timeLimit: Duration, now: @escaping @Sendable () -> Timestamp
    ) {
        self.exchange = exchange
        self.pair = pair
        self.baseURL = baseURL.text
        self.key = key
        self.client = client
        self.timeLimit = timeLimit
        self.now = now
    }

    /// The exchange's name.
    public var source: String { exchange.name }

    /// Asks once.
    public func load() -> SourceReport {
        let request = HTTPRequest(
            url: baseURL + exchange.target(for: pair), headers: key.map(exchange.headers) ?? [], timeLimit: timeLimit)
        do throws(HTTPFailure) {
            let response = try client.get(request)
            let received = now()
            return report(
                Result { () throws(PriceLoadingError) in
                    PriceQuote(
                        price: try exchange.price(in: response, for: pair, hasKey: key != nil, receivedAt: received),
                        currency: pair.currency, pair: pair.name, timestamp: received, source: source)
                }, response.details)
        } catch {
            return report(.failure(PriceLoadingError(error, timeLimit: timeLimit)), error.details)
        }
    }

    private func report(_ result: Result<PriceQuote, PriceLoadingError>, _ details: TransferDetails) -> SourceReport {
        let address = baseURL == exchange.baseURL ? [] : ["at \(baseURL)"]
        return SourceReport(source: source, result: result, timings: details.timings, route: address + details.route)
    }
}

extension Exchange {
    /// The price that a status, its headers and a body hold, or the typed error: pure.
    public func price(
        in response: HTTPResponse, for pair: TradingPair, hasKey: Bool, receivedAt now: Timestamp
    ) throws(PriceLoadingError) -> Price {
        let answer = Result { () throws(JSONError) in try JSONValue(parsing: response.body) }
        let tellsRateLimit = (try? answer.get()).map(tellsRateLimit) ?? false
        if response.status == 429 || response.status == 418 || tellsRateLimit {
            let wait = response.retryAfter?.duration(from: response.date ?? now)
            throw .rateLimited(status: response.status, retryAfter: wait)
        }
        if response.status == 451 { throw .refused }
        guard (200..<300).contains(response.status) else {
            let isRedirect = (300..<400).contains(response.status) && response.status != 304
            let hint = isRedirect ? "captive portal?" : hint(forStatus: response.status, hasKey: hasKey)
            throw .unexpectedStatus(response.status, hint: hint)
        }
        switch answer {
        case .success(let answer):
            let price = try price(in: answer, for: pair)
            try refuseStandingMarket(answer, response.date)
            return price
        case .failure: throw .invalidData(response.body.isEmpty ? "empty" : "not JSON")
        }
    }

    /// A price more than an hour older than the answer is that of a market that stands still. Both clocks are the
    /// source's own, so that the user's need not be right.
    private func refuseStandingMarket(_ answer: JSONValue, _ date: Timestamp?) throws(PriceLoadingError) {
        guard let date, let time = priceTime(in: answer), date - time > .seconds(3600) else { return }
        throw .invalidData("price is \(Age(date - time)) old")
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
