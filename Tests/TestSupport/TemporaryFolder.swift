import Foundation

/// Runs `body` with the path of an empty directory, which is removed afterwards.
public func withTemporaryFolder<Result>(_ body: (_ path: String) throws -> Result) throws -> Result {
    let directory = FileManager.default.temporaryDirectory.appending(path: "btcq-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    return try body(directory)
}
