import BTCPriceCore

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The folder of the cache and of what belongs to it.
public struct CacheFolder: Sendable {
    let path: Path
    /// The folder that has to be there: a HOME that does not exist is not made, it is the name of none.
    private let home: Path?

    /// A folder that need not exist, nor those it is in.
    public init(_ path: Path) {
        self.path = path
        home = nil
    }

    /// `$XDG_CACHE_HOME/btcq` where that is an absolute path, else `~/.cache/btcq`; `~/Library/Caches/btcq` on macOS.
    /// Nil without a HOME that is an absolute path.
    public init?(environment: (String) -> [UInt8]?) {
        func folder(_ name: String) -> Path? {
            environment(name).flatMap { $0.first == UInt8(ascii: "/") ? Path($0) : nil }
        }
        #if canImport(Darwin)
            let (xdg, caches): (Path?, [String]) = (nil, ["Library", "Caches", "btcq"])
        #else
            let (xdg, caches) = (folder("XDG_CACHE_HOME"), [".cache", "btcq"])
        #endif
        home = xdg == nil ? folder("HOME") : nil
        guard let path = xdg?.appending("btcq") ?? home.map({ caches.reduce($0) { $0.appending($1) } }) else {
            return nil
        }
        self.path = path
    }

    /// Makes it, 0700, and the folders it is in.
    ///
    /// - Returns: what was in the way, to be told if no file in it can be made either.
    func make() -> PriceStoreError? { make(path) }

    /// What keeps anything from being kept in it; nil where nothing does. Makes it.
    public func obstacle() -> PriceStoreError? {
        if let problem = make() { return problem }
        let isWritable = path.appending(".").withCString { access($0, W_OK | X_OK) } == 0
        return isWritable ? nil : PriceStoreError(errno: errno, path)
    }

    private func make(_ path: Path) -> PriceStoreError? {
        if Self.makeOne(path) { return nil }
        guard errno == ENOENT, let parent = path.parent, parent != home else {
            return PriceStoreError(errno: errno, path)
        }
        if let problem = make(parent) { return problem }
        return Self.makeOne(path) ? nil : PriceStoreError(errno: errno, path)
    }

    private static func makeOne(_ path: Path) -> Bool {
        path.withCString { mkdir($0, 0o700) } == 0 || errno == EEXIST
    }
}

extension PriceStoreError {
    /// What the system says of an error number, and of which file.
    init(errno code: Int32, _ path: Path) {
        self.init("\(path): \(String(cString: strerror(code)))")
    }
}
