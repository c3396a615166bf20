import BTCPriceCore
import BTCPriceJSON

/// Asks one exchange for its price in one currency.
struct ExchangePriceLoader: PriceLoader {
    let exchange: any Exchange
    let pair: TradingPair
    let settings: SourceSettings
    let client: any HTTPClient
    /// The limit for the transfer.
    let maxTime: Duration
    /// The time of receipt, which becomes the quote's timestamp.
    let now: @Sendable () -> Timestamp

    var source: String { exchange.name }

    func load() -> SourceReport {
        let baseURL = settings.baseURL
        let request = HTTPRequest(
            url: baseURL + exchange.target(for: pair), headers: settings.key.map(exchange.headers) ?? [],
            maxTime: maxTime)
        let result: Result<PriceQuote, PriceLoadingError>
        var transfer: TransferDetails
        do throws(HTTPError) {
            let response = try client.get(request)
            transfer = response.transfer
            result = Result { () throws(PriceLoadingError) in try quote(in: response, receivedAt: now()) }
        } catch {
            transfer = error.transfer
            result = .failure(PriceLoadingError(error, maxTime: maxTime))
        }
        if baseURL != exchange.baseURL { transfer.notes.insert("at \(baseURL)", at: 0) }
        return SourceReport(source: source, result: result, transfer: transfer)
    }

    private func quote(
        in response: HTTPResponse, receivedAt now: Timestamp
    ) throws(PriceLoadingError) -> PriceQuote {
        PriceQuote(
            price: try exchange.price(in: response, for: pair, hasKey: settings.key != nil, receivedAt: now),
            currency: pair.currency, pair: pair.name, timestamp: now, source: source)
    }
}

extension PriceLoadingError {
    fileprivate init(_ error: HTTPError, maxTime: Duration) {
        self =
            switch error.reason {
            case .timedOut: .timedOut(after: maxTime)
            case .invalidResponse(let reason): .invalidData(reason)
            case .network(let reason): .networkFailure(reason)
            }
    }
}
