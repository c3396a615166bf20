import Foundation

/// A lock that is held although no other program should have it.
private struct LockIsHeld: Error {
    let path: String
}

/// Opens a file and acquires its flock(2) lock, as a run does that never ends. Closing the descriptor releases it.
///
/// Throws if the lock does not become free in 20 seconds, so that no test hangs. A program that another test starts has
/// all descriptors until execve(2).
public func acquireLock(_ path: String) throws -> Int32 {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    for _ in 0..<4000 {
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
        usleep(5000)
    }
    close(descriptor)
    throw LockIsHeld(path: path)
}
