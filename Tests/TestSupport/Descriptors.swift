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
///
/// - Returns: the descriptors that were opened for that.
@discardableResult
public func leaveDescriptors(_ count: Int) -> [Int32] {
    _ = openDescriptors()
    var limit = rlimit()
    getrlimit(descriptorLimit, &limit)
    limit.rlim_cur = min(limit.rlim_cur, 256)
    setrlimit(descriptorLimit, &limit)
    var opened: [Int32] = []
    while case let descriptor = open("/dev/null", O_RDONLY), descriptor >= 0 { opened.append(descriptor) }
    precondition(errno == EMFILE)
    for descriptor in opened.suffix(count) { close(descriptor) }
    return opened.dropLast(count)
}

#if canImport(Darwin)
    private let descriptorLimit = RLIMIT_NOFILE
#else
    private let descriptorLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
#endif
