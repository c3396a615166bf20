import Foundation
import Platform
import TestSupport
import Testing

@testable import BTCQCommand

@Suite(.timeLimit(.minutes(5))) struct StandardOutputTests {
    private let directory = TemporaryDirectory()
    private let file: OutputFile

    init() throws { file = try OutputFile("\(directory.path)/output") }

    @Test(arguments: [
        ("", "h\n", "h\nrow\n"), ("old\n", "h\n", "old\nrow\n"), ("", "", "row\n"), ("old\n", "", "old\nrow\n"),
    ])
    func header_isWrittenUnlessTheFileContainsSomething(_ old: String, _ header: String, _ new: String) throws {
        try file.output.write(Array(old.utf8))
        try file.append(header: header)
        #expect(file.text == new)
    }

    @Test func append_whenNotAFile_isOneWriteWithTheHeader() throws {
        let written = try WrittenPieces()
        try OutputFile(path: "", descriptor: written.writing).append(header: "h\n")
        #expect(written.pieces() == ["h\nrow\n"])
    }

    /// The limit cuts both. With two writes, the header would stay.
    @Test func partialRow_isRemovedWithItsHeaderAndAPartialTextStays() async {
        await #expect(processExitsWith: .success) { [path = file.path as String] in
            let file = try OutputFile(path)
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit()
            getrlimit(fileSizeLimit, &limit)
            limit.rlim_cur = 3
            setrlimit(fileSizeLimit, &limit)
            expectError(SystemError(code: EFBIG)) { try file.append(header: "h\n") }
            expectEqual(file.text, "")
            expectError(SystemError(code: EFBIG)) { try file.output.write(Array("text".utf8)) }
            expectEqual(file.text, "tex")
        }
    }

    // The record lock under which a row is appended. It belongs to a process, so another one takes part.

    @Test func append_whenAnotherProcessHoldsTheLock_waitsForItWithOrWithoutAHeader() async throws {
        try #require(RecordLock.acquire(file.descriptor))
        await #expect(processExitsWith: .success) { [path = file.path as String] in
            let file = try OutputFile(path)
            for header in ["h\n", ""] {
                let start = ContinuousClock.now
                try file.append(header: header, lockTimeout: .milliseconds(50))
                expectEqual(ContinuousClock.now - start >= .milliseconds(50), true)
            }
        }
        #expect(file.text == "h\nrow\nrow\n")
    }

    @Test func append_whenAnotherProcessAppendsMeanwhile_writesNoHeader() async throws {
        try #require(RecordLock.acquire(file.descriptor))
        Thread { [file] in
            while access("\(file.path).waiting", F_OK) != 0 { usleep(1000) }
            usleep(50_000)
            _ = Foundation.write(file.descriptor, "old\n", 4)
            RecordLock.release(file.descriptor)
        }.start()
        await #expect(processExitsWith: .success) { [path = file.path as String] in
            let file = try OutputFile(path)
            try Data().write(to: URL(filePath: "\(path).waiting"))
            try file.append(header: "h\n", lockTimeout: .seconds(20))
        }
        #expect(file.text == "old\nrow\n")
    }

    @Test func lock_isReleasedAfterTheRow() async throws {
        try file.append(header: "h\n")
        await #expect(processExitsWith: .success) { [path = file.path as String] in
            let file = try OutputFile(path)
            expectEqual(RecordLock.acquire(file.descriptor), true)
        }
    }

    // Errors.

    @Test(arguments: ["closed", "read-only"])
    func write_whenTheOutputIsClosedOrReadOnly_throwsTheSystemsText(_ state: String) throws {
        let readOnly = open(file.path, O_RDONLY | O_CLOEXEC)
        defer { close(readOnly) }
        let isClosed = state == "closed"
        let output = StandardOutput(descriptor: isClosed ? file.descriptor : readOnly, isOpen: !isClosed)
        #expect(throws: SystemError(code: EBADF)) { try output.write(Array("row".utf8)) }
        #expect(throws: SystemError(code: EBADF)) {
            try output.append(Array("row".utf8), header: [], lockTimeout: .zero)
        }
        #expect(file.text == "")
    }

    /// Writes far more than a pipe holds.
    @Test func write_whenAPipeIsFullAndNonBlocking_waitsWithoutUsingTheProcessor() throws {
        let (reader, writer) = Inheritance.pipe()
        try #require(fcntl(writer, F_SETFL, O_NONBLOCK) == 0)
        let (read, isDone) = (Locked(Data()), Gate())
        Thread {
            usleep(200_000)
            let data = FileHandle(fileDescriptor: reader, closeOnDealloc: true).readDataToEndOfFile()
            read.withLock { $0 = data }
            isDone.open()
        }.start()
        let row = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let spent = try processorTime {
            try StandardOutput(descriptor: writer, isOpen: true).write(row)
        }
        close(writer)
        isDone.wait()
        let isComplete = read.withLock { $0 == Data(row) }
        #expect(isComplete && spent < .milliseconds(50))
    }
}

#if canImport(Darwin)
    private let fileSizeLimit = RLIMIT_FSIZE
#else
    private let fileSizeLimit = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
#endif

/// A file as the shell opens it for `>>`.
private struct OutputFile {
    let path: String
    let descriptor: Int32

    var output: StandardOutput { StandardOutput(descriptor: descriptor, isOpen: true) }
    var text: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "unreadable" }

    func append(header: String, lockTimeout: Duration = .seconds(1)) throws {
        try output.append(Array("row\n".utf8), header: Array(header.utf8), lockTimeout: lockTimeout)
    }
}

extension OutputFile {
    /// It stays open until the process ends.
    init(_ path: String) throws {
        self.init(path: path, descriptor: open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600))
        try #require(descriptor >= 0)
    }
}
