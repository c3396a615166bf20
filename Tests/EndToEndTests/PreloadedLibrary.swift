import Foundation
import TestSupport
import Testing

/// The libraries that were compiled so far, by options and source: each is compiled once.
private let compiled = Locked<[String: Data]>([:])

extension Sandbox {
    /// Compiles a shared library from C and returns its path.
    @discardableResult
    func compile(_ source: String, to name: String, options: String = "") throws -> String {
        let (path, key) = ("\(directory)/\(name)", "\(options)\n\(source)")
        if let library = compiled.withLock({ $0[key] }) { return try write(library, to: path) }
        try write(source, to: "\(path).c")
        let clang = Program.tool("clang") ?? "clang"
        let run = try shell("'\(clang)' -shared -fPIC -o '\(path)' '\(path).c' \(options)")
        try #require(run.status == 0, "\(run)")
        compiled.withLock { $0[key] = FileManager.default.contents(atPath: path) }
        return path
    }

    /// Replaces functions of the C library in every run.
    func preload(_ source: String) throws {
        environment["LD_PRELOAD"] = try compile(source, to: "preloaded.so")
    }
}

/// The C sources in `Libraries`: functions that replace those of the C library, and a libcurl.
enum CLibrary {
    static let temporaryNames = source("temporary-names")
    static let clockThatIsSetBack = source("clock-that-is-set-back")
    static let socketsWithoutInode = source("sockets-without-inode")
    static let libcurlShim = source("libcurl-shim")

    private static func source(_ name: String) -> String {
        let path = "\(URL(filePath: #filePath).deletingLastPathComponent().path)/Libraries/\(name).c"
        return (try? String(contentsOfFile: path, encoding: .utf8)) ?? "#error \(path) cannot be read"
    }
}
