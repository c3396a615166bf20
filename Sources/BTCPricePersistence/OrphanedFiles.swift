import System

/// The temporary files that killed writers have left beside a file.
struct OrphanedFiles {
    /// A writer needs a temporary file for much less than this.
    private static let minAge: time_t = 60

    /// The name of a temporary file, up to its random characters.
    private let prefix: [UInt8]
    private let directory: Path

    init(of file: Path, in directory: CacheDirectory) {
        let name = file.bytes.split(separator: UInt8(ascii: "/")).last ?? []
        prefix = Array(name) + SharedFile.temporarySuffix.utf8
        self.directory = directory.path
    }

    /// Removes those that are older than a minute, or whose time is more than a minute in the future.
    func remove() {
        guard let stream = directory.withCString({ opendir($0) }) else { return }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            guard name.starts(with: prefix) else { continue }
            let path = Path(directory.bytes + [UInt8(ascii: "/")] + name)
            if isOld(path) { _ = path.withCString { unlink($0) } }
        }
    }

    private func isOld(_ path: Path) -> Bool {
        var status = stat()
        guard path.withCString({ lstat($0, &status) }) == 0 else { return false }
        #if canImport(Darwin)
            let modified = status.st_mtimespec.tv_sec
        #else
            let modified = status.st_mtim.tv_sec
        #endif
        return abs(time(nil) - modified) > Self.minAge
    }
}
