import Foundation

/// The background refreshes that are running. Only Linux shows them.
public enum RefreshProcess {
    /// Those of the runs with this HOME.
    public static func all(home: String) -> [pid_t] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.filter { pid in
            strings(pid, "cmdline").first == "btcq-refresh" && strings(pid, "environ").contains("HOME=\(home)")
        }
    }

    /// A list of the kernel's whose entries end in zeros: `cmdline` or `environ`.
    public static func strings(_ pid: pid_t, _ list: String) -> [String] {
        let bytes = FileManager.default.contents(atPath: "/proc/\(pid)/\(list)") ?? Data()
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}
