import Foundation
import TestSupport
import Testing

extension Sandbox {
    /// Whether a test can see the processes that a run has started.
    static let seesProcesses = FileManager.default.fileExists(atPath: "/proc/self/environ")

    /// The background refreshes of this sandbox's runs that have not ended.
    var refreshes: [pid_t] { RefreshProcess.all(home: home) }

    /// Waits until all refreshes have ended by themselves.
    func waitForRefreshes(atMost limit: Duration = .seconds(60)) throws {
        try waitUntil("the refreshes have ended", atMost: limit) { refreshes.isEmpty }
    }

    /// The names of the refresh stamps, one for each configuration.
    var refreshStamps: [String] { cacheFiles.filter { $0.hasSuffix(".refresh") } }

    /// Makes the last refresh of each configuration one that was started `age` seconds ago.
    func setRefreshStamps(age: Double) throws {
        let time = Int64(Date(timeIntervalSinceNow: -age).timeIntervalSince1970 * 1000)
        for name in refreshStamps { try write("\(time)", to: "\(cacheDirectory)/\(name)") }
    }

    /// Opens the gate, and waits until all refreshes have ended.
    func openGate() throws {
        gate.open()
        try waitForRefreshes()
    }

    func endRefreshes() {
        try? waitUntil("no refresh is left") {
            let left = refreshes
            for pid in left { kill(pid, SIGKILL) }
            return left.isEmpty
        }
    }

    /// The files that a process has open, by their descriptors.
    static func descriptors(of pid: pid_t) -> [Int: String] {
        let directory = "/proc/\(pid)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        let links = names.compactMap { name in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(directory)/\(name)")).map { (name, $0) }
        }
        return Dictionary(uniqueKeysWithValues: links.compactMap { name, link in Int(name).map { ($0, link) } })
    }

    /// The signals in a mask of a thread's (proc(5), status); those above 31 are the C library's.
    static func signals(_ mask: String, in status: String) throws -> [Int32] {
        let lines = try String(contentsOfFile: status, encoding: .utf8).split(separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix("\(mask):") })
        let bits = try #require(UInt64(line.split(separator: "\t")[1], radix: 16))
        return (1...31).filter { bits & 1 << ($0 - 1) != 0 }
    }
}
