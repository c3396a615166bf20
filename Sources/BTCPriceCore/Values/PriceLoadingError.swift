/// Why a source returned no quote. Its texts contain nothing that the source sent.
package enum PriceLoadingError: Error, Equatable, Sendable {
    /// There was no complete response. The reason is a clause such as `connection refused`.
    case networkFailure(String)
    /// The response was not a 2xx. The hint is what the user can do about it.
    case unexpectedStatus(Int, hint: String? = nil)
    /// HTTP 429 or 418, or the source's own text with another status.
    case rateLimited(status: Int, retryAfter: Duration?)
    /// HTTP 451.
    case blocked
    /// The source was not asked: its rate limit lasts that much longer.
    case skipped(timeLeft: Duration)
    /// The reason is a clause such as `not JSON`.
    case invalidData(String)
    /// The response contains a price that cannot be one: zero, negative, not a number, or with too many digits.
    case invalidPrice
    /// There was no response in that time.
    case timedOut(after: Duration)
}
