#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What `body` took of this thread's processor: other tests run meanwhile, and other programs.
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
