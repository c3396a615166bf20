#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Keeps programs from inheriting descriptors that were not meant for them: there is a moment between accept(2) or
/// pipe(2) and the mark that keeps a descriptor back. A connection that a program holds open as well never ends for its
/// client.
public enum Inheritance {
    private static let lock = Locked(())

    /// Starts a program while no descriptor comes to be.
    public static func starting<Result>(_ program: () -> Result) -> Result {
        lock.withLock { _ in program() }
    }

    /// Makes descriptors that no program gets to see. What fails leaves its `errno`.
    public static func kept(_ make: () -> [Int32]) -> [Int32] {
        lock.withLock { _ in
            let descriptors = make()
            for descriptor in descriptors where descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
            return descriptors
        }
    }
}
