import BTCPriceCore
import Platform

extension SourceAPI {
    /// The quote, or why there is none: a rate limit first, then any other status, then the body.
    ///
    /// - Parameters:
    ///   - hasKey: whether the request had a key.
    ///   - now: the time of receipt.
    ///   - details: receive how far this machine's clock differs from the source's.
    func result(
        of response: HTTPResponse, for pair: TradingPair, hasKey: Bool, receivedAt now: Timestamp,
        _ details: inout RequestDetails
    ) -> SourceResult {
        do throws(PriceLoadingError) {
            let body = try successfulBody(of: response, hasKey: hasKey, receivedAt: now)
            let ticker = try ticker(in: body, for: pair)
            let priceAge = try PriceAge(of: ticker.time, response.head, receivedAt: now)
            try priceAge.check()
            details.clockDifference = priceAge.clockDifference
            let (price, earlierPrice) = (ticker.price, ticker.earlierPrice)
            let quote = PriceQuote(
                price: price, change: earlierPrice?.change(to: price), currency: pair.currency, pair: pair.name,
                timestamp: now, sourceName: name)
            let contradicting = earlierPrice.flatMap { $0.isContradicted(by: price) ? $0 : nil }
            guard let doubt = Doubt(unlike: contradicting, sent: priceAge.sentLongAgo) else {
                return .quote(quote, earlierPrice)
            }
            return .doubtful(quote, doubt, earlierPrice)
        } catch {
            return .failure(error)
        }
    }

    /// Throws the error that status, headers or body report.
    private func successfulBody(
        of response: HTTPResponse, hasKey: Bool, receivedAt now: Timestamp
    ) throws(PriceLoadingError) -> JSONValue {
        let body = try? JSONValue(parsing: response.body)
        let status = response.status.meaning
        let text = "HTTP \(response.status.code)"
        let reported = body.flatMap(rateLimit)
        if status == .rateLimited || reported != nil {
            let reason = status == .success ? "rate limited" : "\(text) (rate limited)"
            let duration = reported?.end.map { $0 - (response.head.date ?? now) }
            throw .rateLimited(reason, at: now, for: duration ?? response.head.retryDelay(receivedAt: now))
        }
        let message = body.flatMap(errorMessage) ?? .null
        var words: String?
        if let text = message.string, !text.isEmpty { words = TerminalText.abbreviated(text) }
        switch status {
        case .success: break
        case .blocked(let isCertain): throw .blocked(text, isCertain: isCertain)
        case .redirect: throw .rejected("\(text) (has moved?)")
        case .unauthorized:
            guard let keyVariable else { throw .rejected(text) }
            throw .rejected(hasKey ? "\(text) (\(keyVariable) is not accepted)" : "\(text) (set \(keyVariable))")
        case .rateLimited, .other: throw .rejected(words.map { "\(text), the source reports \($0)" } ?? text)
        }
        guard let body else {
            if response.body.isEmpty, response.head.isFromFirewall { throw .blocked(text, isCertain: false) }
            throw .invalidData(response.body.isEmpty ? "empty" : "not JSON")
        }
        if message != .null { throw .rejected("the source reports \(words ?? "an error")") }
        return body
    }
}
