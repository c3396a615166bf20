import Foundation
import TestSupport
import Testing

@testable import BTCQCommand

@Suite(.timeLimit(.minutes(1))) struct StandardOutputTests {
    private static let header = Array("h\n".utf8)
    private static let row = Array("row\n".utf8)

    @Test(
        arguments: [
            ("", .auto, "h\nrow\n"), ("old\n", .auto, "old\nrow\n"), ("", .always, "h\nrow\n"),
            ("old\n", .always, "old\nh\nrow\n"), ("", .never, "row\n"), ("old\n", .never, "old\nrow\n"),
        ] as [(String, RunOptions.Header, String)])
    func header_isWrittenIntoAnEmptyFileOrByTheRule(_ old: String, _ rule: RunOptions.Header, _ new: String) throws {
        let file = try TemporaryFile(old)
        try file.output.write(Self.row, header: Self.header, when: rule, lockTimeout: .seconds(1))
        #expect(try file.text == new)
    }

    @Test(arguments: RunOptions.Header.allCases)
    func text_whenThereIsNoHeader_isWrittenUnchanged(_ rule: RunOptions.Header) throws {
        let file = try TemporaryFile("")
        try file.output.write(Self.row, header: nil, when: rule, lockTimeout: .zero)
        #expect(try file.text == "row\n")
    }

    @Test(
        arguments: [(.auto, "row\n"), (.always, "h\nrow\n"), (.never, "row\n")] as [(RunOptions.Header, String)])
    func write_whenNotAFile_isOneWriteWithAHeaderOnlyByTheRule(_ rule: RunOptions.Header, _ text: String) throws {
        let sockets = try SocketPair()
        try sockets.output.write(Self.row, header: Self.header, when: rule, lockTimeout: .seconds(1))
        // Each write is a message of its own.
        #expect(sockets.receive() == text)
        #expect(sockets.receive() == nil)
    }

    @Test func write_whenTheLockTimesOut_proceedsWithoutIt() throws {
        let file = try TemporaryFile("")
        let other = open(file.path, O_RDWR)
        #expect(flock(other, LOCK_EX) == 0)
        let clock = ContinuousClock()
        let start = clock.now
        try file.output.write(Self.row, header: Self.header, when: .auto, lockTimeout: .milliseconds(50))
        #expect(clock.now - start >= .milliseconds(50))
        #expect(try file.text == "h\nrow\n")
        close(other)
    }

    @Test func lock_isReleasedAfterTheRow() throws {
        let file = try TemporaryFile("")
        try file.output.write(Self.row, header: Self.header, when: .auto, lockTimeout: .seconds(1))
        let other = open(file.path, O_RDWR)
        #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
        close(other)
    }

    @Test func write_whenTheOutputIsClosed_fails() throws {
        let file = try TemporaryFile("")
        let output = StandardOutput(descriptor: file.descriptor, isOpen: false)
        #expect(throws: OutputError.failed("Bad file descriptor")) {
            try output.write(Self.row, header: nil, when: .never, lockTimeout: .zero)
        }
        #expect(try file.text.isEmpty)
    }

    @Test func write_whenTheReaderIsGone_throwsAnErrorOfItsOwn() throws {
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        close(ends[0])
        #expect(throws: OutputError.readerGone) {
            try StandardOutput(descriptor: ends[1], isOpen: true)
                .write(Self.row, header: nil, when: .never, lockTimeout: .zero)
        }
        close(ends[1])
    }

    @Test(arguments: RunOptions.Header.allCases)
    func write_whenTheFileIsOpenForReadingOnly_throwsTheSystemsText(_ rule: RunOptions.Header) throws {
        let file = try TemporaryFile("old")
        let descriptor = open(file.path, O_RDONLY)
        #expect(throws: OutputError.failed("Bad file descriptor")) {
            try StandardOutput(descriptor: descriptor, isOpen: true)
                .write(Self.row, header: Self.header, when: rule, lockTimeout: .zero)
        }
        close(descriptor)
        #expect(try file.text == "old")
    }

    @Test func write_whenAPipeIsFullAndNonBlocking_waitsWithoutUsingTheProcessor() throws {
        let spent = try expectAllIsRead(flags: O_NONBLOCK) { usleep(200_000) }
        #expect(spent < .milliseconds(50))
    }

    @Test func write_whenInterruptedBySignals_continues() throws {
        // Not restarted.
        var action = sigaction()
        #if canImport(Darwin)
            action.__sigaction_u.__sa_handler = { _ in }
        #else
            action.__sigaction_handler.sa_handler = { _ in }
        #endif
        var before = sigaction()
        sigaction(SIGUSR1, &action, &before)
        defer { sigaction(SIGUSR1, &before, nil) }
        let writer = ThisThread()
        try expectAllIsRead(flags: 0) {
            for _ in 0..<100 {
                pthread_kill(writer.id, SIGUSR1)
                usleep(1000)
            }
        }
    }

    /// Writes far more than a pipe holds; the reader calls `before` first.
    ///
    /// - Returns: the processor time of the writer.
    @discardableResult
    private func expectAllIsRead(flags: Int32, after before: @escaping @Sendable () -> Void) throws -> Duration {
        let ends = Inheritance.kept {
            var ends: [Int32] = [-1, -1]
            _ = pipe(&ends)
            return ends
        }
        let (reader, writer) = (ends[0], ends[1])
        try #require(fcntl(writer, F_SETFL, flags) == 0)
        let (read, isDone) = (Locked<[UInt8]>([]), DispatchSemaphore(value: 0))
        Thread {
            before()
            var buffer = [UInt8](repeating: 0, count: 4096)
            while case let count = Foundation.read(reader, &buffer, buffer.count), count > 0 {
                read.withLock { $0 += buffer.prefix(count) }
            }
            isDone.signal()
        }.start()
        let row = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        defer {
            close(writer)
            isDone.wait()
            close(reader)
            #expect(read.withLock { $0 } == row)
        }
        return try processorTime {
            try StandardOutput(descriptor: writer, isOpen: true).write(
                row, header: nil, when: .never, lockTimeout: .zero)
        }
    }
}

/// On macOS the identifier of a thread is a pointer.
private struct ThisThread: @unchecked Sendable {
    let id = pthread_self()
}

private final class TemporaryFile {
    let path: String
    let descriptor: Int32

    init(_ text: String) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "btcq-output-\(UUID().uuidString)").path
        try Data(text.utf8).write(to: URL(filePath: path))
        descriptor = open(path, O_WRONLY | O_APPEND)
    }

    deinit {
        close(descriptor)
        try? FileManager.default.removeItem(atPath: path)
    }

    var output: StandardOutput { StandardOutput(descriptor: descriptor, isOpen: true) }
    var text: String { get throws { String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self) } }
}

/// Each write to one end is one read from the other.
private final class SocketPair {
    private var ends: [Int32] = [0, 0]

    init() throws {
        #if canImport(Darwin)
            let kind = SOCK_DGRAM
        #else
            let kind = Int32(SOCK_DGRAM.rawValue)
        #endif
        try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    }

    deinit {
        for end in ends { close(end) }
    }

    var output: StandardOutput { StandardOutput(descriptor: ends[0], isOpen: true) }

    /// The next message; nil if there is none.
    func receive() -> String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(ends[1], &buffer, buffer.count)
        return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
    }
}
