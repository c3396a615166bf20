/// The time during which a source must not be asked, because it has reported a rate limit.
package struct RateLimit: Equatable, Sendable {
    static let defaultDuration = Duration.seconds(60)
    static let minDuration = Duration.seconds(1)
    /// No rate limit lasts longer, whatever a source or a file says.
    package static let maxDuration = Duration.seconds(3600)

    package let source: SourceID
    package let begin: Timestamp
    package let end: Timestamp

    package init(_ source: SourceID, from begin: Timestamp, to end: Timestamp) {
        self.source = source
        self.begin = begin
        self.end = end
    }

    /// - Parameter duration: how long the source asks to wait; nil if it does not say. A duration out of the limits above
    ///   is changed to the nearest limit.
    init(_ source: SourceID, from begin: Timestamp, lasting duration: Duration?) {
        let duration = max(duration ?? Self.defaultDuration, Self.minDuration)
        self.init(source, from: begin, to: begin + min(duration, Self.maxDuration))
    }

    /// False if it has ended, or if it begins in the future or is too long: then a clock was or is wrong, or the rate limit was
    /// not written by this program.
    func holds(at now: Timestamp) -> Bool {
        begin <= now && now < end && end - begin <= Self.maxDuration
    }
}
