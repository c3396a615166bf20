import Foundation

/// Whether the tests were built with a sanitizer, as `scripts/test --sanitize` has it: such a one keeps what is freed.
public let isSanitized = ProcessInfo.processInfo.environment["BTCQ_SANITIZED"] != nil

/// The most memory that this process had so far, in bytes; nil where the system does not tell.
public func peakMemory() -> Int? {
    #if canImport(Darwin)
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss
    #else
        // getrusage(2) counts in what the process was before execve(2): a copy of the one that started it.
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
    #endif
}
