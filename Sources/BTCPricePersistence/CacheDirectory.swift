package import BTCPriceCore
package import System

/// The directory of the cache and of the other files that runs share.
package struct CacheDirectory: Sendable {
    let path: Path
    /// The user's HOME if the directory is below it. It is never created: without it, there is no cache.
    private let home: Path?

    /// The directory need not exist, and neither need its parents.
    package init(_ path: Path) {
        self.path = path
        home = nil
    }

    /// `$XDG_CACHE_HOME/btcq` if that is an absolute path, else `~/.cache/btcq`; on macOS `~/Library/Caches/btcq`. Nil if
    /// HOME is not an absolute path.
    package init?(_ environment: Environment) {
        func directory(_ name: String) -> Path? {
            environment.value(name).flatMap { $0.first == UInt8(ascii: "/") ? Path($0) : nil }
        }
        #if canImport(Darwin)
            let (xdg, names): (Path?, [String]) = (nil, ["Library", "Caches", "btcq"])
        #else
            let (xdg, names) = (directory("XDG_CACHE_HOME"), [".cache", "btcq"])
        #endif
        home = xdg == nil ? directory("HOME") : nil
        guard let path = xdg?.appending("btcq") ?? home.map({ names.reduce($0) { $0.appending($1) } }) else {
            return nil
        }
        self.path = path
    }

    /// Creates the directory and its parents with mode 0700.
    package func create() throws(PriceStoreError) { try create(path) }

    /// Creates the directory, and throws if no file can be created in it.
    package func checkWritable() throws(PriceStoreError) {
        try create()
        guard path.appending(".").withCString({ access($0, W_OK | X_OK) }) == 0 else {
            throw PriceStoreError(.last, path)
        }
    }

    private func create(_ path: Path) throws(PriceStoreError) {
        if Self.createOne(path) { return }
        guard errno == ENOENT, let parent = path.parent, parent != home else { throw PriceStoreError(.last, path) }
        try create(parent)
        guard Self.createOne(path) else { throw PriceStoreError(.last, path) }
    }

    private static func createOne(_ path: Path) -> Bool {
        path.withCString { mkdir($0, 0o700) } == 0 || errno == EEXIST
    }
}

extension PriceStoreError {
    init(_ error: SystemError, _ path: Path) {
        self.init("\(path): \(error)")
    }
}
