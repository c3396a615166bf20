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
        let request = HTTPRequest(
            url: settings.baseURL + exchange.target(for: pair), headers: settings.key.map(exchange.headers) ?? [],
            maxTime: maxTime)
        let notes = settings.baseURL == exchange.baseURL ? [] : ["at \(settings.baseURL)"]
        var transfer = TransferDetails(notes: notes)
        let result = Result { () throws(PriceLoadingError) -> PriceQuote in
            let response = try client.get(request, &transfer)
            let time = now()
            let price = try exchange.price(in: response, for: pair, hasKey: settings.key != nil, receivedAt: time)
            return PriceQuote(
                price: price, currency: pair.currency, pair: pair.name, timestamp: time, source: source)
        }
        return SourceReport(source: source, result: result, transfer: transfer)
    }
}
