/// The time during which a source must not be asked.
package struct RateLimit: Equatable, Sendable {
    static let defaultDuration = Duration.seconds(60)
    static let minDuration = Duration.seconds(1)
    /// No rate limit lasts longer, whatever a source or a file says.
    package static let maxDuration = Duration.seconds(3600)

    package let endpoint: Endpoint
    package let begin: Timestamp
    package let end: Timestamp

    package init(_ endpoint: Endpoint, from begin: Timestamp, to end: Timestamp) {
        self.endpoint = endpoint
        self.begin = begin
        self.end = end
    }

    /// - Parameter duration: how long the source asks to wait, if it says; limited to `minDuration`...`maxDuration`.
    init(_ endpoint: Endpoint, from begin: Timestamp, lasting duration: Duration?) {
        let duration = max(duration ?? Self.defaultDuration, Self.minDuration)
        self.init(endpoint, from: begin, to: begin + min(duration, Self.maxDuration))
    }

    /// False too if it begins in the future or is too long: a clock is or was wrong, or another program wrote the file.
    func holds(at now: Timestamp) -> Bool {
        begin <= now && now < end && end - begin <= Self.maxDuration
    }
}
