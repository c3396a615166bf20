import Foundation

/// Whether the tests were built with a sanitizer (`scripts/test --sanitize`), which does not reuse freed memory.
public let isSanitized = ProcessInfo.processInfo.environment["BTCQ_SANITIZED"] != nil

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
