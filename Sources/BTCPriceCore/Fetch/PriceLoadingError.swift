/// Why a source returned no quote. A string is the reason, for people, such as `connection refused`.
package enum PriceLoadingError: Error, Equatable, Sendable {
    /// No response, or an incomplete one.
    case networkFailure(String)
    /// No complete response in this time. The string says what had not happened by then, such as `no connection`.
    case timedOut(String = "no response", after: Duration)
    /// An error of the source, by status or in words, a setting that is not valid, or a library that cannot be used.
    case rejected(String)
    /// The user's country is not served: certainly, or perhaps.
    case blocked(String, isCertain: Bool)
    /// The source limits requests. `at`: when its response was received; `for`: how long it asks to wait, if it says.
    case rateLimited(String, at: Timestamp, for: Duration?)
    /// Not asked: its rate limit lasts for another `timeLeft`.
    case skipped(timeLeft: Duration)
    /// Not asked: the other source returned a quote in time, or no time was left.
    case notAsked
    /// A response without a usable price: one that is too old, for example.
    case invalidData(String)
    /// Zero, negative, not a number, or with too many digits or an exponent out of range.
    case invalidPrice

    /// No response, or only a part of one: the cause may be the network.
    package var isWithoutResponse: Bool {
        switch self {
        case .networkFailure, .timedOut: true
        default: false
        }
    }

    /// Whether the source was asked and answered with a rate limit; false for one that was skipped.
    var isNewRateLimit: Bool {
        if case .rateLimited = self { true } else { false }
    }
}
