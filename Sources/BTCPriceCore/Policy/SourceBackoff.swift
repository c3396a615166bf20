/// Why a source is skipped or asked second for a while.
package enum BackoffReason: String, CaseIterable, Sendable {
    /// HTTP 429 and its like: no run asks the source.
    case rateLimited = "limited"
    /// HTTP 451: the source is asked second.
    case blocked = "refused"
    /// A fetch that included the source got no quote: runs that may skip the fetch do not ask it.
    case failed

    /// The longest time, whatever a source or a file says.
    package var maxDuration: Duration {
        switch self {
        case .rateLimited, .blocked: .seconds(3600)
        case .failed: .seconds(10)
        }
    }
}

/// The back-off of one source, remembered between runs.
package struct SourceBackoff: Equatable, Sendable {
    /// For a rate limit without a `Retry-After`.
    static let defaultDuration = Duration.seconds(60)

    private let ends: [BackoffReason: Timestamp]

    package init(_ ends: [BackoffReason: Timestamp]) {
        self.ends = ends
    }

    package func end(of reason: BackoffReason) -> Timestamp? { ends[reason] }

    /// How long the reason still applies. An end that is further away than the reason allows was written with a wrong
    /// clock, or not by this program, and is invalid.
    func remaining(_ reason: BackoffReason, at now: Timestamp) -> Duration? {
        guard let end = ends[reason] else { return nil }
        let remaining = end - now
        return remaining > .zero && remaining <= reason.maxDuration ? remaining : nil
    }

    /// The back-off after a source returned an error; nil if there is nothing to remember.
    ///
    /// - Parameter fetchFailed: whether no other source returned a quote either.
    func after(_ error: PriceLoadingError, fetchFailed: Bool, at now: Timestamp) -> SourceBackoff? {
        var ends = ends.filter { remaining($0.key, at: now) != nil }
        switch error {
        case .skipped: break
        case .rateLimited(_, let retryAfter):
            let duration = retryAfter.flatMap { $0 > .zero ? $0 : nil } ?? Self.defaultDuration
            ends = [.rateLimited: now + min(duration, BackoffReason.rateLimited.maxDuration)]
        case .blocked:
            ends[.blocked] = now + BackoffReason.blocked.maxDuration
            fallthrough
        default:
            if fetchFailed, ends[.rateLimited] == nil { ends[.failed] = now + BackoffReason.failed.maxDuration }
        }
        return ends.isEmpty ? nil : SourceBackoff(ends)
    }
}
