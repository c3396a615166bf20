import Foundation

extension Program {
    /// Whether the system reports what a process is doing, as Linux does (proc(5)).
    static let canReadStates = access("/proc/self/stat", R_OK) == 0

    /// What the process (its first thread) is doing, as proc(5) has it: `S` is asleep, `T` stopped, `t` stopped under
    /// strace, `Z` ended. Nil if the system does not report it.
    var state: Character? {
        // The name of the program stands before it, between parentheses.
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
        // Both looks are at the same sleep where it has not gone to sleep once more between them. So a process that
        // looks again and again, with pauses, is not asleep here, and one that the machine keeps waiting is not either.
        try waitUntil(what) {
            let before = sleeps
            guard before != nil, state == "S" else { return false }
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
