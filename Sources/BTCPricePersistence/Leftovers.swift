#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The temporary files that writers who were killed have left beside a file.
///
/// A writer who holds the lock calls its own `FILE.new`, and finds there what another one left; one who does without
/// the lock adds its process number, so that two of them do not write into one file.
struct Leftovers {
    static let suffix = ".new"

    private let prefix: [UInt8]
    private let folder: Path

    init(of file: Path, in folder: CacheFolder) {
        let name = file.bytes.split(separator: UInt8(ascii: "/")).last ?? []
        prefix = Array(name) + "\(Self.suffix).".utf8
        self.folder = folder.path
    }

    /// Removes those whose writer is gone.
    func remove() {
        guard let stream = folder.withCString({ opendir($0) }) else { return }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            guard name.starts(with: prefix), let writer = Self.number(name.dropFirst(prefix.count)),
                kill(writer, 0) != 0, errno == ESRCH
            else { continue }
            _ = folder.appending(String(decoding: name, as: UTF8.self)).withCString { unlink($0) }
        }
    }

    private static func number(_ text: ArraySlice<UInt8>) -> pid_t? {
        pid_t(String(decoding: text, as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
    }
}
