import BTCPriceCore

extension PriceLoadingError {
    /// One short clause, such as `HTTP 500` in `btcq: no quote: binance: HTTP 500`.
    ///
    /// - Parameter otherSource: the source that a hint names, if this one is blocked; nil: no hint.
    func text(otherSource: String?) -> String {
        switch self {
        case .networkFailure(let reason), .rejected(let reason), .rateLimited(let reason, _): reason
        case .blocked(let reason, let hint):
            if let otherSource { "\(reason) (\(hint) try --source \(otherSource))" } else { reason }
        case .skipped(let timeLeft): "rate limited for another \(timeLeft.text)"
        case .invalidData(let reason): "invalid data (\(reason))"
        case .invalidPrice: "invalid data (not a price)"
        case .timedOut(let time): "no response in \(time.text)"
        }
    }
}
