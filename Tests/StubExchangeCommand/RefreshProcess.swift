import Foundation

/// The background refreshes that are running. Only Linux shows them.
enum RefreshProcess {
    /// Those of the runs with this HOME, and their arguments.
    static func all(home: String) -> [pid_t: [String]] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        let processes = names.compactMap { pid_t($0) }.map { pid in (pid, strings(pid, "cmdline")) }
        let refreshes = processes.filter { pid, arguments in
            arguments.first == name && strings(pid, "environ").contains("HOME=\(home)")
        }
        return Dictionary(uniqueKeysWithValues: refreshes)
    }

    /// Whether such a process has not ended. One that has ended may stay as a zombie.
    static func isRunning(_ pid: pid_t) -> Bool { strings(pid, "cmdline").first == name }

    private static let name = "btcq-refresh"

    /// A list whose entries end in zeros.
    private static func strings(_ pid: pid_t, _ list: String) -> [String] {
        let bytes = FileManager.default.contents(atPath: "/proc/\(pid)/\(list)") ?? Data()
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}
