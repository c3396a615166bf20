import Foundation
import StubExchange
import TestSupport

/// Prompts with `--background` from many shells at once, on an exchange that responds and on one that fails.
final class Crowd: Sendable {
    private static let shells = 20
    private static let limit = Duration.milliseconds(100)
    /// Within this time after the last prompt, all background refreshes end.
    private static let refreshLimit = Duration.seconds(10)

    private let binary: String
    private let prompts: Int
    private let duration: Duration
    private let directory: String

    /// - Parameter prompts: their number for each exchange, all shells together.
    init(binary: String, prompts: Int, duration: Duration, directory: String) {
        self.binary = binary
        self.prompts = prompts
        self.duration = duration
        self.directory = directory
    }

    /// Runs all prompts and prints what they came to. Returns whether that is within the bounds.
    func run() throws -> Bool {
        // A quote is fresh for a minute. A failed refresh lasts almost no time, and the next one is 10 s later.
        let seconds = Int(duration / .seconds(1))
        let places = [
            try Place("responds", route: "ok", maxRequests: 1 + seconds / 60, in: directory),
            try Place("fails", route: "status-500", maxRequests: 1 + seconds / 10, in: directory),
        ]
        _ = onThreads(Self.shells * places.count) { [self] index in
            runShell(index / places.count, at: places[index % places.count])
        }
        let end = ContinuousClock.now
        return places.map { $0.report(prompts, until: end + Self.refreshLimit, limit: Self.limit) }.allSatisfy(\.self)
    }

    private func runShell(_ shell: Int, at place: Place) {
        let count = prompts / Self.shells
        let start = ContinuousClock.now
        for number in 0..<count {
            // The shells are out of step.
            let time = duration * (Double(number) + Double(shell) / Double(Self.shells)) / Double(count)
            while ContinuousClock.now < start + time {
                usleep(UInt32(max(100, (start + time - .now) / .microseconds(1))))
            }
            let run = try? StartedRun(
                binary, [Array("-b".utf8)], environment: place.environment, directory: directory)
            place.count(run?.result())
        }
    }
}

/// One exchange, and the runs that ask it.
private final class Place: Sendable {
    private struct State {
        var endings = Counts()
        var (worst, worstElapsed) = (Duration.zero, Duration.zero)
        var worstErrors = ""
    }

    let environment: [String: String]
    private let name: String
    private let maxRequests: Int
    private let exchange: StubExchange
    private let state = Locked(State())

    /// - Parameter maxRequests: for each source.
    init(_ name: String, route: String, maxRequests: Int, in directory: String) throws {
        self.name = name
        self.maxRequests = maxRequests
        exchange = try StubExchange()
        let home = "\(directory)/crowd-\(name)"
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        environment = exchange.variables(route).merging(["HOME": home]) { $1 }
    }

    /// Nil if the prompt could not be started.
    func count(_ result: RunResult?) {
        state.withLock { state in
            state.endings.add(result?.status.map { "status \($0)" } ?? "signal or no start")
            guard let result else { return }
            state.worstElapsed = max(state.worstElapsed, result.elapsed)
            if result.ownTime > state.worst { (state.worst, state.worstErrors) = (result.ownTime, result.errors) }
        }
    }

    /// Waits until all refreshes have ended, at most until `deadline`, and prints what happened. Returns whether that is
    /// within the bounds.
    func report(_ prompts: Int, until deadline: ContinuousClock.Instant, limit: Duration) -> Bool {
        let home = environment["HOME"] ?? ""
        while !RefreshProcess.all(home: home).isEmpty, ContinuousClock.now < deadline { usleep(50_000) }
        let left = RefreshProcess.all(home: home)
        let state = state.withLock(\.self)
        // The paths of the sources differ, and that of a source is always the same.
        let requests = Dictionary(grouping: exchange.requests, by: \.target).mapValues(\.count)
        let sourceRequests = requests.map { "\($0.value) for \($0.key)" }.sorted().joined(separator: ", ")
        let statuses = ["status 0", "status 1", "status 3"]
        let isAllowed =
            !requests.isEmpty && requests.values.allSatisfy { $0 <= maxRequests } && left.isEmpty
            && state.endings.counts.keys.allSatisfy(statuses.contains) && state.worst < limit
        printAtOnce(
            """
            an exchange that \(name): \(prompts) prompts: \(state.endings); requests: \(sourceRequests) \
            (at most \(maxRequests)); the slowest took \(state.worst.text) (\(state.worstElapsed.text) with what \
            the machine took from it); refreshes left: \(left.count)
            """)
        if !isAllowed, state.worst >= limit { printAtOnce("the slowest: \(state.worstErrors)") }
        return isAllowed
    }
}

extension Duration {
    fileprivate var text: String { "\((self / .microseconds(100)).rounded() / 10) ms" }
}
