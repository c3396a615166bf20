/// Why a source is skipped or asked second, or why no refresh is started, for a while. Runs remember it between them.
package struct BackoffEntry: Equatable, Sendable {
    package enum Reason: String, CaseIterable, Sendable {
        /// HTTP 429 and its like: no run asks the source.
        case rateLimited = "rate-limited"
        /// HTTP 451: the source becomes the fallback.
        case blocked
        /// A fetch that included the source got no quote: shared runs with no more time skip it.
        case failed
        /// A background refresh is running, with the source as its primary: no other one is started.
        case refreshing

        /// The longest time, whatever a source or a file says.
        package var maxDuration: Duration {
            switch self {
            case .rateLimited, .blocked: .seconds(3600)
            case .failed, .refreshing: .seconds(10)
            }
        }
    }

    package let reason: Reason
    package let source: SourceID
    /// Nil if the entry applies to every currency.
    package let currency: Currency?
    package let begin: Timestamp
    package let end: Timestamp
    /// The time that a failed fetch was allowed. The entry applies to runs with no more time than this.
    package let allowedTime: Duration

    package init(
        _ reason: Reason, _ source: SourceID, currency: Currency? = nil, from begin: Timestamp, to end: Timestamp,
        allowedTime: Duration = .zero
    ) {
        self.reason = reason
        self.source = source
        self.currency = currency
        self.begin = begin
        self.end = end
        self.allowedTime = allowedTime
    }

    /// False if it has ended, or if it begins in the future or is too long, and so was written with a wrong clock or not by
    /// this program.
    func applies(at now: Timestamp) -> Bool {
        begin <= now && now < end && end - begin <= reason.maxDuration
    }

    func isAbout(_ reason: Reason, _ source: SourceID, _ currency: Currency?) -> Bool {
        self.reason == reason && self.source == source && self.currency == currency
    }
}
