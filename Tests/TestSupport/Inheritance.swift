#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Keeps programs from inheriting descriptors: between accept(2) or pipe(2) and setting FD_CLOEXEC, a program that is
/// started gets the descriptor. A connection that another program holds open as well never ends for its client.
public enum Inheritance {
    // The thread sanitizer takes the address of a value without a size for that of the object.
    private static let lock = Locked(false)

    /// Starts a program while no descriptor is being made.
    public static func starting<Result>(_ program: () -> Result) -> Result {
        lock.withLock { _ in program() }
    }

    /// Both ends of a pipe that no program inherits.
    public static func pipe() -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        let descriptors = kept {
            #if canImport(Darwin)
                Darwin.pipe(&ends)
            #else
                Glibc.pipe(&ends)
            #endif
            return ends
        }
        return (descriptors[0], descriptors[1])
    }

    /// Makes descriptors that no program inherits. After a failure `errno` is that of `make`.
    public static func kept(_ make: () -> [Int32]) -> [Int32] {
        lock.withLock { _ in
            let descriptors = make()
            for descriptor in descriptors where descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
            return descriptors
        }
    }
}
