import Foundation
import TestSupport

extension Program {
    /// The binary under test.
    static let btcq: String = {
        if let named = ProcessInfo.processInfo.environment["BTCQ_BINARY"] {
            return URL(filePath: named).standardizedFileURL.path
        }
        // On Linux the test bundle is the program that runs; on macOS it is one that was loaded.
        let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
        let product = bundle ?? URL(filePath: CommandLine.arguments[0])
        return product.deletingLastPathComponent().appending(path: "btcq").path
    }()

    /// Whether it is a release binary, as `scripts/build` builds it.
    static let isRelease = ProcessInfo.processInfo.environment["BTCQ_BINARY"] != nil

    /// What is added to each upper bound on time: nothing, unless a sanitizer slows everything down, or the system does
    /// not report for how long other programs do.
    static let allowance: Duration = isSanitized ? .seconds(3) : machineDelay() == nil ? .seconds(1) : .zero

    /// Whether the system reports what a process is doing, as Linux does (proc(5)).
    static let canReadStates = access("/proc/self/stat", R_OK) == 0

    /// What the process (its first thread) is doing, as in proc(5): `S` is asleep, `Z` has ended. Nil if the system
    /// does not report it.
    var state: Character? {
        // The name of the program precedes it, in parentheses.
        let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
        return text?.split(separator: ")").last?.first { $0 != " " }
    }

    /// Waits until the process is asleep and is not woken for a tenth of a second: it waits for something that the test
    /// has to do. If the system does not report it, this is a pause.
    func waitUntilAsleep(_ what: String) throws {
        guard Self.canReadStates else {
            usleep(300_000)
            return
        }
        // A process that looks again and again, with pauses, goes to sleep again in between.
        try waitUntil(what) {
            guard let before = sleeps, state == "S" else { return false }
            usleep(100_000)
            return state == "S" && sleeps == before
        }
    }

    /// How often the first thread has gone to sleep.
    private var sleeps: Int? {
        let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
        return line?.split(separator: "\t").last.flatMap { Int($0) }
    }
}
