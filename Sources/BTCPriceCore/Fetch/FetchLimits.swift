/// The time limits of a run.
package struct FetchLimits: Equatable, Sendable {
    package static let defaultTimeout = Duration.milliseconds(800)
    package static let defaultMaxTime = Duration.seconds(5)
    /// The user can give no duration longer than this, and no time limit shorter than `minDuration`.
    package static let maxDuration = Duration.seconds(3650 * 86_400)
    package static let minDuration = Duration.milliseconds(1)

    /// An unfinished request is ended about this long before the deadline, so that it can still say how far it came.
    package static let reportTime = Duration.milliseconds(20)

    /// How long a write to the cache or the rate limits waits for another writer at most.
    private static let writeLockTimeout = Duration.milliseconds(250)
    /// A quote that is received at the deadline is stored too: a write may wait until this long after the deadline. The
    /// process has to end within 50 ms of it, and needs the remaining 40 ms for printing.
    private static let writeLockOverrun = Duration.milliseconds(10)

    /// How long to wait for the primary before asking the fallback as well, counted from when a fetch is due: waiting
    /// for the fetch lock and preparing the request are part of it. If it is not less than `maxTime`, the fallback is
    /// asked only if the primary fails, has a doubtful quote or is rate-limited.
    package private(set) var timeout: Duration
    /// The deadline, counted from the beginning of the run.
    package private(set) var maxTime: Duration

    /// With a fallback: without `maxTime`, 5 s, or twice the timeout (at most `maxDuration`) if that is longer; without
    /// `timeout`, 800 ms, or half of `maxTime` if that is shorter. Without a fallback, the shorter one that is given
    /// limits the whole run; 5 s if none is.
    package init(timeout: Duration? = nil, maxTime: Duration? = nil, hasFallback: Bool = true) {
        let twiceTimeout = min(timeout.map { $0 * 2 } ?? .zero, Self.maxDuration)
        let given = hasFallback ? maxTime : [timeout, maxTime].compactMap { $0 }.min()
        let total = given ?? max(Self.defaultMaxTime, twiceTimeout)
        self.maxTime = total
        self.timeout = hasFallback ? timeout ?? min(Self.defaultTimeout, total / 2) : total
    }

    /// The limits of a background refresh, which ends before `RefreshPolicy.interval` is over. A `timeout` that is not
    /// less than `maxTime` stays so; any other becomes at most half of the new `maxTime`, but not less than
    /// `minDuration`.
    package var ofBackgroundRefresh: FetchLimits {
        var limits = self
        limits.maxTime = min(maxTime, RefreshPolicy.interval - .seconds(1))
        limits.timeout = timeout < maxTime ? max(Self.minDuration, min(timeout, limits.maxTime / 2)) : limits.maxTime
        return limits
    }

    /// No second source is asked after this moment. With a `maxTime` of less than 80 ms, it is half of that.
    var latestStart: Duration { max(maxTime / 2, maxTime - Self.reportTime * 2) }

    /// When to stop waiting for the fetch lock. The second half of `maxTime` is left for a fetch.
    var fetchLockDeadline: Duration { maxTime / 2 }

    /// How long a write may wait for its lock; less than usual near the deadline.
    package func writeLockTimeout(elapsed: Duration) -> Duration {
        max(.zero, min(Self.writeLockTimeout, maxTime + Self.writeLockOverrun - elapsed))
    }
}
