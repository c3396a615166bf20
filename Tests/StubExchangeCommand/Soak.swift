import Foundation
import StubExchange

/// Many races, end to end, several at a time.
///
/// Half of the time every processor is busy with other things: some crashes need two processors to spare, others a
/// thread that comes late.
final class Soak {
    private static let processors = ProcessInfo.processInfo.activeProcessorCount
    /// Whoever has not ended by then hangs, and is killed.
    private static let limit = Duration.seconds(60)

    private let binary: String
    private let races: Int
    private let exchange: StubExchange
    private let folder: String
    private var environment: [String: String] = [:]
    /// About how many milliseconds an answered run takes: follows what is seen, so that the deadline comes with the answers.
    private var edge = 30.0

    init(binary: String, races: Int, folder: String) throws {
        self.binary = binary
        self.races = races
        exchange = try StubExchange()
        self.folder = folder
        for name in ["PATH", "TSAN_OPTIONS", "ASAN_OPTIONS"] {
            environment[name] = ProcessInfo.processInfo.environment[name]
        }
    }

    /// Runs all, prints how they ended, and tells whether all ended as they may.
    func run() throws -> Bool {
        for _ in 0..<Self.processors { Thread.detachNewThread(beBusyHalfOfTheTime) }
        var isRight = true
        for race in Race.allCases {
            let tally = try run(race)
            printAtOnce("\(race.rawValue): \(races) races: \(tally)")
            isRight = isRight && tally.isRight
        }
        return isRight
    }

    private func run(_ race: Race) throws -> Tally {
        environment["HOME"] = "\(folder)/\(race)"
        try FileManager.default.createDirectory(atPath: "\(folder)/\(race)", withIntermediateDirectories: true)
        var tally = Tally()
        var running: [pid_t: Run] = [:]
        var started = 0
        while started < races || !running.isEmpty {
            while started < races, running.count < Self.processors {
                let run = try start(race, started)
                running[run.pid] = run
                started += 1
            }
            var status: Int32 = 0
            let pid = waitpid(-1, &status, WNOHANG)
            if let run = running.removeValue(forKey: pid) {
                tally.count(run, status)
                if race == .deadline { edge *= status == 0 ? 0.97 : 1.03 }
            } else {
                for run in running.values where ContinuousClock.now - run.start > Self.limit { kill(run.pid, SIGKILL) }
                usleep(200)
            }
        }
        return tally
    }

    private func start(_ race: Race, _ index: Int) throws -> Run {
        for fixture in Fixture.all {
            environment["BTCQ_\(fixture.name.uppercased())_URL"] = exchange.url(race.route(index))
        }
        return try Run(
            race, binary, race.arguments(index, edge: edge), environment: environment, folder: folder)
    }
}

/// Until the process ends.
private func beBusyHalfOfTheTime() {
    while true {
        let end = ContinuousClock.now + .milliseconds(50)
        while ContinuousClock.now < end {}
        usleep(50_000)
    }
}

/// How runs ended, by kind, and the first few that ended wrong.
struct Tally: CustomStringConvertible {
    private var endings: [String: Int] = [:]
    private var wrong: [String] = []

    var isRight: Bool { wrong.isEmpty }

    mutating func count(_ run: Run, _ status: Int32) {
        let (ending, isRight, errors) = run.end(status)
        endings[ending, default: 0] += 1
        if !isRight { wrong.append("\(run.command): \(ending)\n\(errors)") }
    }

    var description: String {
        let counts = endings.sorted { $0.key < $1.key }.map { "\($0.value) with \($0.key)" }
        return ([counts.joined(separator: ", ")] + wrong.prefix(3)).joined(separator: "\n")
    }
}
