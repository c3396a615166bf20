import Foundation
import StubExchange
import TestSupport

/// Many races, end to end, several at a time.
///
/// Half of the time every processor is busy: some crashes require two idle processors, others a delayed thread.
final class Soak {
    private static let processors = ProcessInfo.processInfo.activeProcessorCount
    /// A run that takes longer hangs, and is killed.
    private static let limit = Duration.seconds(60)

    private let binary: String
    private let races: Int
    private let exchange: StubExchange
    private let directory: String
    private var environment: [String: String] = [:]
    /// About how many milliseconds a run with a response takes. It is adjusted after each run, so that the deadline and
    /// the responses coincide.
    private var edge = 30.0

    init(binary: String, races: Int, directory: String) throws {
        self.binary = binary
        self.races = races
        exchange = try StubExchange()
        self.directory = directory
        for name in ["PATH", "TSAN_OPTIONS", "ASAN_OPTIONS"] {
            environment[name] = ProcessInfo.processInfo.environment[name]
        }
    }

    /// Runs all races and prints how they ended. Returns whether all endings are allowed.
    func run() throws -> Bool {
        for _ in 0..<Self.processors { Thread.detachNewThread(useHalfOfAProcessor) }
        var isAllowed = true
        for race in Race.allCases {
            let (endings, violations) = try run(race)
            printAtOnce("\(race.rawValue): \(races) races: \(endings)")
            violations.prefix(3).forEach(printAtOnce)
            isAllowed = isAllowed && violations.isEmpty
        }
        return isAllowed
    }

    /// How many runs ended in each way, and those whose ending is not allowed.
    private func run(_ race: Race) throws -> (endings: Counts, violations: [String]) {
        environment["HOME"] = "\(directory)/\(race)"
        try FileManager.default.createDirectory(atPath: "\(directory)/\(race)", withIntermediateDirectories: true)
        var (endings, violations, running, started) = (Counts(), [String](), [StartedRun](), 0)
        while started < races || !running.isEmpty {
            while started < races, running.count < Self.processors {
                running.append(try start(race, started))
                started += 1
            }
            let count = running.count
            running.removeAll { run in
                guard let result = run.resultIfEnded() else { return false }
                let ending = race.judge(result)
                endings.add(ending.text)
                if !ending.isAllowed { violations.append("\(ending.text): \(result)") }
                if race == .deadline { edge *= result.status == 0 ? 0.97 : 1.03 }
                return true
            }
            guard running.count == count else { continue }
            for run in running where ContinuousClock.now - run.program.start > Self.limit { kill(run.pid, SIGKILL) }
            usleep(200)
        }
        return (endings, violations)
    }

    private func start(_ race: Race, _ index: Int) throws -> StartedRun {
        environment.merge(exchange.variables(race.route(index))) { $1 }
        return try StartedRun(
            binary, race.arguments(index, edge: edge).map { Array($0.utf8) }, environment: environment,
            directory: directory)
    }
}

/// Runs until the process ends.
private func useHalfOfAProcessor() {
    while true {
        let end = ContinuousClock.now + .milliseconds(50)
        while ContinuousClock.now < end {}
        usleep(50_000)
    }
}
