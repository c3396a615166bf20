/// Counts from its creation, cannot be set, and stands still while the machine sleeps. A run creates one before
/// anything else; the run's deadlines are times on that clock.
package struct MonotonicClock: Sendable {
    private let start = Self.now()

    package init() {}

    package var elapsed: Duration { Self.now() - start }

    /// Counted from an unspecified moment.
    static func now() -> Duration {
        #if canImport(Darwin)
            // On macOS, CLOCK_MONOTONIC goes on while the machine sleeps.
            let clock = CLOCK_UPTIME_RAW
        #else
            let clock = CLOCK_MONOTONIC
        #endif
        var time = timespec()
        clock_gettime(clock, &time)
        return .nanoseconds(Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
