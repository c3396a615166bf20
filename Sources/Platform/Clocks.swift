/// Measures the time since it was created. It cannot be set, and does not advance while the machine sleeps. The clock of a run
/// is created before anything else; deadlines are times on the run's clock.
package struct MonotonicClock: Sendable {
    private let start = Self.now()

    package init() {}

    package var elapsed: Duration { Self.now() - start }

    /// The time on the system's monotonic clock, which begins at an unspecified moment.
    static func now() -> Duration {
        #if canImport(Darwin)
            // On macOS, CLOCK_MONOTONIC advances while the machine sleeps.
            let clock = CLOCK_UPTIME_RAW
        #else
            let clock = CLOCK_MONOTONIC
        #endif
        var time = timespec()
        clock_gettime(clock, &time)
        return .nanoseconds(Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}

package enum WallClock {
    /// The time since the beginning of 1970, in UTC.
    package static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
