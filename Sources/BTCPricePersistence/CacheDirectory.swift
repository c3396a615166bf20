package import BTCPriceCore
package import Platform

/// The directory of the files that runs share.
package struct CacheDirectory: Sendable {
    /// The directory, which need not exist; or why there is no cache: `SharedFile` and `prepareForWriting` throw this,
    /// `openForLock` returns -1.
    package let path: Result<Path, StoreError>
    let user = geteuid()

    /// Neither it nor its parents need exist.
    package init(_ path: Path) {
        self.path = .success(path)
    }

    /// `$XDG_CACHE_HOME/btcq` if that is an absolute path, else `$HOME/.cache/btcq`; on macOS
    /// `$HOME/Library/Caches/btcq`. There is no cache if neither is an absolute path, if HOME is used and does not
    /// exist, or if the directory, or for root one of its parents, belongs to another user.
    package init(_ environment: Environment) {
        #if canImport(Darwin)
            let places = [(variable: "HOME", path: "Library/Caches/btcq")]
            let remedy = "use sudo -H"
        #else
            let places = [(variable: "XDG_CACHE_HOME", path: "btcq"), (variable: "HOME", path: ".cache/btcq")]
            let remedy = "use sudo -H, or set XDG_CACHE_HOME"
        #endif
        let place = places.first { environment.value($0.variable)?.first == UInt8(ascii: "/") }
        guard let place, let parent = environment.value(place.variable).map(Path.init) else {
            let problem = environment.isSet("HOME") ? "an absolute path" : "set"
            let variables = places.reversed().map { $0.variable }.joined(separator: " or ")
            path = .failure(.disabled("HOME is not \(problem); set \(variables)"))
            return
        }
        if place.variable == "HOME", access(parent.cString, F_OK) != 0, errno == ENOENT {
            path = .failure(.disabled("HOME (\(parent)) does not exist"))
            return
        }
        let location = parent.appending(place.path)
        let other = Self.directoryOfAnotherUser(than: user, on: location)
        path =
            other.map { .failure(.disabled("\($0) belongs to another user; \(remedy)")) }
            ?? .success(location)
    }

    /// The directory at the path, if it or what it links to belongs to another user. For root, its parents are checked
    /// too, from the end of the path: what root creates in a user's directory would be in that user's way.
    private static func directoryOfAnotherUser(than user: uid_t, on path: Path) -> Path? {
        var directory: Path? = path
        while let current = directory {
            var status = stat()
            if lstat(current.cString, &status) == 0 {
                var target = status
                if status.st_mode & S_IFMT == S_IFLNK { _ = stat(current.cString, &target) }
                guard status.st_uid == user, target.st_uid == user else { return current }
            }
            directory = user == 0 ? current.parent : nil
        }
        return nil
    }

    /// Opens a file to lock it, and creates it if necessary. Another user's file is removed first, since its owner
    /// could hold the lock for ever. No other lock file is ever removed, or two processes could hold it at once.
    ///
    /// - Returns: -1 if the file cannot be opened. Then `DescriptorLock` returns `unavailable`.
    func openForLock(_ name: String) -> Int32 {
        guard let path = try? path.get().appending(name).cString else { return -1 }
        var status = stat()
        if lstat(path, &status) == 0, status.st_uid != user { unlink(path) }
        return open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    }

    /// Creates what is missing of the path, for this user alone. If others can write to the directory itself, it
    /// becomes 0700, unless the path is a link. Every writer calls this first.
    @discardableResult func prepareForWriting() throws(StoreError) -> Path {
        let path = try path.get()
        // From here on, whatever this process creates is not for others.
        umask(0o077)
        try create(path)
        try excludeOthers(from: path)
        return path
    }

    private func excludeOthers(from path: Path) throws(StoreError) {
        var status = stat()
        guard lstat(path.cString, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
            status.st_mode & (S_IWGRP | S_IWOTH) != 0
        else { return }
        // On Linux before 6.6, changing the mode of a path without following links would need /proc.
        let descriptor = open(path.cString, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        defer { close(descriptor) }
        if descriptor < 0 || fchmod(descriptor, 0o700) != 0 { throw path.lastError }
    }

    private func create(_ path: Path) throws(StoreError) {
        func createOne() -> Bool { mkdir(path.cString, 0o700) == 0 || errno == EEXIST }
        if createOne() { return }
        guard errno == ENOENT, let parent = path.parent else { throw path.lastError }
        try create(parent)
        guard createOne() else { throw path.lastError }
    }
}

extension Path {
    /// The error of the system call that has just failed.
    var lastError: StoreError { error(.last) }

    func error(_ error: SystemError) -> StoreError { .unusable("\(self): \(error)") }
}
