#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The descriptors of this process that are open, once libraries have opened theirs, which they do at the start.
public func openDescriptors() -> [Int32] {
    var (descriptors, count) = ([Int32](), 0)
    while count < 20 {
        let open = (0..<1024).filter { fcntl($0, F_GETFD) >= 0 }
        count = open == descriptors ? count + 1 : 0
        descriptors = open
        usleep(2000)
    }
    return descriptors
}

/// Uses up the descriptors of this process until only `count` are left. Call it in a process of its own.
public func leaveDescriptors(_ count: Int) {
    _ = openDescriptors()
    var limit = rlimit()
    getrlimit(descriptorLimit, &limit)
    limit.rlim_cur = min(limit.rlim_cur, 256)
    setrlimit(descriptorLimit, &limit)
    var opened: [Int32] = []
    while case let descriptor = open("/dev/null", O_RDONLY), descriptor >= 0 { opened.append(descriptor) }
    precondition(errno == EMFILE)
    for descriptor in opened.suffix(count) { close(descriptor) }
}

#if canImport(Darwin)
    private let descriptorLimit = RLIMIT_NOFILE
#else
    private let descriptorLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
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
