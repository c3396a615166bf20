import Foundation

/// An empty directory, which is removed with the last reference to it: a suite has one for each of its tests.
public final class TemporaryDirectory: Sendable {
    /// Its path.
    public let path = FileManager.default.temporaryDirectory.appending(path: "btcq-\(UUID().uuidString)").path

    /// Creates it. If that fails, a test cannot do anything in it, and says why.
    public init() {
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// Runs `body` with the path of an empty directory, which is removed afterwards.
public func withTemporaryDirectory<Result>(_ body: (_ path: String) throws -> Result) throws -> Result {
    let directory = TemporaryDirectory()
    return try withExtendedLifetime(directory) { try body(directory.path) }
}
