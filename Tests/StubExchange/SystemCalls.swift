import TestSupport

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// `close(2)`: methods named `close` hide it.
func closeDescriptor(_ descriptor: Int32) {
    close(descriptor)
}

/// `send(2)`, without a SIGPIPE if the client has disconnected.
func sendWithoutSignal(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
        send(descriptor, bytes.baseAddress, bytes.count, 0)
    #else
        send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
}

/// `accept(2)` on a non-blocking socket. The accepted socket is blocking, raises no SIGPIPE, and is not inherited.
func acceptPrivately(_ listener: Int32) -> Int32 {
    let client = Inheritance.kept { [accept(listener, nil, nil)] }[0]
    guard client >= 0 else { return client }
    // On macOS it inherits O_NONBLOCK from the listener.
    _ = fcntl(client, F_SETFL, 0)
    #if canImport(Darwin)
        var yes: Int32 = 1
        setsockopt(client, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
    return client
}

/// A TCP socket that is not inherited, and raises no SIGPIPE.
func makePrivateSocket(_ family: Int32) -> Int32 {
    #if canImport(Darwin)
        let descriptor = Inheritance.kept { [socket(family, SOCK_STREAM, 0)] }[0]
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        return descriptor
    #else
        return socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #endif
}
