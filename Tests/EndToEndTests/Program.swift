import Foundation

/// A process that a test started.
struct Program {
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

    /// The version that is to be told: the one place where it stands is read.
    static let version: String = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/BTCPriceComposer/AppDependencies.swift")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.firstMatch(of: #/version = "([0-9.]+)"/#).map { String($0.1) } ?? "none"
    }()

    /// Whether it is a release binary, as `scripts/build` leaves it.
    static let isRelease = ProcessInfo.processInfo.environment["BTCQ_BINARY"] != nil

    /// Whether it was built with a sanitizer, as `scripts/test --sanitize` has it: such a one takes its time, and looks
    /// at files and starts threads of its own.
    static let isSanitized = ProcessInfo.processInfo.environment["BTCQ_SANITIZED"] != nil

    /// What is added to each bound on time: nothing but for a sanitizer.
    static let allowance: Duration = isSanitized ? .seconds(3) : .zero

    /// How a process ended.
    enum Ending: Equatable {
        case status(Int32)
        case signal(Int32)
        /// The test had to end it.
        case timedOut
    }

    struct CannotStart: Error {
        let path: String
        let code: Int32
    }

    let pid: pid_t
    private let start = ContinuousClock.now

    /// Starts `path` in `folder`. A descriptor of -1 is closed in it.
    ///
    /// - Parameter ignoringPipes: whether it inherits SIGPIPE as ignored.
    init(
        _ path: String, _ arguments: [[UInt8]], environment: [String: String], folder: String,
        descriptors: [Int32], ignoringPipes: Bool = false
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (target, descriptor) in descriptors.enumerated() {
            if descriptor < 0 {
                posix_spawn_file_actions_addclose(&actions, Int32(target))
            } else {
                posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(target))
            }
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] + (ignoringPipes ? [] : [SIGPIPE]) {
            sigaddset(&defaults, signal)
        }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        // The thread that runs a test may have signals blocked.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        // Glibc's module lacks the file action that changes the folder.
        let shell = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, folder, path].map { Array($0.utf8) }
        let words = (shell + arguments).map { word in strdup(word.map(CChar.init(bitPattern:)) + [0]) }
        let variables = environment.map { strdup("\($0)=\($1)") }
        defer { (words + variables).forEach { free($0) } }
        let before = ignoringPipes ? signal(SIGPIPE, SIG_IGN) : nil
        defer { if let before { signal(SIGPIPE, before) } }
        var pid = pid_t()
        let code = posix_spawn(&pid, "/bin/sh", &actions, &attributes, words + [nil], variables + [nil])
        guard code == 0 else { throw CannotStart(path: path, code: code) }
        self.pid = pid
    }

    /// Waits for its end, or ends it.
    func wait(atMost limit: Duration = .seconds(30)) -> (ending: Ending, elapsed: Duration, processorTime: Duration) {
        var status: Int32 = 0
        var usage = rusage()
        var processorTime: Duration {
            .seconds(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
                + .microseconds(Int64(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec))
        }
        while wait4(pid, &status, WNOHANG, &usage) == 0 {
            if ContinuousClock.now - start > limit {
                kill(pid, SIGKILL)
                wait4(pid, &status, 0, &usage)
                return (.timedOut, ContinuousClock.now - start, processorTime)
            }
            usleep(300)
        }
        let elapsed = ContinuousClock.now - start
        let signal = status & 0x7F
        return (signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal), elapsed, processorTime)
    }

    /// The path of an installed tool; nil where it is not.
    static func tool(_ name: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folders = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin"]
        let files: [String] = folders.map { "\($0)/\(name)" }
        return files.first { (file: String) in access(file, X_OK) == 0 }
    }
}
