import BTCPriceCore
import Platform

extension SourceAPI {
    /// What a response leads to: a rate limit first, then any other status, then the body.
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
            let (price, earlierPrice) = (ticker.price, ticker.earlierPrice)
            let priceAge = try PriceAge(of: ticker.time, response.head, receivedAt: now)
            try priceAge.check()
            details.clockDifference = priceAge.clockDifference
            let quote = PriceQuote(
                price: price, change: earlierPrice?.change(to: price), currency: pair.currency, pair: pair.name,
                timestamp: now, sourceName: name)
            let isContradicted = earlierPrice?.isContradicted(by: price) == true
            let doubt = Doubt(unlike: isContradicted ? earlierPrice : nil, sent: priceAge.sentLongAgo)
            return doubt.map { .doubtful(quote, $0, earlierPrice) } ?? .quote(quote, earlierPrice)
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
        let message = body.flatMap(errorMessage).flatMap { $0 == .null ? nil : $0 }
        let words = message?.string.flatMap { $0.isEmpty ? nil : TerminalText.abbreviated($0) }
        switch status {
        case .success: break
        case .blocked(let isCertain): throw .blocked(text, isCertain: isCertain)
        case .redirect: throw .rejected("\(text) (has moved?)")
        case .unauthorized:
            let hint = keyVariable.map { hasKey ? " (\($0) is not accepted)" : " (set \($0))" }
            throw .rejected(text + (hint ?? ""))
        case .rateLimited, .other: throw .rejected(text + (words.map { ", the source reports \($0)" } ?? ""))
        }
        guard let body else {
            if response.body.isEmpty, response.head.isFromFirewall { throw .blocked(text, isCertain: false) }
            throw .invalidData(response.body.isEmpty ? "empty" : "not JSON")
        }
        if message != nil { throw .rejected("the source reports \(words ?? "an error")") }
        return body
    }
}
