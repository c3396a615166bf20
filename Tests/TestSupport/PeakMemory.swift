#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The most memory that this process had so far, in bytes.
public func peakMemory() -> Int {
    var usage = rusage()
    #if canImport(Darwin)
        getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss
    #else
        getrusage(RUSAGE_SELF.rawValue, &usage)
        return usage.ru_maxrss << 10
    #endif
}
