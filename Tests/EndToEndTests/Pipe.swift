import Foundation
import TestSupport

/// A pipe between a test and the program.
final class Pipe {
    private(set) var reading: Int32
    let writing: Int32

    init(isBlocking: Bool = true) throws {
        (reading, writing) = Inheritance.pipe()
        guard writing >= 0 else { throw POSIXError(.EMFILE) }
        if !isBlocking { _ = fcntl(writing, F_SETFL, O_NONBLOCK) }
    }

    deinit {
        closeReading()
        close(writing)
    }

    func closeReading() {
        if reading >= 0 { close(reading) }
        reading = -1
    }

    /// Writes until there is no more room, and returns how many bytes that took.
    @discardableResult
    func fill() -> Int {
        let flags = fcntl(writing, F_GETFL)
        _ = fcntl(writing, F_SETFL, flags | O_NONBLOCK)
        defer { _ = fcntl(writing, F_SETFL, flags) }
        var (count, byte) = (0, UInt8(ascii: "x"))
        let block = [UInt8](repeating: byte, count: 4096)
        while write(writing, block, block.count) == block.count { count += block.count }
        while write(writing, &byte, 1) == 1 { count += 1 }
        return count
    }

    /// This many bytes, or those that came before none did for this time.
    func drain(_ count: Int, within milliseconds: Int32 = 10_000) -> String {
        var text: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4096)
        while text.count < count {
            var request = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, milliseconds) > 0 else { break }
            let size = read(reading, &block, min(block.count, count - text.count))
            guard size > 0 else { break }
            text += block[..<size]
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// How many bytes are in it now.
    func countAll() -> Int { drain(.max, within: 0).utf8.count }
}
