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

    @Test(arguments: [("A", [0x61]), ("a", nil), ("Empty", nil), ("NotUTF8", [0xFF, 0x0A])] as [(String, [UInt8]?)])
    func value_isThatOfTheVariableUnlessItIsEmpty(_ name: String, _ value: [UInt8]?) {
        #expect(Environment { ["A": [0x61], "Empty": [], "NotUTF8": [0xFF, 0x0A]][$0] }.value(name) == value)
    }

    /// `SWIFT_DEBUG_...` and its like change what the runtime does, and what it writes to the terminal.
    @Test func variablesOfTheRuntime_areRemovedAtTheStart() {
        let names = ProcessInfo.processInfo.environment.keys.filter { $0.hasPrefix("SWIFT_") }
        #expect(names == ["SWIFT_BACKTRACE"])
        let value = Environment.ofThisProcess.value("SWIFT_BACKTRACE").map { String(decoding: $0, as: UTF8.self) }
        #expect(value?.hasPrefix("enable=no,") == true, "\(value ?? "")")
    }

    // Its end, with a message to a FIFO of which this process also has an end open.

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
}

/// Writes until there is no room left.
private func fill(_ pipe: Int32, isBlocking: Bool) throws {
    try #require(fcntl(pipe, F_SETFL, O_NONBLOCK) == 0)
    let block = [UInt8](repeating: 0, count: 4096)
    while write(pipe, block, block.count) > 0 {}
    if isBlocking { _ = fcntl(pipe, F_SETFL, 0) }
}

/// What can be read from a descriptor until its end, or until there is nothing more if it does not block.
private func readAll(_ descriptor: Int32) -> [UInt8] {
    var (contents, block) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
    while case let count = read(descriptor, &block, block.count), count > 0 { contents += block[..<count] }
    return contents
}
