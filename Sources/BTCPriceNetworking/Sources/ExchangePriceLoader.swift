package import BTCPriceCore
import BTCPriceJSON

/// Asks one exchange for its price in one currency.
package struct ExchangePriceLoader: PriceLoader {
    package let source: SourceID
    private let exchange: any Exchange
    private let pair: TradingPair
    private let settings: SourceSettings
    private let client: any HTTPClient
    private let now: @Sendable () -> Timestamp

    /// - Parameter now: called when a response has been received; the result becomes the quote's timestamp.
    package init(
        _ exchange: any Exchange, _ pair: TradingPair, _ settings: SourceSettings, client: any HTTPClient,
        now: @escaping @Sendable () -> Timestamp
    ) {
        source = SourceID(name: exchange.source.name, baseURL: settings.baseURL)
        self.exchange = exchange
        self.pair = pair
        self.settings = settings
        self.client = client
        self.now = now
    }

    package func load() -> SourceReport {
        let request = HTTPRequest(
            url: settings.baseURL + exchange.target(for: pair), headers: settings.key.map(exchange.headers) ?? [])
        let notes = settings.baseURL == exchange.baseURL ? [] : ["at \(settings.baseURL)"]
        var transfer = TransferDetails(notes: notes)
        let result = Result { () throws(PriceLoadingError) -> PriceQuote in
            let response = try client.get(request, &transfer)
            let time = now()
            let price = try exchange.price(in: response, for: pair, hasKey: settings.key != nil, receivedAt: time)
            return PriceQuote(
                price: price, currency: pair.currency, pair: pair.name, timestamp: time, source: source.name)
        }
        return SourceReport(source: source, result: result, transfer: transfer)
    }
}
