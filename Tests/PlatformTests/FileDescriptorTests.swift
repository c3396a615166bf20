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
    func systemError_hasTheTextOfTheSystemUnlessNoDescriptorIsLeft(_ code: Int32, _ text: String) {
        #expect("\(SystemError(code: code))" == text)
    }
}
