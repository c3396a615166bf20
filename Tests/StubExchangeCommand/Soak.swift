import Foundation
import StubExchange

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
    /// About how many milliseconds a run with a response takes. It is adjusted after each run, so that the deadline and the
    /// responses coincide.
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
            let tally = try run(race)
            printAtOnce("\(race.rawValue): \(races) races: \(tally)")
            isAllowed = isAllowed && tally.isAllowed
        }
        return isAllowed
    }

    private func run(_ race: Race) throws -> Tally {
        environment["HOME"] = "\(directory)/\(race)"
        try FileManager.default.createDirectory(atPath: "\(directory)/\(race)", withIntermediateDirectories: true)
        var tally = Tally()
        var running: [Run] = []
        var started = 0
        while started < races || !running.isEmpty {
            while started < races, running.count < Self.processors {
                running.append(try start(race, started))
                started += 1
            }
            let count = running.count
            running.removeAll { run in
                guard let end = run.child.endIfEnded() else { return false }
                tally.count(run, end)
                if race == .deadline { edge *= end.code == 0 ? 0.97 : 1.03 }
                return true
            }
            guard running.count == count else { continue }
            for run in running where ContinuousClock.now - run.child.start > Self.limit { kill(run.child.pid, SIGKILL) }
            usleep(200)
        }
        return tally
    }

    private func start(_ race: Race, _ index: Int) throws -> Run {
        for fixture in Fixture.all {
            environment["BTCQ_\(fixture.name.uppercased())_URL"] = exchange.url(race.route(index))
        }
        return try Run(
            race, binary, race.arguments(index, edge: edge), environment: environment, directory: directory)
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

/// How many runs ended in each way, and the first few whose ending is not allowed.
struct Tally: CustomStringConvertible {
    private var endings: [String: Int] = [:]
    private var violations: [String] = []

    var isAllowed: Bool { violations.isEmpty }

    mutating func count(_ run: Run, _ end: Child.End) {
        let (ending, isAllowed) = run.judge(end)
        endings[ending, default: 0] += 1
        if !isAllowed { violations.append("\(run.child.command): \(ending)\n\(end.errors)") }
    }

    var description: String {
        let counts = endings.sorted { $0.key < $1.key }.map { "\($0.value) with \($0.key)" }
        return ([counts.joined(separator: ", ")] + violations.prefix(3)).joined(separator: "\n")
    }
}
