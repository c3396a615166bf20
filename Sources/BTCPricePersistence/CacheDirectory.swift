import BTCPriceCore
package import System

/// The directory of the files that runs share.
package struct CacheDirectory: Sendable {
    private let location: Path
    /// Why it is not to be used.
    private let error: StoreError?
    /// The user's HOME if the directory is below it. It is never created: without it, there is no cache.
    private let home: Path?
    let user = geteuid()

    /// The directory need not exist, and neither need its parents.
    package init(_ path: Path) {
        location = path
        error = nil
        home = nil
    }

    /// `$XDG_CACHE_HOME/btcq` if that is an absolute path, else `~/.cache/btcq`; on macOS `~/Library/Caches/btcq`.
    package init(_ environment: Environment) {
        func directory(_ name: String) -> Path? {
            environment.value(name).flatMap { $0.first == UInt8(ascii: "/") ? Path($0) : nil }
        }
        #if canImport(Darwin)
            let xdg: Path? = nil
            let pathInHome = "Library/Caches/btcq"
        #else
            let xdg = directory("XDG_CACHE_HOME")
            let pathInHome = ".cache/btcq"
        #endif
        home = xdg == nil ? directory("HOME") : nil
        guard let path = xdg?.appending("btcq") ?? home?.appending(pathInHome) else {
            location = Path([])
            error = .disabled(.noHome)
            return
        }
        location = path
        let other = Self.directoryOfAnotherUser(than: user, on: path)
        error = other.map { .disabled(.directoryOfAnotherUser(path: "\($0)")) }
    }

    /// Throws if there is no directory to use, and so does every read and write of a file in it.
    package var path: Path {
        get throws(StoreError) {
            if let error { throw error }
            return location
        }
    }

    /// The directory itself if it belongs to another user or, for root, any directory on its path that does: files of
    /// root's would be in the way of that user. Sets the mode 0700 if others may write to the directory itself.
    private static func directoryOfAnotherUser(than user: uid_t, on path: Path) -> Path? {
        var directory: Path? = path
        while let current = directory {
            var status = stat()
            if lstat(current.cString, &status) == 0 {
                let isLink = status.st_mode & S_IFMT == S_IFLNK
                var target = status
                if isLink { _ = stat(current.cString, &target) }
                guard status.st_uid == user, target.st_uid == user else { return current }
                if current == path, !isLink, status.st_mode & (S_IWGRP | S_IWOTH) != 0 {
                    fchmodat(AT_FDCWD, current.cString, 0o700, AT_SYMLINK_NOFOLLOW)
                }
            }
            directory = user == 0 ? current.parent : nil
        }
        return nil
    }

    func file(_ name: String) throws(StoreError) -> Path { try path.appending(name) }

    /// Opens a lock file. It is never unlinked: otherwise two processes could hold the lock at once.
    ///
    /// - Returns: -1, whose lock is unavailable, if the file cannot be opened.
    func openLock(_ name: String, creating: Bool = true) -> Int32 {
        guard let path = try? file(name) else { return -1 }
        return open(path.cString, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (creating ? O_CREAT : 0), 0o600)
    }

    /// Creates the directory and its parents with mode 0700.
    func create() throws(StoreError) { try create(path) }

    private func create(_ path: Path) throws(StoreError) {
        if Self.createOne(path) { return }
        guard errno == ENOENT, let parent = path.parent, parent != home else { throw path.lastError }
        try create(parent)
        guard Self.createOne(path) else { throw path.lastError }
    }

    private static func createOne(_ path: Path) -> Bool {
        mkdir(path.cString, 0o700) == 0 || errno == EEXIST
    }
}
