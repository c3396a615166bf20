#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Prints a line without buffering it.
func printAtOnce(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}
