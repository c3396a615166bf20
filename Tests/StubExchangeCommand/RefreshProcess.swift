import Foundation

/// A background refresh that is running. Only Linux shows them.
struct RefreshProcess {
    let pid: pid_t
    /// Its arguments and its variables.
    let strings: [String]

    /// Those of the runs with this HOME.
    static func all(home: String) -> [RefreshProcess] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.compactMap { pid in
            let arguments = strings(pid, "cmdline")
            guard arguments.first == "btcq-refresh" else { return nil }
            let variables = strings(pid, "environ")
            return variables.contains("HOME=\(home)") ? RefreshProcess(pid: pid, strings: arguments + variables) : nil
        }
    }

    /// A list whose entries end in zeros.
    private static func strings(_ pid: pid_t, _ list: String) -> [String] {
        let bytes = FileManager.default.contents(atPath: "/proc/\(pid)/\(list)") ?? Data()
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}
