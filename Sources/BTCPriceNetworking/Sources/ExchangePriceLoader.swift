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

    /// The text for messages about the proxy, which may be why there was no response; nil if the reports contain no such
    /// failure of this source, or if the client has no such text for its request.
    package func proxy(suspectedIn reports: [SourceReport]) -> String? {
        let hasFailed = reports.contains { $0.source == source && $0.error?.isWithoutResponse == true }
        return hasFailed ? client.proxy(for: request) : nil
    }

    private var request: HTTPRequest {
        HTTPRequest(
            url: settings.baseURL + exchange.target(for: pair), headers: settings.key.map(exchange.headers) ?? [],
            urlVariable: exchange.urlVariable, prefersIPv4: prefersIPv4)
    }

    package func load() -> SourceReport {
        let notes = settings.baseURL == exchange.baseURL ? [] : ["at \(TerminalText.limited(settings.baseURL.utf8))"]
        var transfer = TransferDetails(notes: notes)
        let result = Result { () throws(PriceLoadingError) -> PriceQuote in
            let response = try client.get(request, &transfer)
            return try exchange.quote(in: response, for: pair, hasKey: settings.key != nil, receivedAt: now())
        }
        return SourceReport(source: source, result: result, transfer: transfer)
    }
}

extension Exchange {
    /// A price that was older than this when the response was received is not accepted: trading has probably halted, or an
    /// HTTP cache has kept the response. A price that is more than this in the future is rejected too, since its time
    /// does not show its age.
    package var maxPriceAge: Duration { .seconds(900) }

    /// The quote in a response, or why the response cannot be used: a rate limit first, then any other status, then the body.
    ///
    /// - Parameters:
    ///   - hasKey: whether the request carried an API key.
    ///   - now: the time of receipt.
    func quote(
        in response: HTTPResponse, for pair: TradingPair, hasKey: Bool, receivedAt now: Timestamp
    ) throws(PriceLoadingError) -> PriceQuote {
        let body = try? JSONValue(parsing: response.body)
        let status = HTTPStatus(response.status)
        let text = "HTTP \(response.status)"
        if status == .rateLimited || body.map(isRateLimitError) == true {
            let reason = status == .success ? "rate limited" : "\(text) (rate limited)"
            throw .rateLimited(reason, for: response.head.retryDelay(receivedAt: now))
        }
        switch status {
        case .success: break
        case .blocked(let isCertain): throw .blocked(text, hint: HTTPStatus.blockHint(isCertain: isCertain))
        case .redirect: throw .rejected("\(text) (captive portal?)")
        case .unauthorized:
            let hint = source.keyVariable.map { hasKey ? " (\($0) is not accepted)" : " (set \($0))" }
            throw .rejected(text + (hint ?? ""))
        case .rateLimited, .other: throw .rejected(text)
        }
        guard let body else { throw .invalidData(response.body.isEmpty ? "empty" : "not JSON") }
        let price = try price(in: body, for: pair)
        try rejectOutdatedPrice(body, response.head)
        return PriceQuote(
            price: price, price24hAgo: price24hAgo(in: body), currency: pair.currency, pair: pair.name, timestamp: now,
            source: source.name)
    }

    /// Compares the header `Date` with the time of the price. Both are of the source's clock, so that the user's clock does not
    /// matter. If one of the two times is missing, only the time in an HTTP cache counts.
    private func rejectOutdatedPrice(_ body: JSONValue, _ head: ResponseHead) throws(PriceLoadingError) {
        let age = if let date = head.date, let time = priceTime(in: body) { date - time } else { Duration.zero }
        guard age >= .zero - maxPriceAge else { throw .invalidData("price is \(Age(.zero - age)) in the future") }
        let total = max(.zero, age) + head.age
        guard total <= maxPriceAge else { throw .invalidData("price is \(Age(total)) old") }
    }
}

/// Where a source is asked, and with which key.
package struct SourceSettings: Sendable {
    /// The source at this base URL.
    package let id: SourceID
    package let baseURL: String
    package let key: String?

    /// - Parameter baseURL: as `BaseURL.checked` returns it; nil: the exchange's default.
    package init(of exchange: any Exchange, baseURL: String? = nil, key: String? = nil) {
        self.baseURL = baseURL ?? exchange.baseURL
        self.key = key
        id = SourceID(name: exchange.source.name, addressHash: "\(self.baseURL.utf8.fnv1a)")
    }
}
