import Foundation

/// Calls `body` with each number below `count`, each time on a thread of its own, and waits for all of them. On a
/// machine with few processors, `concurrentPerform` may call it on one thread only.
///
/// - Returns: the errors.
public func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) -> [any Error] {
    let (group, errors) = (DispatchGroup(), Locked<[any Error]>([]))
    for number in 0..<count {
        group.enter()
        Thread.detachNewThread {
            defer { group.leave() }
            do { try body(number) } catch { errors.withLock { $0.append(error) } }
        }
    }
    group.wait()
    return errors.withLock { $0 }
}
