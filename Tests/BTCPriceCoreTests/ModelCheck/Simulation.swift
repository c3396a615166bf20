import Foundation

/// Runs several bodies of synchronous code in virtual time. Only one of them runs at any moment, and each runs until it
/// waits, so a schedule is repeatable.
final class Simulation: @unchecked Sendable {
    /// One body, on a thread of its own.
    final class Task: @unchecked Sendable {
        fileprivate let turn = DispatchSemaphore(value: 0)
        fileprivate var wakeTime: Duration
        fileprivate var condition: (() -> Bool)?
        fileprivate var isFinished = false
        /// From then on it is not resumed, like a process that was sent SIGSTOP.
        var stop: Range<Duration>?

        fileprivate init(startTime: Duration) {
            wakeTime = startTime
        }
    }

    /// The virtual time since the beginning.
    private(set) var now = Duration.zero
    private let end = DispatchSemaphore(value: 0)
    private var tasks: [Task] = []

    /// Adds a body that starts at `startTime`. It may be called while the simulation runs.
    @discardableResult
    func add(at startTime: Duration, _ body: @escaping @Sendable (Task) -> Void) -> Task {
        let task = Task(startTime: startTime)
        tasks.append(task)
        let thread = Thread {
            task.turn.wait()
            body(task)
            task.isFinished = true
            self.resumeNext()
        }
        thread.start()
        return task
    }

    /// Runs until all bodies have ended.
    func run() {
        resumeNext()
        end.wait()
    }

    /// Suspends the calling body until `time`, or until the condition is true.
    func wait(_ task: Task, until time: Duration, or condition: (() -> Bool)? = nil) {
        task.wakeTime = time
        task.condition = condition
        resumeNext()
        task.turn.wait()
    }

    /// Resumes the body that is to run next, which may be the calling one.
    private func resumeNext() {
        let next = tasks.filter { !$0.isFinished }.min { wakeTime(of: $0) < wakeTime(of: $1) }
        guard let next else {
            end.signal()
            return
        }
        now = max(now, wakeTime(of: next))
        next.turn.signal()
    }

    private func wakeTime(of task: Task) -> Duration {
        let isReady = task.condition?() == true
        let time = isReady ? min(now, task.wakeTime) : task.wakeTime
        guard let stop = task.stop, stop.contains(max(time, now)) else { return max(time, now) }
        return stop.upperBound
    }
}
