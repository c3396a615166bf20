import BTCPriceCore
import Platform

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
        // Sent long ago, or this machine's clock is wrong: `ClockCheck` asks whether the other source says the same.
        if let date = response.head.date, now - date > maxPriceAge { throw .sentLongAgo(quote, sent: date) }
        return quote
    }

    /// The age of a price is how long before the response's `Date` it was made, plus how long HTTP caches have kept the
    /// response. Without a `Date`, this machine's clock takes its place. A time that cannot be read is rejected too: the price
    /// could be of any age.
    private func rejectOutdatedPrice(
        _ time: JSONValue?, _ head: ResponseHead, receivedAt now: Timestamp
    ) throws(PriceLoadingError) {
        var age = Duration.zero
        if let time, time != .null {
            guard let time = Timestamp(time) else { throw .invalidData("the time of the price cannot be read") }
            age = (head.date ?? now) - time
        }
        let blame = head.date == nil && age != .zero ? ", or the clock of this machine is wrong" : ""
        guard age >= .zero - maxPriceAge else {
            throw .invalidData("price is \(Age(.zero - age)) in the future\(blame)")
        }
        // What this machine's clock says contains the time in HTTP caches already.
        let total = head.date == nil ? max(age, head.age) : max(.zero, age) + head.age
        guard total <= maxPriceAge else { throw .invalidData("price is \(Age(total)) old\(blame)") }
    }
}
