package import BTCPriceCore
import BTCPriceJSON
import Platform

package struct ExchangePriceLoader: PriceLoader {
    private let pair: TradingPair
    private let settings: SourceSettings
    private let prefersIPv4: Bool
    private let proxy: String?
    private let client: any HTTPClient
    private let now: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - prefersIPv4: over IPv4 if possible.
    ///   - proxy: what may be to blame if there is no response, such as `https_proxy=127.0.0.1:3128`; even if `no_proxy` may
    ///     exclude the host.
    ///   - now: called when a response has come, for the quote's timestamp.
    package init(
        _ settings: SourceSettings, _ pair: TradingPair, prefersIPv4: Bool, proxy: String?, client: any HTTPClient,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.pair = pair
        self.settings = settings
        self.prefersIPv4 = prefersIPv4
        self.proxy = proxy
        self.client = client
        self.now = now
    }

    package var endpoint: Endpoint { settings.endpoint }
    private var exchange: any Exchange { settings.exchange }

    private var httpRequest: HTTPRequest {
        HTTPRequest(
            url: settings.baseURL + exchange.target(for: pair), headers: settings.key.map(exchange.headers) ?? [],
            urlVariable: exchange.urlVariable, prefersIPv4: prefersIPv4)
    }

    package var request: TransferDetails {
        TransferDetails(
            notes: settings.baseURL == exchange.baseURL ? [] : ["at \(TerminalText.limited(settings.baseURL.utf8))"],
            suspect: httpRequest.isPlainLoopback ? nil : proxy)
    }

    package func load() -> SourceReport {
        var transfer = request
        let result = Result { () throws(PriceLoadingError) -> PriceQuote in
            let response = try client.get(httpRequest, &transfer)
            let now = now()
            transfer.clockDifference = response.head.clockDifference(receivedAt: now)
            return try exchange.quote(in: response, for: pair, hasKey: settings.key != nil, receivedAt: now)
        }
        return SourceReport(endpoint, result, transfer)
    }
}

extension Exchange {
    /// An older price is rejected: trading has probably halted, or an HTTP cache has kept it. One that is further than this
    /// in the future is rejected too, since its age is unknown.
    package var maxPriceAge: Duration { .seconds(900) }

    /// The quote, or why there is none: a rate limit first, then any other status, then the body.
    ///
    /// - Parameters:
    ///   - hasKey: whether the request had a key.
    ///   - now: the time of receipt.
    func quote(
        in response: HTTPResponse, for pair: TradingPair, hasKey: Bool, receivedAt now: Timestamp
    ) throws(PriceLoadingError) -> PriceQuote {
        let body = try? JSONValue(parsing: response.body)
        let status = HTTPStatus(response.status)
        let text = "HTTP \(response.status)"
        let rateLimit = body.flatMap(rateLimit)
        if status == .rateLimited || rateLimit != nil {
            let reason = status == .success ? "rate limited" : "\(text) (rate limited)"
            let duration = rateLimit?.end.map { $0 - (response.head.date ?? now) }
            throw .rateLimited(reason, for: duration ?? response.head.retryDelay(receivedAt: now))
        }
        switch status {
        case .success: break
        case .blocked(let isCertain): throw .blocked(text, isCertain: isCertain)
        case .redirect: throw .rejected("\(text) (captive portal?)")
        case .unauthorized:
            let hint = source.keyVariable.map { hasKey ? " (\($0) is not accepted)" : " (set \($0))" }
            throw .rejected(text + (hint ?? ""))
        case .rateLimited, .other: throw .rejected(text)
        }
        guard let body else {
            if response.body.isEmpty, response.head.isFromFirewall { throw .blocked(text, isCertain: false) }
            throw .invalidData(response.body.isEmpty ? "empty" : "not JSON")
        }
        let price = try price(in: body, for: pair)
        try rejectOutdatedPrice(body, response.head)
        return PriceQuote(
            price: price, price24hAgo: price24hAgo(in: body, for: pair), currency: pair.currency, pair: pair.name,
            timestamp: now, sourceName: source.name)
    }

    /// Compares `Date` with the time of the price, both by the source's clock, so that the user's does not matter. If either
    /// is missing, only the time in an HTTP cache counts. If the time of the price cannot be read, the price is rejected,
    /// since it could be of any age.
    private func rejectOutdatedPrice(_ body: JSONValue, _ head: ResponseHead) throws(PriceLoadingError) {
        var age = Duration.zero
        if let value = priceTime(in: body), value != .null {
            guard let time = Timestamp(value) else { throw .invalidData("the time of the price cannot be read") }
            age = head.date.map { $0 - time } ?? .zero
        }
        guard age >= .zero - maxPriceAge else { throw .invalidData("price is \(Age(.zero - age)) in the future") }
        let total = max(.zero, age) + head.age
        guard total <= maxPriceAge else { throw .invalidData("price is \(Age(total)) old") }
    }
}

/// Where a source is asked, and with which key.
package struct SourceSettings: Sendable {
    let exchange: any Exchange
    package let endpoint: Endpoint
    package let baseURL: String
    package let key: String?

    /// - Parameter baseURL: as `BaseURL.checked` returns it.
    package init(of exchange: any Exchange, baseURL: String? = nil, key: String? = nil) {
        self.exchange = exchange
        self.baseURL = baseURL ?? exchange.baseURL
        self.key = key
        endpoint = Endpoint(sourceName: exchange.source.name, addressHash: "\(self.baseURL.utf8.fnv1a)")
    }
}
