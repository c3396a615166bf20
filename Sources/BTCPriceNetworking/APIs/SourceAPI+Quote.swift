import BTCPriceCore

extension SourceAPI {
    /// An older price is rejected: trading has probably halted, or an HTTP cache has kept it. One that is further than this
    /// in the future is rejected too, since its age is unknown.
    var maxPriceAge: Duration { .seconds(900) }

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
            let hint = keyVariable.map { hasKey ? " (\($0) is not accepted)" : " (set \($0))" }
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
            price: price, change: change(in: body, of: price, for: pair), currency: pair.currency, pair: pair.name,
            timestamp: now, sourceName: name)
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
