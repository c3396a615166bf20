import Foundation
import Testing

extension Sandbox {
    /// Whether a test can see what a run leaves behind.
    static let seesProcesses = FileManager.default.fileExists(atPath: "/proc/self/environ")

    private static let program = URL(filePath: Program.btcq).resolvingSymlinksInPath().path

    /// The refreshes behind the runs of this sandbox that are still at it.
    var refreshes: [pid_t] {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.compactMap { pid_t($0) }.filter { isRefresh($0) ?? true }
    }

    /// Waits until all have ended by themselves.
    func waitForRefreshes(atMost limit: Duration = .seconds(20)) throws {
        try waitUntil("the refreshes have ended", atMost: limit) { refreshes.isEmpty }
    }

    /// Sees to it that none outlives its test, whatever that came to.
    func endRefreshes() {
        try? waitUntil("no refresh is left") {
            let left = refreshes
            for pid in left where isRefresh(pid) == true { kill(pid, SIGKILL) }
            return left.isEmpty
        }
    }

    /// Nil for a process of the program's that has no words yet: `posix_spawn` returns a moment before they are there.
    private func isRefresh(_ pid: pid_t) -> Bool? {
        let (words, variables) = (Self.words(pid, "cmdline"), Self.words(pid, "environ"))
        if words.isEmpty || variables.isEmpty {
            let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/exe")) ?? ""
            return program.hasPrefix(Self.program) || program.hasPrefix(folder) ? nil : false
        }
        return words.first == "btcq-refresh" && variables.contains("HOME=\(home)")
    }

    /// What the open descriptors of a process are, by their numbers.
    static func descriptors(of pid: pid_t) -> [Int: String] {
        let folder = "/proc/\(pid)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let links = names.compactMap { name in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")).map { (name, $0) }
        }
        return Dictionary(uniqueKeysWithValues: links.compactMap { name, link in Int(name).map { ($0, link) } })
    }

    /// The signals in a mask of a thread's (proc(5), status); those behind 31 are the C library's.
    static func signals(_ mask: String, in status: String) throws -> [Int32] {
        let lines = try String(contentsOfFile: status, encoding: .utf8).split(separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix("\(mask):") })
        let bits = try #require(UInt64(line.split(separator: "\t")[1], radix: 16))
        return (1...31).filter { bits & 1 << ($0 - 1) != 0 }
    }

    /// A list of the kernel's whose entries end in zeros.
    private static func words(_ pid: pid_t, _ list: String) -> [String] {
        let bytes = FileManager.default.contents(atPath: "/proc/\(pid)/\(list)") ?? Data()
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}
