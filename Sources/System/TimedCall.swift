package enum TimedCall {
    /// Runs `body` on a thread of its own, and abandons it at `deadline`, counted from the beginning of the run.
    ///
    /// - Returns: nil if it has not returned by then, or if no thread can be started.
    package static func run<Result: Sendable>(
        deadline: Duration, clock: MonotonicClock, _ body: @escaping @Sendable () -> Result
    ) -> Result? {
        guard let channel = try? Channel<Result>(), DetachedThread.start({ channel.send(body()) }) else { return nil }
        return channel.receive(until: deadline, on: clock)
    }
}
