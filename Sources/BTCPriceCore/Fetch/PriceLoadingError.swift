/// Why a source returned no quote. A reason is a clause for the user, such as `connection refused`, by the adapter that knows
/// it; it contains nothing that the source sent.
package enum PriceLoadingError: Error, Equatable, Sendable {
    /// There was no response, or not a complete one.
    case networkFailure(String)
    /// There was no response in that time.
    case timedOut(after: Duration)
    /// A response with an error status, or a request that cannot be sent.
    case rejected(String)
    /// The source does not serve this country, or may not serve it.
    ///
    /// - Parameter hint: which of the two, such as `blocked?`; the command line adds `try --source NAME`.
    case blocked(String, hint: String)
    /// - Parameter duration: how long the source asks to wait; nil if it does not say.
    case rateLimited(String, for: Duration?)
    /// The source was not asked: its rate limit lasts that much longer.
    case skipped(timeLeft: Duration)
    case invalidData(String)
    /// The response contains a price that cannot be one: zero, negative, not a number, or with too many digits.
    case invalidPrice

    /// Whether there was no complete response, which may have other causes than the source.
    package var isWithoutResponse: Bool {
        switch self {
        case .networkFailure, .timedOut: true
        default: false
        }
    }
}
