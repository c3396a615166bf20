import Foundation

#if canImport(Darwin)
    private typealias FileActions = posix_spawn_file_actions_t?
    private typealias Attributes = posix_spawnattr_t?
#else
    private typealias FileActions = posix_spawn_file_actions_t
    private typealias Attributes = posix_spawnattr_t
#endif

/// A process that a test started.
public struct Program: Sendable {
    /// How a process ended.
    public enum Ending: Equatable, Sendable {
        case status(Int32)
        case signal(Int32)
        /// The test had to end it.
        case timedOut
    }

    /// How a process ended, and what it took.
    public struct End: Sendable {
        public let ending: Ending
        /// From its start to its end, as a clock on the wall has it: for lower bounds.
        public let elapsed: Duration
        public let processorTime: Duration
        /// For how long anything on this machine was delayed meanwhile; zero if the system does not report it.
        public let delay: Duration

        /// What the process took, without what the rest of the machine took from it: for upper bounds.
        public var ownTime: Duration { elapsed - delay }
    }

    /// A system call that failed before the process existed.
    public struct CannotStart: Error {
        let path: String
        let code: Int32
    }

    public let pid: pid_t
    public let start: ContinuousClock.Instant
    private let delayAtStart: Duration

    /// Starts `path` in `directory`.
    ///
    /// - Parameters:
    ///   - rawVariables: variables whose values need not be UTF-8. They replace those of `environment`.
    ///   - descriptors: its descriptors from 0 on. Nil is /dev/null.
    ///   - ignoringPipes: whether it inherits SIGPIPE as ignored.
    ///   - blocking: a signal that it inherits as blocked.
    public init(
        _ path: String, _ arguments: [[UInt8]], environment: [String: String], rawVariables: [String: [UInt8]] = [:],
        directory: String, descriptors: [Int32?] = [nil, nil, nil], ignoringPipes: Bool = false, blocking: Int32? = nil
    ) throws {
        #if canImport(Darwin)
            var (actions, attributes): (FileActions, Attributes) = (nil, nil)
        #else
            var (actions, attributes) = (FileActions(), Attributes())
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (target, descriptor) in descriptors.enumerated() {
            if let descriptor {
                posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(target))
            } else {
                posix_spawn_file_actions_addopen(&actions, Int32(target), "/dev/null", O_RDWR, 0)
            }
        }
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = Self.set(of: [SIGINT, SIGTERM, SIGHUP, SIGQUIT] + (ignoringPipes ? [] : [SIGPIPE]))
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        // The thread that runs a test may have signals blocked.
        var blocked = Self.set(of: [blocking].compactMap(\.self))
        posix_spawnattr_setsigmask(&attributes, &blocked)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        // Glibc's module lacks the file action that changes the directory.
        let shell = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, directory, path].map { Array($0.utf8) }
        let all = environment.mapValues { Array($0.utf8) }.merging(rawVariables) { $1 }
        let argumentCopies = (shell + arguments).map(Self.copy)
        let variableCopies = all.map { Self.copy($0.key.utf8 + [UInt8(ascii: "=")] + $0.value) }
        defer { (argumentCopies + variableCopies).forEach { free($0) } }
        let before = ignoringPipes ? signal(SIGPIPE, SIG_IGN) : nil
        defer { if let before { signal(SIGPIPE, before) } }
        var pid = pid_t()
        let code: Int32
        (code, start, delayAtStart) = Inheritance.starting {
            let (start, delay) = (ContinuousClock.now, machineDelay() ?? .zero)
            let code = posix_spawn(
                &pid, "/bin/sh", &actions, &attributes, argumentCopies + [nil], variableCopies + [nil])
            return (code, start, delay)
        }
        guard code == 0 else { throw CannotStart(path: path, code: code) }
        self.pid = pid
    }

    /// Waits for its end, or ends it. To be called once.
    public func end(atMost limit: Duration = .seconds(30)) -> End {
        let watch = Locked((isOver: false, hasKilled: false))
        let killer = DispatchWorkItem { [pid] in
            watch.withLock { state in
                guard !state.isOver else { return }
                state.hasKilled = true
                kill(pid, SIGKILL)
            }
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + limit / .seconds(1), execute: killer)
        // Waiting once, in place of looking again and again: every look is one more chance to be late.
        _ = hasEnded(waitOptions: 0)
        let elapsed = ContinuousClock.now - start
        let hasKilled = watch.withLock { state in
            state.isOver = true
            return state.hasKilled
        }
        killer.cancel()
        return collect(elapsed, hasKilled: hasKilled)
    }

    /// How it ended; nil while it is running. Not to be called afterwards.
    public func endIfEnded() -> End? {
        hasEnded(waitOptions: WNOHANG) ? collect(ContinuousClock.now - start, hasKilled: false) : nil
    }

    /// The path of an installed tool; nil if there is none.
    public static func tool(_ name: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let directories = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin"]
        return directories.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// Those of the tools that are not installed, with the Debian package of each that is named differently.
    public static func missing(_ tools: [String]) -> [String] {
        let packages = [
            "ip": "iproute2", "ldconfig": "libc-bin", "prlimit": "util-linux", "setsid": "util-linux",
            "unshare": "util-linux",
        ]
        return tools.filter { tool($0) == nil }.map { name in
            packages[name].map { "\(name) of the package \($0)" } ?? name
        }
    }

    private func hasEnded(waitOptions: Int32) -> Bool {
        var info = siginfo_t()
        while waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT | waitOptions) != 0, errno == EINTR {}
        return info.si_signo == SIGCHLD
    }

    private func collect(_ elapsed: Duration, hasKilled: Bool) -> End {
        let delay = (machineDelay() ?? .zero) - delayAtStart
        var (status, usage): (Int32, rusage) = (0, rusage())
        wait4(pid, &status, 0, &usage)
        let processorTime =
            Duration.seconds(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + .microseconds(Int64(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec))
        let signal = status & 0x7F
        let ending: Ending = hasKilled ? .timedOut : signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
        return End(ending: ending, elapsed: elapsed, processorTime: processorTime, delay: delay)
    }

    private static func set(of signals: [Int32]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        return set
    }

    /// To be freed.
    private static func copy(_ bytes: some Sequence<UInt8>) -> UnsafeMutablePointer<CChar>? {
        strdup(bytes.map(CChar.init(bitPattern:)) + [0])
    }
}
