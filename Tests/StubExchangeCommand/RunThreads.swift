import Foundation

/// Runs a body `count` times at once, and waits for all of them.
func runThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let threads = (0..<count).map { index in Thread { body(index) } }
    threads.forEach { $0.start() }
    for thread in threads { while !thread.isFinished { usleep(1000) } }
}
