import CPlatform

package enum DetachedThread {
    /// Call this before the first thread: a heap for each thread would be slower than one for all, and an inherited
    /// timer slack could delay each wait.
    package static func prepareForThreads() { cplatform_prepare_for_threads() }

    /// Whether another thread, with a stack of the usual size, could be started now.
    package static var canStartOrdinary: Bool { cplatform_can_start_thread() }

    /// Runs `body` on a new thread with SIGPIPE blocked.
    ///
    /// - Returns: false if no thread could be started.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let box = Unmanaged.passRetained(Box(body))
        let isStarted = cplatform_start_thread(
            { context in
                // The box that was retained for this thread.
                Unmanaged<Box<@Sendable () -> Void>>.fromOpaque(context.unsafelyUnwrapped).takeRetainedValue().item()
                return nil
            }, box.toOpaque())
        if !isStarted { box.release() }
        return isStarted
    }
}

/// So that a value can be passed as a pointer.
final class Box<Item: Sendable>: Sendable {
    let item: Item

    init(_ item: Item) {
        self.item = item
    }
}
