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

    @Test(arguments: [
        (EMFILE, "no file descriptor is left"), (ENFILE, "no file descriptor is left"),
        (ENOSPC, "No space left on device"), (EACCES, "Permission denied"),
    ])
    func systemError_hasTheTextOfTheSystemUnlessNoDescriptorIsLeft(_ code: Int32, _ text: String) {
        #expect("\(SystemError(code: code))" == text)
    }
}
