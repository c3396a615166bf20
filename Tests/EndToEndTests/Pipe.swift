import Foundation
import TestSupport

/// A pipe between a test and the program.
final class Pipe {
    private(set) var reading: Int32
    let writing: Int32

    init(isBlocking: Bool = true) throws {
        let ends = Inheritance.kept {
            var ends: [Int32] = [0, 0]
            return pipe(&ends) == 0 ? ends : []
        }
        guard ends.count == 2 else { throw POSIXError(.EMFILE) }
        (reading, writing) = (ends[0], ends[1])
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
    func drain(_ count: Int, within milliseconds: Int32 = 10_000) -> [UInt8] {
        var text: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4096)
        while text.count < count {
            var request = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, milliseconds) > 0 else { break }
            let size = read(reading, &block, min(block.count, count - text.count))
            guard size > 0 else { break }
            text += block[..<size]
        }
        return text
    }

    /// All that is in it now.
    func readAll() -> [UInt8] { drain(.max, within: 0) }
}

/// A socket that separates what was written to it: each write(2) is a piece.
final class WrittenPieces {
    private let reading: Int32
    let writing: Int32

    init() throws {
        #if canImport(Darwin)
            let kind = SOCK_DGRAM
        #else
            let kind = Int32(SOCK_DGRAM.rawValue)
        #endif
        let ends = Inheritance.kept {
            var ends: [Int32] = [0, 0]
            return socketpair(AF_UNIX, kind, 0, &ends) == 0 ? ends : []
        }
        guard ends.count == 2 else { throw POSIXError(.EMFILE) }
        (reading, writing) = (ends[0], ends[1])
        _ = fcntl(reading, F_SETFL, O_NONBLOCK)
        #if canImport(Darwin)
            // Two kilobytes by default.
            var size: Int32 = 65_536
            for (end, option) in [(writing, SO_SNDBUF), (reading, SO_RCVBUF)] {
                setsockopt(end, SOL_SOCKET, option, &size, socklen_t(MemoryLayout<Int32>.size))
            }
        #endif
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// Those that were written so far.
    func pieces() -> [String] {
        var (pieces, buffer): ([String], [UInt8]) = ([], [UInt8](repeating: 0, count: 65_536))
        while case let count = recv(reading, &buffer, buffer.count, 0), count > 0 {
            pieces.append(String(decoding: buffer.prefix(count), as: UTF8.self))
        }
        return pieces
    }
}
