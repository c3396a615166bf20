package import BTCPriceCore
package import System

/// The directory of the files that runs share.
package struct CacheDirectory: Sendable {
    package let path: Path
    /// The user's HOME if the directory is below it. It is never created: without it, there is no cache.
    private let home: Path?

    /// The directory need not exist, and neither need its parents.
    package init(_ path: Path) {
        self.path = path
        home = nil
    }

    /// `$XDG_CACHE_HOME/btcq` if that is an absolute path, else `~/.cache/btcq`; on macOS `~/Library/Caches/btcq`.
    package init(_ environment: Environment) throws(StoreError) {
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
            throw .disabled(.noHome)
        }
        self.path = path
        try checkOwner()
    }

    /// Throws if the directory belongs to another user or, for root, if any directory on its path does: files of root's
    /// would be in the way of that user. Removes write permission for others.
    private func checkOwner() throws(StoreError) {
        let user = geteuid()
        var directories = [path]
        while user == 0, let parent = directories.last?.parent { directories.append(parent) }
        for directory in directories {
            guard let status = directory.status(followingLinks: false) else { continue }
            let target = status.isSymbolicLink ? directory.status(followingLinks: true) : nil
            guard status.st_uid == user, target.map({ $0.st_uid == user }) ?? true else {
                throw .disabled(.directoryOfAnotherUser(path: "\(directory)"))
            }
            if directory == path, status.st_mode & (S_IWGRP | S_IWOTH) != 0 { makePrivate() }
        }
    }

    private func makePrivate() {
        let descriptor = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
        guard descriptor >= 0 else { return }
        fchmod(descriptor, 0o700)
        close(descriptor)
    }

    /// Creates the directory and its parents with mode 0700.
    func create() throws(StoreError) { try create(path) }

    private func create(_ path: Path) throws(StoreError) {
        if Self.createOne(path) { return }
        guard errno == ENOENT, let parent = path.parent, parent != home else { throw StoreError(.last, path) }
        try create(parent)
        guard Self.createOne(path) else { throw StoreError(.last, path) }
    }

    private static func createOne(_ path: Path) -> Bool {
        path.withCString { mkdir($0, 0o700) } == 0 || errno == EEXIST
    }
}

extension StoreError {
    init(_ error: SystemError, _ path: Path) {
        self = .system(path: "\(path)", code: error.code)
    }
}

extension Path {
    fileprivate func status(followingLinks: Bool) -> stat? {
        var status = stat()
        return withCString { followingLinks ? stat($0, &status) : lstat($0, &status) } == 0 ? status : nil
    }
}

extension stat {
    fileprivate var isSymbolicLink: Bool { st_mode & S_IFMT == S_IFLNK }
}
