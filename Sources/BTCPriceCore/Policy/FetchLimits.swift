/// The time limits of a run.
package struct FetchLimits: Equatable, Sendable {
    package static let longest = Duration.seconds(3650 * 86_400)

    /// How long after the deadline a lock may still be waited for: the process must end within 50 ms of the deadline.
    private static let lockMargin = Duration.milliseconds(10)

    /// How long to wait for the primary before the fallback is asked as well. If it is not less than `maxTime`, the
    /// fallback is asked only when the primary fails.
    package let timeout: Duration
    /// The deadline, counted from the beginning of the run.
    package let maxTime: Duration

    /// A limit that is nil follows from the other one.
    package init(timeout: Duration? = nil, maxTime: Duration? = nil) {
        let double = min(timeout.map { $0 * 2 } ?? .zero, Self.longest)
        self.maxTime = maxTime ?? max(FetchWithFallback.defaultMaxTime, double)
        self.timeout = timeout ?? min(FetchWithFallback.defaultTimeout, self.maxTime.half)
    }

    /// The limits after waiting for the fetch lock in vain: the timeout is at most half of the time left.
    func afterWaiting(_ waited: Duration) -> FetchLimits {
        FetchLimits(timeout: min(timeout, max(.zero, maxTime - waited).half), maxTime: maxTime)
    }

    /// How long a lock may be waited for: `limit`, or less if the deadline is near.
    package func lockTimeout(atMost limit: Duration, elapsed: Duration) -> Duration {
        max(.zero, min(limit, maxTime + Self.lockMargin - elapsed))
    }
}
