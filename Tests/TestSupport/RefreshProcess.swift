import Foundation

/// The background refreshes that are running. Only Linux shows them.
public enum RefreshProcess {
    /// Those of the runs with this HOME.
    public static func all(home: String) -> [pid_t] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.filter { pid in
            var (arguments, variables) = (strings(pid, "cmdline"), strings(pid, "environ"))
            // `posix_spawn` returns shortly before a process of the program has them.
            while arguments.isEmpty || variables.isEmpty, isProgram(pid) {
                usleep(500)
                (arguments, variables) = (strings(pid, "cmdline"), strings(pid, "environ"))
            }
            return arguments.first == "btcq-refresh" && variables.contains("HOME=\(home)")
        }
    }

    private static func isProgram(_ pid: pid_t) -> Bool {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/exe"))?.contains("/btcq") == true
    }

    /// A list of the kernel's whose entries end in zeros: `cmdline` or `environ`.
    public static func strings(_ pid: pid_t, _ list: String) -> [String] {
        let bytes = FileManager.default.contents(atPath: "/proc/\(pid)/\(list)") ?? Data()
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}
