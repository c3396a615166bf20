#if canImport(Darwin)
    import Darwin

    private typealias ThreadContext = UnsafeMutableRawPointer
#else
    import Glibc

    private typealias ThreadContext = UnsafeMutableRawPointer?
#endif

/// A detached thread.
enum SystemThread {
    static func start(_ body: @escaping @Sendable () -> Void) {
        let work = Unmanaged.passRetained(Work(body))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        guard pthread_create(&thread, nil, runWork, work.toOpaque()) == 0 else { return work.release() }
        #if canImport(Darwin)
            if let thread { pthread_detach(thread) }
        #else
            pthread_detach(thread)
        #endif
    }
}

private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}

private func runWork(_ context: ThreadContext) -> UnsafeMutableRawPointer? {
    let work: UnsafeMutableRawPointer? = context
    if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
    return nil
}
