package import BTCPriceCore
import BTCPriceJSON
import Platform

/// Asks one exchange for its price in one currency.
package struct ExchangePriceLoader: PriceLoader {
    package let source: SourceID
    private let exchange: any Exchange
    private let pair: TradingPair
    private let settings: SourceSettings
    private let prefersIPv4: Bool
    private let client: any HTTPClient
    private let now: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - prefersIPv4: whether to connect over IPv4 if that is possible.
    ///   - now: called when a response has been received; the result becomes the quote's timestamp.
    package init(
        _ exchange: any Exchange, _ pair: TradingPair, _ settings: SourceSettings, prefersIPv4: Bool,
        client: any HTTPClient, now: @escaping @Sendable () -> Timestamp
    ) {
        source = settings.id
        self.exchange = exchange
        self.pair = pair
        self.settings = settings
        self.prefersIPv4 = prefersIPv4
        self.client = client
        self.now = now
    }

    /// Whether its requests never go through a proxy.
    package var isPlainLoopback: Bool { request.isPlainLoopback }

    private var request: HTTPRequest {
        HTTPRequest(
            url: settings.baseURL + exchange.target(for: pair), headers: settings.key.map(exchange.headers) ?? [],
            urlVariable: exchange.urlVariable, prefersIPv4: prefersIPv4)
    }

    package func load() -> SourceReport {
        let notes = settings.baseURL == exchange.baseURL ? [] : ["at \(displayText(settings.baseURL.utf8))"]
        var transfer = TransferDetails(notes: notes)
        let result = Result { () throws(PriceLoadingError) -> PriceQuote in
            let response = try client.get(request, &transfer)
            return try exchange.quote(in: response, for: pair, hasKey: settings.key != nil, receivedAt: now())
        }
        return SourceReport(source: source, result: result, transfer: transfer)
    }
}
