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

    // The record lock under which the header is checked. It belongs to a process, so another one takes part.

    @Test func write_whenAnotherProcessHoldsTheLock_proceedsWithoutItAfterTheTimeout() async throws {
        let file = try TemporaryFile("")
        let path = file.path
        try #require(file.lockRecords() == 0)
        await #expect(processExitsWith: .success) { [path = path as String] in
            let file = try TemporaryFile(openingFileAt: path)
            try #require(file.lockRecords() != 0)
            let start = ContinuousClock.now
            try file.output.write(
                Array("row\n".utf8), header: Array("h\n".utf8), when: .auto, lockTimeout: .milliseconds(50))
            #expect(ContinuousClock.now - start >= .milliseconds(50))
        }
        #expect(try file.text == "h\nrow\n")
    }

    @Test(arguments: [("-", RunOptions.Header.auto), ("h", .never), ("h", .always)])
    func write_whenTheHeaderDoesNotDependOnTheFile_doesNotWaitForTheLock(
        _ header: String, _ rule: RunOptions.Header
    ) async throws {
        let file = try TemporaryFile("old\n")
        let (path, rule) = (file.path, rule.rawValue)
        try #require(file.lockRecords() == 0)
        await #expect(processExitsWith: .success) {
            [path = path as String, header = header as String, rule = rule as String] in
            let file = try TemporaryFile(openingFileAt: path)
            let rule = try #require(RunOptions.Header(rawValue: rule))
            let start = ContinuousClock.now
            try file.output.write(
                Array("row\n".utf8), header: header == "-" ? nil : Array("h\n".utf8), when: rule,
                lockTimeout: .seconds(20))
            #expect(ContinuousClock.now - start < .seconds(10))
        }
    }

    @Test func write_whenAnotherProcessAppendsMeanwhile_writesNoHeader() async throws {
        let file = try TemporaryFile("")
        let (path, marker) = (file.path, file.path + ".waiting")
        defer { try? FileManager.default.removeItem(atPath: marker) }
        try #require(file.lockRecords() == 0)
        Thread {
            while access(marker, F_OK) != 0 { usleep(1000) }
            usleep(50_000)
            _ = Foundation.write(file.descriptor, "old\n", 4)
            file.unlockRecords()
        }.start()
        await #expect(processExitsWith: .success) { [path = path as String, marker = marker as String] in
            let file = try TemporaryFile(openingFileAt: path)
            try Data().write(to: URL(filePath: marker))
            try file.output.write(
                Array("row\n".utf8), header: Array("h\n".utf8), when: .auto, lockTimeout: .seconds(20))
        }
        #expect(try file.text == "old\nrow\n")
    }

    @Test func lock_isReleasedAfterTheRow() async throws {
        let file = try TemporaryFile("")
        let path = file.path
        try file.output.write(Self.row, header: Self.header, when: .auto, lockTimeout: .seconds(1))
        await #expect(processExitsWith: .success) { [path = path as String] in
            let file = try TemporaryFile(openingFileAt: path)
            #expect(file.lockRecords() == 0)
        }
    }

    /// As in `btcq --csv >&9` inside `flock 9`.
    @Test func write_whenTheCallerHoldsAFileLock_neitherWaitsForItNorReleasesIt() async throws {
        await #expect(processExitsWith: .success) {
            let file = try TemporaryFile("")
            let other = open(file.path, O_RDWR)
            for caller in [file.descriptor, other] {
                try #require(flock(caller, LOCK_EX | LOCK_NB) == 0)
                let start = ContinuousClock.now
                try file.output.write(
                    Array("row\n".utf8), header: Array("h\n".utf8), when: .auto, lockTimeout: .seconds(20))
                #expect(ContinuousClock.now - start < .seconds(10))
                #expect(flock(caller == other ? file.descriptor : other, LOCK_EX | LOCK_NB) != 0)
                try #require(flock(caller, LOCK_UN) == 0)
            }
            #expect(try file.text == "h\nrow\nrow\n")
            close(other)
        }
    }

    // Errors.

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

private final class TemporaryFile: Sendable {
    let path: String
    let descriptor: Int32
    private let isOwned: Bool

    init(_ text: String) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "btcq-output-\(UUID().uuidString)").path
        try Data(text.utf8).write(to: URL(filePath: path))
        descriptor = open(path, O_WRONLY | O_APPEND)
        isOwned = true
    }

    /// Opens the file of another process.
    init(openingFileAt path: String) throws {
        self.path = path
        descriptor = open(path, O_WRONLY | O_APPEND)
        isOwned = false
        try #require(descriptor >= 0)
    }

    deinit {
        close(descriptor)
        if isOwned { try? FileManager.default.removeItem(atPath: path) }
    }

    var output: StandardOutput { StandardOutput(descriptor: descriptor, isOpen: true) }
    var text: String { get throws { String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self) } }

    /// Acquires the record lock of fcntl(2) for this process; 0 if that succeeds.
    func lockRecords() -> Int32 { setLock(Int16(F_WRLCK)) }

    func unlockRecords() { _ = setLock(Int16(F_UNLCK)) }

    private func setLock(_ type: Int16) -> Int32 {
        var lock = flock()
        (lock.l_type, lock.l_whence) = (type, Int16(SEEK_SET))
        return fcntl(descriptor, F_SETLK, &lock)
    }
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
