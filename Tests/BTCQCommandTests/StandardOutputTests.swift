import Foundation
import Platform
import TestSupport
import Testing

@testable import BTCQCommand

@Suite(.timeLimit(.minutes(1))) struct StandardOutputTests {
    private static let row = Array("row\n".utf8)

    @Test(arguments: [
        ("", "h\n", "h\nrow\n"), ("old\n", "h\n", "old\nrow\n"), ("", "", "row\n"), ("old\n", "", "old\nrow\n"),
    ])
    func header_isWrittenIntoAnEmptyFile(_ old: String, _ header: String, _ new: String) throws {
        let file = try TemporaryFile(old)
        try file.output.append(Self.row, headerOfEmptyFile: Array(header.utf8), lockTimeout: .seconds(1))
        let text = try file.text
        #expect(text == new)
    }

    @Test func append_whenNotAFile_isOneWriteWithoutTheHeader() throws {
        let written = try WrittenPieces()
        let output = StandardOutput(descriptor: written.writing, isOpen: true)
        try output.append(Self.row, headerOfEmptyFile: Array("h\n".utf8), lockTimeout: .seconds(1))
        #expect(written.pieces() == ["row\n"])
    }

    /// The limit cuts both. With two writes, the header would stay.
    @Test func partialRow_isRemovedWithItsHeaderAndAPartialTextStays() async {
        await #expect(processExitsWith: .success) {
            let file = try TemporaryFile("")
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit()
            getrlimit(fileSizeLimit, &limit)
            let before = limit.rlim_cur
            limit.rlim_cur = 3
            setrlimit(fileSizeLimit, &limit)
            let error = SystemError(code: EFBIG)
            #expect(throws: error) {
                try file.output.append(
                    Array("row\n".utf8), headerOfEmptyFile: Array("h\n".utf8), lockTimeout: .seconds(1))
            }
            let empty = try file.text
            #expect(throws: error) { try file.output.write(Array("text".utf8)) }
            limit.rlim_cur = before
            setrlimit(fileSizeLimit, &limit)
            let text = try file.text
            #expect(empty == "" && text == "tex")
        }
    }

    // The record lock under which a row is appended. It belongs to a process, so another one takes part.

    @Test func append_whenAnotherProcessHoldsTheLock_waitsForItWithOrWithoutAHeader() async throws {
        let file = try TemporaryFile("")
        let path = file.path
        try #require(RecordLock.acquire(file.descriptor))
        await #expect(processExitsWith: .success) { [path = path as String] in
            let file = try TemporaryFile(openingFileAt: path)
            for header in ["h\n", ""] {
                let start = ContinuousClock.now
                try file.output.append(
                    Array("row\n".utf8), headerOfEmptyFile: Array(header.utf8), lockTimeout: .milliseconds(50))
                #expect(ContinuousClock.now - start >= .milliseconds(50))
            }
        }
        let text = try file.text
        #expect(text == "h\nrow\nrow\n")
    }

    @Test func append_whenAnotherProcessAppendsMeanwhile_writesNoHeader() async throws {
        let file = try TemporaryFile("")
        let (path, marker) = (file.path, file.path + ".waiting")
        defer { try? FileManager.default.removeItem(atPath: marker) }
        try #require(RecordLock.acquire(file.descriptor))
        Thread {
            while access(marker, F_OK) != 0 { usleep(1000) }
            usleep(50_000)
            _ = Foundation.write(file.descriptor, "old\n", 4)
            RecordLock.release(file.descriptor)
        }.start()
        await #expect(processExitsWith: .success) { [path = path as String, marker = marker as String] in
            let file = try TemporaryFile(openingFileAt: path)
            try Data().write(to: URL(filePath: marker))
            try file.output.append(
                Array("row\n".utf8), headerOfEmptyFile: Array("h\n".utf8), lockTimeout: .seconds(20))
        }
        let text = try file.text
        #expect(text == "old\nrow\n")
    }

    @Test func lock_isReleasedAfterTheRow() async throws {
        let file = try TemporaryFile("")
        let path = file.path
        try file.output.append(Self.row, headerOfEmptyFile: Array("h\n".utf8), lockTimeout: .seconds(1))
        await #expect(processExitsWith: .success) { [path = path as String] in
            let file = try TemporaryFile(openingFileAt: path)
            #expect(RecordLock.acquire(file.descriptor))
        }
    }

    // Errors.

    @Test func write_whenTheOutputIsClosedOrReadOnly_throwsTheSystemsText() throws {
        let file = try TemporaryFile("old")
        let readOnly = open(file.path, O_RDONLY)
        for output in [
            StandardOutput(descriptor: file.descriptor, isOpen: false),
            StandardOutput(descriptor: readOnly, isOpen: true),
        ] {
            #expect(throws: SystemError(code: EBADF)) { try output.write(Self.row) }
            #expect(throws: SystemError(code: EBADF)) {
                try output.append(Self.row, headerOfEmptyFile: [], lockTimeout: .zero)
            }
        }
        close(readOnly)
        let text = try file.text
        #expect(text == "old")
    }

    /// Writes far more than a pipe holds.
    @Test func write_whenAPipeIsFullAndNonBlocking_waitsWithoutUsingTheProcessor() throws {
        let ends = Inheritance.kept {
            var ends: [Int32] = [-1, -1]
            return pipe(&ends) == 0 ? ends : []
        }
        let (reader, writer) = (ends[0], ends[1])
        try #require(fcntl(writer, F_SETFL, O_NONBLOCK) == 0)
        let (read, isDone) = (Locked<[UInt8]>([]), DispatchSemaphore(value: 0))
        Thread {
            usleep(200_000)
            var buffer = [UInt8](repeating: 0, count: 4096)
            while case let count = Foundation.read(reader, &buffer, buffer.count), count > 0 {
                read.withLock { $0 += buffer.prefix(count) }
            }
            isDone.signal()
        }.start()
        let row = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let spent = try processorTime {
            try StandardOutput(descriptor: writer, isOpen: true).write(row)
        }
        close(writer)
        isDone.wait()
        close(reader)
        #expect(read.withLock { $0 } == row)
        #expect(spent < .milliseconds(50))
    }
}

#if canImport(Darwin)
    private let fileSizeLimit = RLIMIT_FSIZE
#else
    private let fileSizeLimit = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
#endif

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
}
