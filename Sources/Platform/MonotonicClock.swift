/// The time since its beginning, on a clock that cannot be set and does not advance while the machine sleeps. The run's
/// clock is created before anything else; deadlines are times on that clock.
package struct MonotonicClock: Sendable {
    private let start = Self.now()

    package init() {}

    package var elapsed: Duration { Self.now() - start }

    static func now() -> Duration {
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
