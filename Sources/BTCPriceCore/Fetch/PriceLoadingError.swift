/// Why a source returned no quote. A string without a label is the reason, a clause for the user such as `connection refused`,
/// from the adapter that knows it; it contains no text that the source sent.
package enum PriceLoadingError: Error, Equatable, Sendable {
    /// There was no response, or not a complete one.
    case networkFailure(String)
    /// There was no complete response within the duration.
    case timedOut(after: Duration)
    /// A response with a status that is not a success and means none of the cases below, or a request that is not sent because a
    /// setting is not valid.
    case rejected(String)
    /// The source does not serve the user's country or, if that is not certain, possibly does not.
    case blocked(String, isCertain: Bool)
    /// - Parameter duration: how long the source asks to wait; nil if it does not say.
    case rateLimited(String, for: Duration?)
    /// The source was not asked: its rate limit ends after `timeLeft`.
    case skipped(timeLeft: Duration)
    /// There is a response, but no price in it that may be used, for example because the price is too old.
    case invalidData(String)
    /// What is in the place of the price is not a valid one: zero, negative, not a number, or with too many digits.
    case invalidPrice

    /// Whether an attempt to ask the source brought no response, or only a part of it: the cause may be the network, and not the
    /// source.
    package var isWithoutResponse: Bool {
        switch self {
        case .networkFailure, .timedOut: true
        default: false
        }
    }
}
