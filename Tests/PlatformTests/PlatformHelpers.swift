import Foundation
import TestSupport
import Testing

/// Both ends of a pipe that has no room left.
///
/// - Parameter isBlocking: whether a write waits for room.
func fullPipe(isBlocking: Bool = false) throws -> (reading: Int32, writing: Int32) {
    let ends = Inheritance.pipe()
    try fill(ends.writing, isBlocking: isBlocking)
    return ends
}

/// Writes until there is no room left.
func fill(_ pipe: Int32, isBlocking: Bool) throws {
    try #require(fcntl(pipe, F_SETFL, O_NONBLOCK) == 0)
    let block = [UInt8](repeating: 0, count: 4096)
    while write(pipe, block, block.count) > 0 {}
    if isBlocking { _ = fcntl(pipe, F_SETFL, 0) }
}

/// What can be read from a descriptor until its end, or until there is nothing more if it does not block.
func readAll(_ descriptor: Int32) -> [UInt8] {
    var (contents, block) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
    while case let count = read(descriptor, &block, block.count), count > 0 { contents += block[..<count] }
    return contents
}
