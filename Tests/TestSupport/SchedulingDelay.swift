import Foundation

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
