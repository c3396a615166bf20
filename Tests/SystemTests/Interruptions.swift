import Foundation
import System
import Testing

/// Sends signals to the calling thread, two milliseconds apart, that interrupt system calls. Call it in a process of its own.
func interruptThisThread(times count: Int) throws {
    signal(SIGUSR1) { _ in }
    var action = sigaction()
    try #require(sigaction(SIGUSR1, nil, &action) == 0)
    action.sa_flags &= ~SA_RESTART
    try #require(sigaction(SIGUSR1, &action, nil) == 0)
    let thread = ThreadID()
    Thread.detachNewThread {
        for _ in 0..<count {
            Thread.sleep(forTimeInterval: 0.002)
            pthread_kill(thread.value, SIGUSR1)
        }
    }
}

/// A pthread_t is a pointer on macOS. It is only passed on here.
private struct ThreadID: @unchecked Sendable {
    let value = pthread_self()
}
