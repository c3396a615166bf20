import Synchronization

/// A clock that stands still until a test moves it.
final class ManualClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        let offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let id: Int
        let deadline: Instant
        let wake: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var lastID = 0
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())

    var now: Instant { state.withLock(\.now) }
    var minimumResolution: Duration { .zero }
    var sleeperCount: Int { state.withLock(\.sleepers.count) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDue = state.withLock { state in
                    if state.now >= deadline || state.cancelled.contains(id) { return true }
                    state.sleepers.append(Sleeper(id: id, deadline: deadline, wake: continuation))
                    return false
                }
                if isDue { continuation.resume() }
            }
        } onCancel: {
            wake(where: { $0.id == id }) { _ = $0.cancelled.insert(id) }
        }
        try Task.checkCancellation()
    }

    /// Moves the time on, waking whoever is due.
    func advance(to offset: Duration) {
        let now = Instant(offset: offset)
        wake(where: { $0.deadline <= now }) { $0.now = now }
    }

    /// Moves the time on without waking anyone, as on a machine that is busy.
    func oversleep(to offset: Duration) {
        state.withLock { $0.now = Instant(offset: offset) }
    }

    /// Waits, by yielding, until so many sleep.
    func waitForSleepers(_ count: Int) async {
        while sleeperCount < count { await Task.yield() }
    }

    private func wake(where isDue: (Sleeper) -> Bool, after change: (inout State) -> Void) {
        let due = state.withLock { state in
            change(&state)
            let due = state.sleepers.filter(isDue)
            state.sleepers.removeAll(where: isDue)
            return due
        }
        due.forEach { $0.wake.resume() }
    }
}
