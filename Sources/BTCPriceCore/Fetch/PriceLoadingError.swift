/// Why a source returned no quote. A reason is a clause for the user, such as `connection refused`, by the adapter that knows
/// it; it contains no text that the source sent.
package enum PriceLoadingError: Error, Equatable, Sendable {
    /// There was no response, or not a complete one.
    case networkFailure(String)
    /// There was no response in that time.
    case timedOut(after: Duration)
    /// A response with a status that is not a success, or a request that is not sent because a setting is not valid.
    case rejected(String)
    /// The source does not serve the user's country, or possibly does not.
    ///
    /// - Parameter hint: which of the two, such as `blocked?`; the command line adds `try --source NAME`, or omits
    ///   it if there is no other source.
    case blocked(String, hint: String)
    /// - Parameter duration: how long the source asks to wait; nil if it does not say.
    case rateLimited(String, for: Duration?)
    /// The source was not asked: its rate limit lasts that much longer.
    case skipped(timeLeft: Duration)
    case invalidData(String)
    /// What is in the place of the price is not a valid one: zero, negative, not a number, or with too many digits.
    case invalidPrice

    /// Whether the source was asked, and no complete response came: the cause may be the network, and not the source.
    package var isWithoutResponse: Bool {
        switch self {
        case .networkFailure, .timedOut: true
        default: false
        }
    }
}
