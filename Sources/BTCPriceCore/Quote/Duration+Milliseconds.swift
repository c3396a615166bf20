extension Duration {
    /// Whole milliseconds, rounded down.
    package var milliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }

    /// Half of it, without fractions of a millisecond that it had. `/` is generic, and costs a cached run eight page faults.
    package var half: Duration { .microseconds(milliseconds * 500) }
}
