import CRuntime

/// The time since it was started, on a clock that nobody sets.
struct Stopwatch: Sendable {
    private let start = crt_now()

    var elapsed: Duration { .nanoseconds(crt_now() - start) }

    /// A moment of it on the clock of `CRuntime`.
    func moment(_ elapsed: Duration) -> Int64 {
        let (seconds, attoseconds) = elapsed.components
        let (nanoseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .max : start.addingReportingOverflow(nanoseconds + attoseconds / 1_000_000_000).partialValue
    }
}
