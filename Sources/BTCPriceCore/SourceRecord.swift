/// What is remembered of a source from run to run: why it is to be left alone, and until when.
public struct SourceRecord: Equatable, Sendable {
    /// Why a source is to be left alone.
    public enum Reason: String, CaseIterable, Sendable {
        /// It said that we ask too often: not asked by any run.
        case limited
        /// It does not answer people where we are: asked second.
        case refused
        /// A whole fetch, with this source in it, gave no quote: not asked by runs that may do without.
        case failed

        /// How long at most, whatever a source or a file says.
        public var maxDuration: Duration {
            switch self {
            case .limited, .refused: .seconds(3600)
            case .failed: .seconds(10)
            }
        }

        /// For `not asked for another 8s (rate limited)`.
        var words: String {
            switch self {
            case .limited: "rate limited"
            case .refused: "refused us"
            case .failed: "no answer just now"
            }
        }
    }

    /// How long a source that names no time is left alone when it limits us.
    static let defaultWait = Duration.seconds(60)

    private let ends: [Reason: Timestamp]

    /// A record with what is in `ends`.
    public init(_ ends: [Reason: Timestamp]) {
        self.ends = ends
    }

    /// When the reason passes; nil where it does not stand in the record.
    public func end(of reason: Reason) -> Timestamp? { ends[reason] }

    /// How long the reason still holds; nil where it does not. An end further off than the reason allows is a wrong
    /// clock or a planted file, and void.
    func remaining(_ reason: Reason, at now: Timestamp) -> Duration? {
        guard let end = ends[reason] else { return nil }
        let remaining = end - now
        return remaining > .zero && remaining <= reason.maxDuration ? remaining : nil
    }

    /// The record after a source gave no quote, nil where there is nothing to remember.
    ///
    /// - Parameter fetchFailed: whether no other source gave one either.
    func after(_ error: PriceLoadingError, fetchFailed: Bool, at now: Timestamp) -> SourceRecord? {
        var ends = ends.filter { remaining($0.key, at: now) != nil }
        switch error {
        case .leftAlone: break
        case .rateLimited(_, let retryAfter):
            let wait = retryAfter.flatMap { $0 > .zero ? $0 : nil } ?? Self.defaultWait
            ends = [.limited: now + min(wait, Reason.limited.maxDuration)]
        case .refused:
            ends[.refused] = now + Reason.refused.maxDuration
            fallthrough
        default:
            if fetchFailed, ends[.limited] == nil { ends[.failed] = now + Reason.failed.maxDuration }
        }
        return ends.isEmpty ? nil : SourceRecord(ends)
    }
}
