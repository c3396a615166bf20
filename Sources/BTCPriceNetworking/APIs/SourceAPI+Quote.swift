import BTCPriceCore
import Platform

extension SourceAPI {
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
        case .redirect: throw .rejected("\(text) (has moved?)")
        case .unauthorized:
            let hint = keyVariable.map { hasKey ? " (\($0) is not accepted)" : " (set \($0))" }
            throw .rejected(text + (hint ?? ""))
        case .rateLimited, .other: throw .rejected(text)
        }
        guard let body else {
            if response.body.isEmpty, response.head.isFromFirewall { throw .blocked(text, isCertain: false) }
            throw .invalidData(response.body.isEmpty ? "empty" : "not JSON")
        }
        if let message = errorMessage(in: body), message != .null {
            let words = message.string.flatMap { $0.isEmpty ? nil : TerminalText.abbreviated($0) }
            throw .rejected("the source reports \(words ?? "an error")")
        }
        let price = try price(in: body, for: pair)
        try rejectOutdatedPrice(priceTime(in: body), response.head, receivedAt: now)
        let quote = PriceQuote(
            price: price, change: change(in: body, of: price, for: pair), currency: pair.currency, pair: pair.name,
            timestamp: now, sourceName: name)
        // Sent long ago, or this machine's clock is wrong: `WrongClock` asks whether the other source says the same.
        if let date = response.head.date, now - date > maxPriceAge { throw .sentLongAgo(quote, sent: date) }
        return quote
    }
}
