import BTCPriceCore
import BTCPriceJSON

extension Exchange {
    /// A price that was older than this when the response was received is not accepted: trading has probably halted, or an
    /// HTTP cache has kept the response. Nor is a price that is further in the future: then its time is no evidence.
    var maxPriceAge: Duration { .seconds(900) }

    /// The quote in a response, or why it cannot be used: a rate limit first, then any other status, then the body.
    ///
    /// - Parameters:
    ///   - hasKey: whether the request carried an API key.
    ///   - now: the time of receipt.
    func quote(
        in response: HTTPResponse, for pair: TradingPair, hasKey: Bool, receivedAt now: Timestamp
    ) throws(PriceLoadingError) -> PriceQuote {
        let body = try? JSONValue(parsing: response.body)
        let status = response.status
        if HTTPStatus.isRateLimit(status) || body.map(isRateLimitError) == true {
            let reason = HTTPStatus.isSuccess(status) ? "rate limited" : "HTTP \(status) (rate limited)"
            throw .rateLimited(reason, for: response.head.retryDelay(receivedAt: now))
        }
        if HTTPStatus.isBlocked(status) {
            throw .blocked("HTTP \(status)", isCertain: HTTPStatus.isBlockedForLegalReasons(status))
        }
        guard HTTPStatus.isSuccess(status) else {
            throw .rejected("HTTP \(status)" + (hint(forStatus: status, hasKey: hasKey).map { " (\($0))" } ?? ""))
        }
        guard let body else { throw .invalidData(response.body.isEmpty ? "empty" : "not JSON") }
        let price = try price(in: body, for: pair)
        try rejectOutdatedPrice(body, response.head)
        return PriceQuote(
            price: price, priceBefore: priceBefore(in: body), currency: pair.currency, pair: pair.name, timestamp: now,
            source: source.name)
    }

    /// What the user can do about a status.
    private func hint(forStatus status: Int, hasKey: Bool) -> String? {
        if HTTPStatus.isRedirect(status) { return "captive portal?" }
        guard HTTPStatus.isUnauthorized(status), let variable = source.keyVariable else { return nil }
        return hasKey ? "\(variable) is not accepted" : "set \(variable)"
    }

    /// Compares two times of the source's own clock, so that the user's clock does not matter. Without either of them, only the
    /// time in an HTTP cache counts.
    private func rejectOutdatedPrice(_ body: JSONValue, _ head: ResponseHead) throws(PriceLoadingError) {
        let age = if let date = head.date, let time = priceTime(in: body) { date - time } else { Duration.zero }
        guard age >= .zero - maxPriceAge else { throw .invalidData("price is \(Age(.zero - age)) in the future") }
        let total = max(.zero, age) + head.age
        guard total <= maxPriceAge else { throw .invalidData("price is \(Age(total)) old") }
    }
}
