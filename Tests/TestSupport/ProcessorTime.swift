#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The processor time that `body` took on this thread. The time that passes depends on other tests and programs.
public func processorTime(_ body: () throws -> Void) rethrows -> Duration {
    let start = spentByThisThread()
    try body()
    return spentByThisThread() - start
}

private func spentByThisThread() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
