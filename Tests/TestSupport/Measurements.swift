import Foundation

/// Whether the tests were built with a sanitizer (`scripts/test --sanitize`), which does not reuse freed memory.
public let isSanitized = ProcessInfo.processInfo.environment["BTCQ_SANITIZED"] != nil

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

/// For how long, of all time so far, anything on this machine has waited for a processor, for memory or for a file: the
/// pressure stall information of Linux. Nil if the system does not report it.
public func machineDelay() -> Duration? {
    var total = Duration.zero
    for resource in ["cpu", "io", "memory"] {
        // some avg10=0.00 avg60=0.00 avg300=0.00 total=1234
        let text = try? String(contentsOfFile: "/proc/pressure/\(resource)", encoding: .utf8)
        let line = text?.split(separator: "\n").first
        guard let microseconds = line?.split(separator: "=").last.flatMap({ Int64($0) }) else { return nil }
        total += .microseconds(microseconds)
    }
    return total
}
