#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Making the cache's folder.
enum Folder {
    /// Makes it, 0700, and the folder it is in, but no HOME that does not exist. Failing shows when a file in it cannot
    /// be made.
    static func make(_ path: String) {
        guard mkdir(path, 0o700) != 0, errno == ENOENT, let slash = path.lastIndex(of: "/") else { return }
        mkdir(String(path[..<slash]), 0o700)
        mkdir(path, 0o700)
    }
}
