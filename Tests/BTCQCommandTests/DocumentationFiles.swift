import Foundation

/// The documentation in this repository.
enum DocumentationFiles {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The names of the files in a directory, or of its directories.
    static func names(in directory: String, areDirectories: Bool = false) throws -> [String] {
        let files = try FileManager.default.contentsOfDirectory(
            at: root.appending(path: directory), includingPropertiesForKeys: [.isDirectoryKey],
            options: .skipsHiddenFiles)
        return try files.filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == areDirectories }
            .map(\.lastPathComponent).sorted()
    }

    /// The paths of the files below a directory.
    static func allNames(below directory: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: directory).path).map {
            "\(directory)/\($0)"
        }
    }
}
