/// The time since the run began, on a clock that cannot be set. It does not advance while the machine sleeps.
package struct MonotonicClock: Sendable {
    private let start = Self.now()

    package init() {}

    package var elapsed: Duration { Self.now() - start }

    /// The timeout for poll(2) that ends at `deadline`, counted from the beginning of the run: rounded up, so that it does
    /// not end too early.
    func pollTimeout(until deadline: Duration) -> Int32 {
        let milliseconds = (deadline - elapsed) / .milliseconds(1)
        return Int32(min(max(0, milliseconds.rounded(.up)), Double(Int32.max)))
    }

    private static func now() -> Duration {
        #if canImport(Darwin)
            let clock = CLOCK_UPTIME_RAW
        #else
            let clock = CLOCK_MONOTONIC
        #endif
        var time = timespec()
        clock_gettime(clock, &time)
        return .nanoseconds(Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
