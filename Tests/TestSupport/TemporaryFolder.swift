import Foundation

/// Runs `body` with the path of an empty folder, which goes afterwards.
public func withTemporaryFolder(_ body: (_ path: String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "btcq-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
}
