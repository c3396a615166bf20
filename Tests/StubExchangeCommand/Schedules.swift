import Foundation
import TestSupport

/// Plays random schedules, several at once, each with a cache and an exchange of its own.
///
/// The rules are those of the model check, with real processes, files and locks. Only clock steps are left to that.
final class Schedules: Sendable {
    private static let concurrency = 24

    private let binary: String
    private let count: Int
    private let directory: String

    init(binary: String, count: Int, directory: String) {
        self.binary = binary
        self.count = count
        self.directory = directory
    }

    /// Plays all schedules and prints how the runs ended. Returns whether no rule was broken.
    func run() throws -> Bool {
        var random = SeededGenerator()
        let plans = (0..<count).map { _ in SchedulePlan(&random) }
        let state = Locked((next: 0, endings: Counts(), violations: [String]()))
        _ = onThreads(Self.concurrency) { [binary, directory] _ in
            while true {
                let number = state.withLock { state in
                    defer { state.next += 1 }
                    return state.next
                }
                guard number < plans.count else { return }
                do {
                    let player = try SchedulePlayer(
                        plans[number], binary: binary, home: "\(directory)/schedule-\(number)")
                    try player.play()
                    state.withLock { state in
                        state.endings.add(player.endings)
                        state.violations += player.violations.map { "schedule \(number): \($0)" }
                    }
                } catch {
                    state.withLock { $0.violations.append("schedule \(number): \(error)") }
                }
            }
        }
        let (_, endings, violations) = state.withLock(\.self)
        printAtOnce("\(count) schedules (\(random)): \(endings)")
        violations.prefix(10).forEach(printAtOnce)
        return violations.isEmpty
    }
}
