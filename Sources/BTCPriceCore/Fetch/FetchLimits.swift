/// The time limits of a run.
package struct FetchLimits: Equatable, Sendable {
    package static let defaultTimeout = Duration.milliseconds(800)
    package static let defaultMaxTime = Duration.seconds(5)
    /// No duration that the user gives may be longer than this, or shorter than `minDuration` if it is a time limit.
    package static let maxDuration = Duration.seconds(3650 * 86_400)
    package static let minDuration = Duration.milliseconds(1)

    /// How long a write to the cache or to the rate limits waits for another writer.
    private static let writeLockTimeout = Duration.milliseconds(250)
    /// How long after the deadline such a write may still wait: a quote that is received at the deadline has to be stored too.
    /// The process ends at most 50 ms after its deadline; the rest of them is for printing.
    private static let writeLockOverrun = Duration.milliseconds(10)

    /// How long to wait for the primary before the fallback is asked as well, counted from the request to the primary. The time
    /// for which the run has waited for the fetch lock is subtracted. If the timeout is not less than `maxTime`, the fallback is
    /// asked only when the primary fails. Without a fallback, the timeout has no effect but that on `maxTime`; see `init`.
    package let timeout: Duration
    /// The deadline, counted from the beginning of the run.
    package let maxTime: Duration

    /// A `maxTime` that is nil becomes its default or, if that is longer, twice the timeout, but at most `maxDuration`. A
    /// `timeout` that is nil becomes its default or, if that is shorter, half of `maxTime`. Without a fallback, though, `maxTime`
    /// is the shorter one of the limits that are given, if any is.
    package init(timeout: Duration? = nil, maxTime: Duration? = nil, hasFallback: Bool = true) {
        let twiceTimeout = min(timeout.map { $0 * 2 } ?? .zero, Self.maxDuration)
        let given = hasFallback ? maxTime : [timeout, maxTime].compactMap { $0 }.min()
        self.maxTime = given ?? max(Self.defaultMaxTime, twiceTimeout)
        self.timeout = timeout ?? min(Self.defaultTimeout, self.maxTime / 2)
    }

    /// When a run stops waiting for the fetch lock, counted from its beginning. The second half of `maxTime` is left for a fetch
    /// of its own.
    var fetchLockDeadline: Duration { maxTime / 2 }

    /// How long a write may wait for the lock of its file; less than usual if the deadline is near.
    package func writeLockTimeout(elapsed: Duration) -> Duration {
        max(.zero, min(Self.writeLockTimeout, maxTime + Self.writeLockOverrun - elapsed))
    }
}
