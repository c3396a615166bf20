/// A queue between threads. It is a pipe(2) of pointers, so that the receiver can wait with a deadline on the monotonic
/// clock. It lives as long as a thread uses either end.
package final class Channel<Item: Sendable>: Sendable {
    private static var pointerSize: Int { MemoryLayout<UnsafeMutableRawPointer>.size }

    private let reading: Int32
    private let writing: Int32

    /// Throws if no descriptor is left.
    package init() throws(SystemError) {
        var descriptors: [Int32] = [-1, -1]
        guard pipe(&descriptors) == 0 else { throw .last }
        (reading, writing) = (descriptors[0], descriptors[1])
    }

    deinit {
        while isReadable(timeout: 0) { _ = receive() }
        close(reading)
        close(writing)
    }

    /// Writing a pointer to a pipe is atomic. It does not block either: a pipe has room for 512 pointers or more, and a race
    /// sends at most two for each source.
    package func send(_ item: Item) {
        var pointer = Unmanaged.passRetained(Box(item)).toOpaque()
        while write(writing, &pointer, Self.pointerSize) < 0, errno == EINTR {}
    }

    /// Waits until there is an item.
    package func receive() -> Item {
        var pointer: UnsafeMutableRawPointer?
        while read(reading, &pointer, Self.pointerSize) < 0, errno == EINTR {}
        // The pipe contains nothing but retained boxes, and both of its ends are open.
        return Unmanaged<Box<Item>>.fromOpaque(pointer.unsafelyUnwrapped).takeRetainedValue().item
    }

    /// The oldest item; nil if none has come by `deadline`, counted from the beginning of the run.
    package func receive(until deadline: Duration, on clock: MonotonicClock) -> Item? {
        while !isReadable(timeout: clock.pollTimeout(until: deadline)) {
            if clock.elapsed >= deadline { return nil }
        }
        return receive()
    }

    private func isReadable(timeout: Int32) -> Bool {
        var request = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, timeout) > 0
    }
}
