#if canImport(Darwin)
    import Darwin

    private typealias ThreadContext = UnsafeMutableRawPointer
#else
    import Glibc

    private typealias ThreadContext = UnsafeMutableRawPointer?
#endif

/// A thread that nobody waits for, with SIGPIPE blocked: a peer that went away is an error, not an end.
enum DetachedThread {
    /// For a TLS handshake; what is mapped from the body is mapped elsewhere.
    private static let stackSize = 512 << 10

    /// Whether the thread was started.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return false }
        defer { pthread_attr_destroy(&attributes) }
        guard pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED)) == 0,
            pthread_attr_setstacksize(&attributes, stackSize) == 0
        else { return false }
        let work = Unmanaged.passRetained(Work(body))
        guard create(&attributes, work.toOpaque()) == 0 else {
            work.release()
            return false
        }
        return true
    }

    private static func create(_ attributes: inout pthread_attr_t, _ context: UnsafeMutableRawPointer) -> Int32 {
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        return pthread_create(&thread, &attributes, runWork, context)
    }
}

private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}

private func runWork(_ context: ThreadContext) -> UnsafeMutableRawPointer? {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    // On Linux the pointer may be nil by its type; here it is always the retained work.
    let work: UnsafeMutableRawPointer? = context
    if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
    return nil
}
