import BTCPriceCore

extension PriceLoadingError {
    /// One short clause, as in `btcq: no quote: binance: HTTP 500`.
    ///
    /// - Parameter otherSource: a source that takes no part in the run and may not be blocked.
    func text(otherSource: String?) -> String {
        switch self {
        case .networkFailure(let reason): reason
        case .unexpectedStatus(let status, let hint?): "HTTP \(status) (\(hint))"
        case .unexpectedStatus(let status, nil): "HTTP \(status)"
        case .rateLimited(status: 200, _): "rate limited"
        case .rateLimited(let status, _): "HTTP \(status) (rate limited)"
        case .blocked:
            "HTTP 451" + (otherSource.map { " (blocked in this country; try --source \($0))" } ?? "")
        case .skipped(let timeLeft): "rate limited for another \(timeLeft.roundedText)"
        case .invalidData(let reason): "invalid data (\(reason))"
        case .invalidPrice: "invalid data (not a price)"
        case .timedOut(let time): "no response in \(time.roundedText)"
        }
    }
}
