#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Making the cache's folder.
enum Folder {
    /// Makes it and what leads to it, 0700, where missing. Failing shows when a file in it cannot be made.
    static func make(_ path: String) {
        guard mkdir(path, 0o700) != 0, errno == ENOENT else { return }
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
        make(String(path[..<slash]))
        mkdir(path, 0o700)
    }
}
