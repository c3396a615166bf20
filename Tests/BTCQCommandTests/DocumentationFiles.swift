import Foundation

/// The files of this repository that tell users what the program does.
enum DocumentationFiles {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The names of the files in a folder, or those of its folders.
    static func names(in folder: String, areFolders: Bool = false) throws -> [String] {
        let files = try FileManager.default.contentsOfDirectory(
            at: root.appending(path: folder), includingPropertiesForKeys: [.isDirectoryKey],
            options: .skipsHiddenFiles)
        return try files.filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == areFolders }
            .map(\.lastPathComponent).sorted()
    }

    /// The paths of the files in a folder and in its folders.
    static func allNames(below folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path).map { "\(folder)/\($0)" }
    }
}
