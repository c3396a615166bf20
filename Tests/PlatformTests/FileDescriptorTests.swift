import Foundation
import Platform
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct FileDescriptorTests {
    @Test func writeSome_returnsTheNumberOfBytesWritten() throws {
        let (reading, writing) = try fullPipe()
        defer { [reading, writing].forEach { close($0) } }
        _ = fcntl(reading, F_SETFL, O_NONBLOCK)
        _ = readAll(reading)
        let text = Array("68901.23\n".utf8)
        let counts = try [text, Array(text[8...])].map { try FileDescriptor.writeSome($0, to: writing) }
        #expect(counts == [9, 1])
        #expect(readAll(reading) == text + text[8...])
        // There is room for a part of more.
        let bytes = [UInt8](repeating: 1, count: 1 << 22)
        let count = try FileDescriptor.writeSome(bytes, to: writing)
        #expect(count < bytes.count)
        #expect(readAll(reading).count == count)
    }

    @Test func writeSome_whenNothingCanBeWritten_throws() throws {
        let (reading, full) = try fullPipe()
        let null = open("/dev/null", O_WRONLY)
        defer { [reading, full, null].forEach { close($0) } }
        #expect(throws: SystemError(code: EAGAIN)) { try FileDescriptor.writeSome([1], to: full) }
        #expect(throws: SystemError(code: EBADF)) { try FileDescriptor.writeSome([1], to: -1) }
        // Otherwise the caller would repeat it for ever.
        #expect(throws: SystemError(code: EIO)) { try FileDescriptor.writeSome([], to: null) }
    }

    @Test func writeSome_whenSignalsInterruptIt_triesAgain() async {
        await #expect(processExitsWith: .success) {
            let (reading, writing) = try fullPipe(isBlocking: true)
            try interruptThisThread(times: 50)
            Thread.detachNewThread {
                usleep(100_000)
                var bytes = [UInt8](repeating: 0, count: 1 << 16)
                _ = read(reading, &bytes, bytes.count)
            }
            expectEqual(try FileDescriptor.writeSome([1, 2], to: writing), 2)
        }
    }

    /// A pipe is at its end when no descriptor for writing is open. In a process of its own, which no other test starts
    /// a program from.
    @Test func writeAllAndClose_closesTheDescriptorInAnyCase() async {
        await #expect(processExitsWith: .success) {
            let (reading, writing) = try fullPipe()
            expectError(SystemError(code: EAGAIN)) { try FileDescriptor.writeAllAndClose([1], writing) }
            let other = Inheritance.pipe()
            try FileDescriptor.writeAllAndClose([1], other.writing)
            for descriptor in [reading, other.reading] {
                _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
                let contents = readAll(descriptor)
                if descriptor != reading { expectEqual(contents, [1]) }
                var byte: UInt8 = 0
                expectEqual(read(descriptor, &byte, 1), 0)
            }
        }
    }

    @Test func writeAllAndClose_whenTheDescriptorIsClosed_throws() {
        #expect(throws: SystemError(code: EBADF)) { try FileDescriptor.writeAllAndClose([1], -1) }
        #expect(throws: SystemError(code: EBADF)) { try FileDescriptor.writeAllAndClose([], -1) }
    }

    /// In a process of its own, since the limit applies to all tests of one.
    @Test func available_countsTheDescriptorsThatAreLeftAndClosesThemAgain() async {
        await #expect(processExitsWith: .success) {
            leaveDescriptors(3)
            for (limit, count) in [(4, 3), (4, 3), (3, 3), (2, 2), (0, 0)] {
                expectEqual(FileDescriptor.available(atMost: limit), count)
            }
        }
    }

    @Test(arguments: [
        (EMFILE, "no file descriptor is left"), (ENFILE, "no file descriptor is left"),
        (ENOSPC, "No space left on device"), (EACCES, "Permission denied"),
    ])
    func systemError_isDescribedInTheWordsOfTheSystemUnlessNoDescriptorIsLeft(_ code: Int32, _ text: String) {
        #expect("\(SystemError(code: code))" == text)
    }
}
