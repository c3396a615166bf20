import Foundation

/// A socket that separates what was written to it: each write(2) is a piece.
public final class WrittenPieces {
    private let reading: Int32
    public let writing: Int32

    public init() throws {
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
    public func pieces() -> [String] {
        var (pieces, buffer): ([String], [UInt8]) = ([], [UInt8](repeating: 0, count: 65_536))
        while case let count = recv(reading, &buffer, buffer.count, 0), count > 0 {
            pieces.append(String(decoding: buffer.prefix(count), as: UTF8.self))
        }
        return pieces
    }
}
