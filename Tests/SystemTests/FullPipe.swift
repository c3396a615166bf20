import System
import Testing

/// Both ends of a pipe that has no room left.
///
/// - Parameter isBlocking: whether a write waits for room.
func fullPipe(isBlocking: Bool = false) throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    let block = [UInt8](repeating: 0, count: 4096)
    while write(ends[1], block, block.count) > 0 {}
    if isBlocking { _ = fcntl(ends[1], F_SETFL, 0) }
    return (ends[0], ends[1])
}
