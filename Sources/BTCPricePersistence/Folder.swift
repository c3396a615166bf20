import BTCPriceCore

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Making the cache's folder.
enum Folder {
    /// Makes it, 0700, and the folder it is in, but no HOME that does not exist.
    ///
    /// - Returns: what was in the way, to be told if no file in it can be made either.
    static func make(_ path: String) -> PriceStoreError? {
        let problem = makeOne(path)
        guard problem == ENOENT, let slash = path.lastIndex(of: "/") else {
            return problem.map(PriceStoreError.init(errno:))
        }
        return (makeOne(String(path[..<slash])) ?? makeOne(path)).map(PriceStoreError.init(errno:))
    }

    /// The error's number; nil where the folder is there.
    private static func makeOne(_ path: String) -> Int32? {
        mkdir(path, 0o700) == 0 || errno == EEXIST ? nil : errno
    }
}
