import Foundation
import System
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct FileDescriptorTests {
    private static let text = Array("68901.23\n".utf8)

    @Test func writeSome_returnsTheNumberOfBytesWritten() throws {
        try withPipe { reading, writing in
            let count = try FileDescriptor.writeSome(Self.text[...], to: writing)
            #expect(count == Self.text.count)
            #expect(try FileDescriptor.writeSome(Self.text[8...], to: writing) == 1)
            close(writing)
            #expect(try FileDescriptor.readAll(reading, atMost: 100) == Self.text + Self.text[8...])
        }
    }

    @Test func writeSome_whenThereIsRoomForAPart_writesThatPart() throws {
        try withPipe { reading, writing in
            _ = fcntl(writing, F_SETFL, O_NONBLOCK)
            let bytes = [UInt8](repeating: 1, count: 1 << 22)
            let count = try FileDescriptor.writeSome(bytes[...], to: writing)
            #expect((1..<bytes.count).contains(count))
            close(writing)
            #expect(try FileDescriptor.readAll(reading, atMost: bytes.count).count == count)
        }
    }

    @Test func writeSome_whenTheDescriptorIsFullAndDoesNotBlock_throws() throws {
        let (reading, writing) = try fullPipe()
        defer { [reading, writing].forEach { close($0) } }
        #expect(throws: SystemError(code: EAGAIN)) { try FileDescriptor.writeSome(Self.text[...], to: writing) }
    }

    @Test func writeSome_whenTheDescriptorIsClosed_throws() {
        #expect(throws: SystemError(code: EBADF)) { try FileDescriptor.writeSome(Self.text[...], to: -1) }
    }

    #if os(Linux)
        @Test func writeSome_whenTheDiskIsFull_throwsTheErrorOfTheSystem() throws {
            let full = open("/dev/full", O_WRONLY)
            defer { close(full) }
            let error = #expect(throws: SystemError.self) { try FileDescriptor.writeSome(Self.text[...], to: full) }
            #expect(error.map { "\($0)" } == "No space left on device")
        }
    #endif

    /// Otherwise the caller would repeat it for ever.
    @Test func writeSome_whenNothingIsWritten_throws() throws {
        let null = open("/dev/null", O_WRONLY)
        defer { close(null) }
        #expect(throws: SystemError(code: EIO)) { try FileDescriptor.writeSome([], to: null) }
    }

    @Test func writeSome_whenTheReaderHasGone_throws() async {
        await #expect(processExitsWith: .success) {
            signal(SIGPIPE, SIG_IGN)
            let (reading, writing) = try fullPipe()
            close(reading)
            #expect(throws: SystemError(code: EPIPE)) { try FileDescriptor.writeSome([1], to: writing) }
        }
    }

    @Test func writeSome_whenSignalsInterruptIt_triesAgain() async {
        await #expect(processExitsWith: .success) {
            let (reading, writing) = try fullPipe(isBlocking: true)
            try interruptThisThread(times: 50)
            Thread.detachNewThread {
                Thread.sleep(forTimeInterval: 0.1)
                var bytes = [UInt8](repeating: 0, count: 1 << 16)
                _ = read(reading, &bytes, bytes.count)
            }
            #expect(try FileDescriptor.writeSome([1, 2], to: writing) == 2)
        }
    }

    @Test func readAll_whenSignalsInterruptIt_readsOn() async {
        await #expect(processExitsWith: .success) {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            let (reading, writing) = (ends[0], ends[1])
            try interruptThisThread(times: 50)
            Thread.detachNewThread {
                for byte in [UInt8(1), 2] {
                    Thread.sleep(forTimeInterval: 0.04)
                    _ = write(writing, [byte], 1)
                }
                close(writing)
            }
            #expect(try FileDescriptor.readAll(reading, atMost: 10) == [1, 2])
        }
    }

    @Test(arguments: [(0, 0), (3, 3), (9, 9), (10, 9)])
    func readAll_readsUpToTheLimit(_ limit: Int, _ count: Int) throws {
        try withPipe { reading, writing in
            try FileDescriptor.writeAllAndClose(Self.text, writing)
            #expect(try FileDescriptor.readAll(reading, atMost: limit) == Array(Self.text.prefix(count)))
        }
    }

    @Test func readAll_whenTheDescriptorIsClosed_throws() {
        #expect(throws: SystemError(code: EBADF)) { try FileDescriptor.readAll(-1, atMost: 10) }
    }

    /// The end of a pipe shows that its writing end was closed. In a process of its own, since others may inherit it.
    @Test func writeAllAndClose_closesTheDescriptor() async {
        await #expect(processExitsWith: .success) {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            try FileDescriptor.writeAllAndClose([1], ends[1])
            _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
            #expect(try FileDescriptor.readAll(ends[0], atMost: 10) == [1])
        }
    }

    @Test func writeAllAndClose_whenTheWriteFails_closesTheDescriptor() async {
        await #expect(processExitsWith: .success) {
            let (reading, writing) = try fullPipe()
            #expect(throws: SystemError(code: EAGAIN)) { try FileDescriptor.writeAllAndClose([1], writing) }
            _ = fcntl(reading, F_SETFL, O_NONBLOCK)
            #expect(try FileDescriptor.readAll(reading, atMost: 1 << 20).contains(1) == false)
        }
    }

    @Test func writeAllAndClose_whenTheDescriptorIsClosed_throws() {
        #expect(throws: SystemError(code: EBADF)) { try FileDescriptor.writeAllAndClose([1], -1) }
        #expect(throws: SystemError(code: EBADF)) { try FileDescriptor.writeAllAndClose([], -1) }
    }

    /// `body` may close the writing end.
    private func withPipe(_ body: (_ reading: Int32, _ writing: Int32) throws -> Void) throws {
        let ends = Inheritance.kept {
            var ends: [Int32] = [-1, -1]
            return pipe(&ends) == 0 ? ends : []
        }
        try #require(ends.count == 2)
        defer { close(ends[0]) }
        try body(ends[0], ends[1])
    }
}
