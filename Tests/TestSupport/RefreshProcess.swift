import Foundation

/// A background refresh that is running. Only Linux shows them.
public struct RefreshProcess {
    public let pid: pid_t
    /// Its arguments and its variables.
    public let strings: [String]

    /// Those of the runs with this HOME.
    public static func all(home: String) -> [RefreshProcess] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.compactMap { pid in
            let (arguments, variables) = (strings(pid, "cmdline"), strings(pid, "environ"))
            guard arguments.first == "btcq-refresh", variables.contains("HOME=\(home)") else { return nil }
            return RefreshProcess(pid: pid, strings: arguments + variables)
        }
    }

    /// A list of the kernel's whose entries end in zeros: `cmdline` or `environ`.
    public static func strings(_ pid: pid_t, _ list: String) -> [String] {
        let bytes = FileManager.default.contents(atPath: "/proc/\(pid)/\(list)") ?? Data()
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}
