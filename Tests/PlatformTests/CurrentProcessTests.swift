import CPlatform
import Foundation
import Platform
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) final class CurrentProcessTests {
    private let directory = TemporaryDirectory()
    private let path: String
    /// Both ends of a FIFO.
    private let fifo: Int32

    init() throws {
        path = "\(directory.path)/fifo"
        try #require(mkfifo(path, 0o600) == 0)
        fifo = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    }

    deinit { close(fifo) }

    // Its arguments and variables.

    @Test func arguments_areThoseOfTheProcessWithoutItsName() throws {
        let expected = CommandLine.arguments
        #expect(cplatform_argument_count() == expected.count)
        #expect(cplatform_argument(0).map { String(cString: $0) } == expected[0])
        #expect(cplatform_argument(cplatform_argument_count()) == nil)
        #expect(CurrentProcess.arguments.map { String(decoding: $0, as: UTF8.self) } == Array(expected.dropFirst()))
    }

    @Test func wasStarted_isTrueForTheLastComponentOfThePath() throws {
        let name = try #require(CommandLine.arguments[0].split(separator: "/").last)
        #expect(CurrentProcess.wasStarted(as: String(name)))
        for other in ["", "x\(name)", "\(name)x", String(name.dropFirst()), String(name.dropLast()), "/\(name)"] {
            #expect(!CurrentProcess.wasStarted(as: other), "\(other)")
        }
    }

    @Test(arguments: [("A", [0x61]), ("a", nil), ("Empty", nil), ("NotUTF8", [0xFF, 0x0A])] as [(String, [UInt8]?)])
    func value_isThatOfTheVariableUnlessItIsEmpty(_ name: String, _ value: [UInt8]?) {
        #expect(Environment { ["A": [0x61], "Empty": [], "NotUTF8": [0xFF, 0x0A]][$0] }.value(name) == value)
    }

    @Test func environment_ofThisProcess_hasTheBytesOfItsVariables() async {
        await #expect(processExitsWith: .success) {
            setenv("BTCQ_TEST", [0x6B, -1, 0], 1)
            expectEqual(Environment.ofThisProcess.value("BTCQ_TEST"), [0x6B, 0xFF])
            unsetenv("BTCQ_TEST")
            expectEqual(Environment.ofThisProcess.value("BTCQ_TEST"), nil)
        }
    }

    @Test func absolutePath_whenThePathIsRelative_beginsWithTheWorkingDirectoryUnlessItHasBeenRemoved() async {
        await #expect(processExitsWith: .success) {
            expectEqual(CurrentProcess.absolutePath(Array("/a".utf8)), Array("/a".utf8))
            let relative: [UInt8] = [0x61, 0xFF]
            inTemporaryDirectory { directory in
                try #require(chdir(directory) == 0)
                let working = FileManager.default.currentDirectoryPath
                expectEqual(CurrentProcess.absolutePath(relative), Array("\(working)/".utf8) + relative)
                try #require(rmdir(directory) == 0)
                expectEqual(CurrentProcess.absolutePath(relative), relative)
            }
        }
    }

    /// `SWIFT_DEBUG_...` and its like change what the runtime does, and what it writes to the terminal.
    @Test func variablesOfTheRuntime_areRemovedAtTheStart() {
        let names = ProcessInfo.processInfo.environment.keys.filter { $0.hasPrefix("SWIFT_") }
        #expect(names == ["SWIFT_BACKTRACE"])
        let value = Environment.ofThisProcess.value("SWIFT_BACKTRACE").map { String(decoding: $0, as: UTF8.self) }
        #expect(value?.hasPrefix("enable=no,") == true, "\(value ?? "")")
    }

    // Its end, with a message to a FIFO of which this process also has an end open.

    /// The caller may have blocked or ignored the alarm.
    @Test(arguments: [true, false], ["nothing", "blocked", "ignored"])
    func exit_whenThereIsNoRoom_endsWithTheStatusAtTheTimeoutWithoutUsingTheProcessor(
        _ isBlocking: Bool, _ alarm: String
    ) async throws {
        await #expect(processExitsWith: .exitCode(3)) { [path = path as String, isBlocking, alarm] in
            let writing = open(path, O_WRONLY)
            try fill(writing, isBlocking: isBlocking)
            if alarm == "ignored" { signal(SIGALRM, SIG_IGN) }
            var signals = sigset_t()
            sigfillset(&signals)
            if alarm == "blocked" { pthread_sigmask(SIG_BLOCK, &signals, nil) }
            // This ends a process that polls again and again, or for ever.
            var timer = itimerval(it_interval: timeval(), it_value: timeval(tv_sec: 0, tv_usec: 50_000))
            setitimer(profiling, &timer, nil)
            Thread.detachNewThread {
                sleep(60)
                kill(getpid(), SIGKILL)
            }
            CurrentProcess.exit(3, writing: [7], to: writing, milliseconds: 500)
        }
        #expect(!readAll(fifo).contains(7))
    }

    @Test(arguments: ["at once", "in time, blocking", "in time, not blocking"])
    func exit_whenThereIsRoom_writesTheMessageOnce(_ kind: String) async throws {
        await #expect(processExitsWith: .exitCode(1)) { [path = path as String, kind] in
            let (reading, writing) = (open(path, O_RDONLY | O_NONBLOCK), open(path, O_WRONLY))
            if kind != "at once" {
                try fill(writing, isBlocking: kind == "in time, blocking")
                Thread.detachNewThread {
                    // The message is usually waiting by then.
                    usleep(200_000)
                    var block = [UInt8](repeating: 0, count: 1 << 16)
                    _ = read(reading, &block, block.count)
                }
            }
            CurrentProcess.exit(1, writing: [7, 8], to: writing, milliseconds: 60_000)
        }
        let message = readAll(fifo).filter { $0 != 0 }
        #expect(message == [7, 8])
    }

    /// A signal that arrives while it is blocked waits for the process to unblock it.
    @Test func exit_unblocksTheAlarmOnly() async throws {
        await #expect(processExitsWith: .exitCode(1)) {
            var signals = sigset_t()
            sigfillset(&signals)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            for signal in [SIGHUP, SIGINT, SIGUSR1, SIGUSR2, SIGTERM, SIGVTALRM, SIGPROF, SIGIO] {
                pthread_kill(pthread_self(), signal)
            }
            CurrentProcess.exit(1, writing: [7], to: open("/dev/null", O_WRONLY), milliseconds: 60_000)
        }
    }

    @Test func exit_whenTheReaderHasGoneOrTheDescriptorIsClosed_endsWithTheStatus() async {
        await #expect(processExitsWith: .exitCode(2)) {
            let (reading, writing) = try fullPipe()
            close(reading)
            CurrentProcess.exit(2, writing: [7], to: writing, milliseconds: 60_000)
        }
        await #expect(processExitsWith: .exitCode(4)) {
            CurrentProcess.exit(4, writing: [7], to: -1, milliseconds: 60_000)
        }
    }
}

#if os(Linux)
    private let profiling = __itimer_which_t(ITIMER_PROF.rawValue)
#else
    private let profiling = ITIMER_PROF
#endif
