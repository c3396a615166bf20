import System

/// The temporary files that killed writers have left beside a file.
///
/// A writer that holds the lock writes to `FILE.new`, and so replaces the one that a killed writer left. A writer without
/// the lock appends its process number, so that two of them never write to the same file.
struct OrphanedFiles {
    static let suffix = ".new"

    private let prefix: [UInt8]
    private let directory: Path

    init(of file: Path, in directory: CacheDirectory) {
        let name = file.bytes.split(separator: UInt8(ascii: "/")).last ?? []
        prefix = Array(name) + "\(Self.suffix).".utf8
        self.directory = directory.path
    }

    /// Removes the files whose writers no longer exist.
    func remove() {
        guard let stream = directory.withCString({ opendir($0) }) else { return }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            guard name.starts(with: prefix), let writer = Self.processNumber(name.dropFirst(prefix.count)),
                kill(writer, 0) != 0, errno == ESRCH
            else { continue }
            _ = directory.appending(String(decoding: name, as: UTF8.self)).withCString { unlink($0) }
        }
    }

    private static func processNumber(_ text: ArraySlice<UInt8>) -> pid_t? {
        pid_t(String(decoding: text, as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
    }
}
