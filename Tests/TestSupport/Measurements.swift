import Foundation

/// Whether the tests were built with a sanitizer (`scripts/test --sanitize`), which does not reuse freed memory.
public let isSanitized = ProcessInfo.processInfo.environment["BTCQ_SANITIZED"] != nil

/// Whether the tests are part of `scripts/soak`, which may take longer.
public let isSoak = ProcessInfo.processInfo.environment["BTCQ_SOAK"] != nil

/// The most memory that this process has used so far, in bytes; nil if the system does not report it.
public func peakMemory() -> Int? {
    #if canImport(Darwin)
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss
    #else
        // getrusage(2) includes the time before execve(2), when the process was a copy of its parent.
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
    #endif
}

/// The processor time that `body` took on this thread. The time that passes depends on other tests and programs.
public func processorTime(_ body: () throws -> Void) rethrows -> Duration {
    let start = spentByThisThread()
    try body()
    return spentByThisThread() - start
}

/// Whether `body` takes time in proportion to the size that it is given. Four times the size then takes about four times as
/// long, and sixteen times if the time grows with the square. The best of some attempts counts.
public func isLinear(_ body: (_ size: Int) -> Void) -> Bool {
    (0..<5).contains { _ in
        let times = [4000, 16_000].map { size in processorTime { body(size) } }
        return times[1] < times[0] * 6
    }
}

private func spentByThisThread() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// Whether more than two programs per processor have wanted to run in the last minute. Programs then wait for memory and
/// files too, and the system does not report for how long.
public var isMachineBusy: Bool {
    var load = 0.0
    return getloadavg(&load, 1) == 1 && load > Double(2 * ProcessInfo.processInfo.activeProcessorCount)
}

/// What the rest of the machine takes from a process; zero where the system does not report it.
public enum SchedulingDelay {
    /// How long a thread has been ready and not running so far: the second number of Linux's `schedstat`.
    ///
    /// - Parameter thread: the number of a process for its first thread, or `thread-self`.
    public static func delay(of thread: String) -> Duration {
        let numbers = (try? String(contentsOfFile: "/proc/\(thread)/schedstat", encoding: .utf8))?.split(separator: " ")
        return numbers.flatMap { $0.count > 1 ? Int64($0[1]) : nil }.map(Duration.nanoseconds) ?? .zero
    }

    /// How long the host of a virtual machine has used its processors for others so far, all of them together, in steps of
    /// 10 ms: the eighth number of Linux's `/proc/stat`. It is not part of any thread's own delay.
    public static func stolen() -> Duration {
        let line = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8))?.prefix { $0 != "\n" }
        let numbers = line?.split(separator: " ").dropFirst().compactMap { Int64($0) } ?? []
        return numbers.count > 7 ? .milliseconds(10 * numbers[7]) : .zero
    }
}
