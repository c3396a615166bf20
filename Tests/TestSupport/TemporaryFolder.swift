import Foundation

/// Runs `body` with the path of an empty folder, which goes afterwards.
public func withTemporaryFolder<Result>(_ body: (_ path: String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "btcq-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try body(folder)
}
