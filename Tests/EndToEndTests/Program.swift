import Foundation
import StubExchange
import TestSupport

#if canImport(Darwin)
    private typealias FileActions = posix_spawn_file_actions_t?
    private typealias Attributes = posix_spawnattr_t?
#else
    private typealias FileActions = posix_spawn_file_actions_t
    private typealias Attributes = posix_spawnattr_t
#endif

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

    /// The version, read from the one place where it is defined.
    static let version: String = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/BTCPriceComposer/AppDependencies.swift")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.firstMatch(of: #/version = "([0-9.]+)"/#).map { String($0.1) } ?? "none"
    }()

    /// Whether it is a release binary, as `scripts/build` leaves it.
    static let isRelease = ProcessInfo.processInfo.environment["BTCQ_BINARY"] != nil

    /// Whether it was built with a sanitizer, as the tests then are: such a one takes its time, and looks at files and
    /// starts threads of its own.
    static let isSanitized = TestSupport.isSanitized

    /// What is added to each bound on time: nothing but for a sanitizer.
    static let allowance: Duration = isSanitized ? .seconds(3) : .zero

    /// How a process ended.
    enum Ending: Equatable {
        case status(Int32)
        case signal(Int32)
        /// The test had to end it.
        case timedOut
    }

    /// How a process ended, and what it took.
    struct End {
        let ending: Ending
        /// From its start to its end, as a clock on the wall has it.
        let elapsed: Duration
        let processorTime: Duration
        /// How long the process (its first thread) and this test were ready to go on and waited for a processor, and how
        /// long the processors themselves were away; zero where the system does not tell.
        let delay: Duration

        /// What the process took, less what the rest of the machine took from it: what bounds on time are about.
        var ownTime: Duration { elapsed - delay }
    }

    struct CannotStart: Error {
        let path: String
        let code: Int32
    }

    let pid: pid_t
    private let start: ContinuousClock.Instant
    private let delayAtStart: Duration

    /// Starts `path` in `directory`. A descriptor of -1 is closed in it.
    ///
    /// - Parameters:
    ///   - variables: those whose values need not be UTF-8.
    ///   - ignoringPipes: whether it inherits SIGPIPE as ignored.
    ///   - blocking: a signal that it inherits as blocked.
    init(
        _ path: String, _ arguments: [[UInt8]], environment: [String: String], variables: [String: [UInt8]] = [:],
        directory: String, descriptors: [Int32], ignoringPipes: Bool = false, blocking: Int32? = nil
    ) throws {
        #if canImport(Darwin)
            var (actions, attributes): (FileActions, Attributes) = (nil, nil)
        #else
            var (actions, attributes) = (FileActions(), Attributes())
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (target, descriptor) in descriptors.enumerated() {
            if descriptor < 0 {
                posix_spawn_file_actions_addclose(&actions, Int32(target))
            } else {
                posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(target))
            }
        }
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] + (ignoringPipes ? [] : [SIGPIPE]) {
            sigaddset(&defaults, signal)
        }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        // The thread that runs a test may have signals blocked.
        var blocked = sigset_t()
        sigemptyset(&blocked)
        if let blocking { sigaddset(&blocked, blocking) }
        posix_spawnattr_setsigmask(&attributes, &blocked)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        // Glibc's module lacks the file action that changes the directory.
        let shell = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, directory, path].map { Array($0.utf8) }
        let all = variables.merging(environment.mapValues { Array($0.utf8) }) { variable, _ in variable }
        let copies = (shell + arguments).map(Self.copy)
        let settings = all.map { Self.copy($0.key.utf8 + [UInt8(ascii: "=")] + $0.value) }
        defer { (copies + settings).forEach { free($0) } }
        let before = ignoringPipes ? signal(SIGPIPE, SIG_IGN) : nil
        defer { if let before { signal(SIGPIPE, before) } }
        var pid = pid_t()
        let code: Int32
        (code, start, delayAtStart) = Inheritance.starting {
            let (start, delay) = (
                ContinuousClock.now, SchedulingDelay.delay(of: "thread-self") + SchedulingDelay.stolen()
            )
            return (posix_spawn(&pid, "/bin/sh", &actions, &attributes, copies + [nil], settings + [nil]), start, delay)
        }
        guard code == 0 else { throw CannotStart(path: path, code: code) }
        self.pid = pid
    }

    /// Waits for its end, or ends it.
    func end(atMost limit: Duration = .seconds(30)) -> End {
        let watch = Locked((isOver: false, hasKilled: false))
        let killer = DispatchWorkItem { [pid] in
            watch.withLock { state in
                guard !state.isOver else { return }
                state.hasKilled = true
                kill(pid, SIGKILL)
            }
        }
        DispatchQueue.global().asyncAfter(
            deadline: .now() + .milliseconds(Int(limit / .milliseconds(1))), execute: killer)
        // Waiting once, in place of looking again and again: every look is one more chance to be late.
        var info = siginfo_t()
        while waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        let elapsed = ContinuousClock.now - start
        let delay =
            SchedulingDelay.delay(of: "\(pid)") + SchedulingDelay.delay(of: "thread-self") + SchedulingDelay.stolen()
            - delayAtStart
        let hasKilled = watch.withLock { state in
            state.isOver = true
            return state.hasKilled
        }
        killer.cancel()
        var (status, usage): (Int32, rusage) = (0, rusage())
        wait4(pid, &status, 0, &usage)
        let processorTime =
            Duration.seconds(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + .microseconds(Int64(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec))
        let signal = status & 0x7F
        let ending: Ending = hasKilled ? .timedOut : signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
        return End(ending: ending, elapsed: elapsed, processorTime: processorTime, delay: delay)
    }

    /// Waits for its end, or ends it.
    func wait(atMost limit: Duration = .seconds(30)) -> (ending: Ending, elapsed: Duration, processorTime: Duration) {
        let end = end(atMost: limit)
        return (end.ending, end.elapsed, end.processorTime)
    }

    /// The path of an installed tool; nil where it is not.
    static func tool(_ name: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let directories = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin"]
        let files: [String] = directories.map { "\($0)/\(name)" }
        return files.first { (file: String) in access(file, X_OK) == 0 }
    }

    /// To be freed.
    private static func copy(_ bytes: some Sequence<UInt8>) -> UnsafeMutablePointer<CChar>? {
        strdup(bytes.map(CChar.init(bitPattern:)) + [0])
    }
}
