/// Why a source gave no quote, in words that hold nothing the source sent.
public enum PriceLoadingError: Error, Equatable, Sendable {
    /// No complete answer came: the words say why, such as `connection refused`.
    case networkFailure(String)
    /// The answer was not a 2xx; the hint, if any, says what the user can do.
    case unexpectedStatus(Int, hint: String? = nil)
    /// The source limits us, told by a status or in its own words, and for how long if it said so.
    case rateLimited(status: Int, retryAfter: Duration?)
    /// The source does not answer people where we are (HTTP 451).
    case refused
    /// The source was not asked: so long it is still to be left alone, and why.
    case leftAlone(Duration, because: SourceRecord.Reason)
    /// The answer was not what this source sends: the words say what is wrong.
    case invalidData(String)
    /// The answer holds a price that cannot be one: zero, negative, not a number, too many digits.
    case invalidPrice
    /// Nothing came in the time there was.
    case noAnswer(within: Duration)
}

extension PriceLoadingError: CustomStringConvertible {
    /// One short clause, for `btcq: no quote: binance: HTTP 451`.
    public var description: String {
        switch self {
        case .networkFailure(let reason): reason
        case .unexpectedStatus(let status, let hint?): "HTTP \(status) (\(hint))"
        case .unexpectedStatus(let status, nil): "HTTP \(status)"
        case .rateLimited(status: 200, _): "rate limited"
        case .rateLimited(let status, _): "HTTP \(status) (rate limited)"
        case .refused: "HTTP 451"
        case .leftAlone(let time, let reason): "not asked for another \(time.brief) (\(reason.words))"
        case .invalidData(let reason): "invalid data (\(reason))"
        case .invalidPrice: "invalid data (not a price)"
        case .noAnswer(let time): "no answer in \(time.brief)"
        }
    }
}
