/// The time since its beginning, on a clock that cannot be set and does not advance while the machine sleeps. The run's
/// clock is created before anything else; deadlines are times on that clock.
package struct MonotonicClock: Sendable {
    private let start: Duration

    /// - Parameter delay: how long after now it begins; until then, `elapsed` is negative.
    package init(startingIn delay: Duration = .zero) { start = Self.now() + delay }

    package var elapsed: Duration { Self.now() - start }

    /// The milliseconds from now until `deadline`, for poll(2); rounded up, so that it does not end too early.
    func pollTimeout(until deadline: Duration) -> Int32 {
        let left = min(max(.zero, deadline - elapsed), .milliseconds(Int32.max))
        let (seconds, attoseconds) = (left + .nanoseconds(999_999)).components
        return Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }

    private static func now() -> Duration {
        #if canImport(Darwin)
            // CLOCK_MONOTONIC advances there while the machine sleeps.
            let clock = CLOCK_UPTIME_RAW
        #else
            let clock = CLOCK_MONOTONIC
        #endif
        var time = timespec()
        clock_gettime(clock, &time)
        return .nanoseconds(Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
