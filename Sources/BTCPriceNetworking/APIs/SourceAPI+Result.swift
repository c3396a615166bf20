import BTCPriceCore
import Platform

extension SourceAPI {
    /// The quote, which may be doubtful, or why there is none.
    ///
    /// - Parameters:
    ///   - hasKey: whether the request had a key.
    ///   - now: the time of receipt.
    /// - Returns: also `PriceAge.clockDifference`; zero without a quote.
    func result(
        of response: HTTPResponse, for pair: TradingPair, hasKey: Bool, receivedAt now: Timestamp
    ) -> (result: SourceResult, clockDifference: Duration) {
        do throws(PriceLoadingError) {
            let body = try successfulBody(of: response, hasKey: hasKey, receivedAt: now)
            let ticker = try ticker(in: body, for: pair)
            let priceAge = try PriceAge(of: ticker.time, response.head, receivedAt: now)
            try priceAge.check()
            let quote = PriceQuote(
                price: ticker.price, change: ticker.earlierPrice?.change(to: ticker.price), currency: pair.currency,
                pair: pair.name, timestamp: now, sourceName: name)
            let result = SourceResult(quote, ticker.earlierPrice, sentLongAgo: priceAge.sentLongAgo)
            return (result, priceAge.clockDifference)
        } catch {
            return (.failure(error), .zero)
        }
    }

    /// The body of a success. Throws the error of any other response: a rate limit first, then what its status says,
    /// and then what its body reports.
    private func successfulBody(
        of response: HTTPResponse, hasKey: Bool, receivedAt now: Timestamp
    ) throws(PriceLoadingError) -> JSONValue {
        let body = try? JSONValue(parsing: response.body)
        let status = response.status.meaning
        let text = "HTTP \(response.status.code)"
        let limit = body.flatMap(rateLimit)
        if status == .rateLimited || limit != nil {
            let reason = status == .success ? "rate limited" : "\(text) (rate limited)"
            let duration = limit?.end.map { $0 - (response.head.date ?? now) }
            throw .rateLimited(reason, at: now, for: duration ?? response.head.retryDelay(receivedAt: now))
        }
        let report = body.flatMap(errorReport)
        switch status {
        case .success: break
        case .blocked(let isCertain): throw .blocked(text, isCertain: isCertain)
        case .redirect: throw .rejected("\(text) (has moved?)")
        case .unauthorized:
            guard let keyVariable else { throw .rejected(text) }
            throw .rejected(hasKey ? "\(text) (\(keyVariable) is not accepted)" : "\(text) (set \(keyVariable))")
        case .rateLimited, .other: throw .rejected(report.map { "\(text), \($0)" } ?? text)
        }
        guard let body else {
            if response.body.isEmpty, response.head.isFromFirewall { throw .blocked(text, isCertain: false) }
            throw .invalidData(response.body.isEmpty ? "empty" : "not JSON")
        }
        if let report { throw .rejected(report) }
        return body
    }

    /// What to say of an error in the body, such as `the source reports EService:Unavailable`; nil if there is none.
    private func errorReport(in body: JSONValue) -> String? {
        guard let message = errorMessage(in: body), message != .null else { return nil }
        // A message that is not a text has no words.
        let words = message.string ?? []
        return "the source reports \(words.isEmpty ? "an error" : TerminalText.abbreviated(words))"
    }
}
