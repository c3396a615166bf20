// BTCPricePersistence: the files that runs share.
//
// The cache (`FilePriceStore`) and the rate limits (`FileRateLimitStore`) are text files with a line for each entry.
// Each is a `SharedFile`: read as a whole, and replaced as a whole by rename(2) while a file beside it is locked.
// `FileFetchLock` and `FileRefreshStamp` lock a file of their own. All of them are in the `CacheDirectory`,
// which the first writer creates; if it is unusable, there is no cache, and a run goes on.

import BTCPriceCore
import Platform

/// A small file that any number of processes read and replace. A symbolic link or another user's file at its path is
/// neither followed nor read.
///
/// No fsync, on purpose: after a power cut, an older file, an empty one or none will do.
struct SharedFile: Sendable {
    /// Suffix of the names of cache files, as in `BTC-USD.5`. Raise the number when the layout changes: versions of
    /// btcq with different layouts must not read each other's files.
    static let layout = ".5"
    static let rateLimits = "rate-limits.2"
    /// A temporary file has the name of its file, this, and six random characters, as in `BTC-USD.5.new.aB3xY9`.
    private static let temporarySuffix = ".new."
    /// In seconds; a writer usually needs much less.
    private static let maxTemporaryAge: time_t = 60

    let name: String
    let directory: CacheDirectory
    /// How long to wait for another writer; called at each update.
    let lockTimeout: @Sendable () -> Duration

    /// The contents of a file: the lines, each with a line end added; one that does not fit is left out.
    static func contents(of lines: [String]) -> [UInt8] {
        var contents: [UInt8] = []
        for line in lines where contents.count + line.utf8.count < Path.maxFileSize { contents += "\(line)\n".utf8 }
        return contents
    }

    /// The lines without their line ends. A last line without an end was cut short, and becomes an empty line.
    static func lines(of contents: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines = contents.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if let rest = lines.popLast(), !rest.isEmpty { lines.append([]) }
        return lines
    }

    var path: Path {
        get throws(StoreError) { try directory.path.get().appending(name) }
    }

    /// Nil if there is no such file. Throws if it cannot be read, or is not a small regular file that belongs to this
    /// user, and if there is no cache.
    func contents() throws(StoreError) -> [UInt8]? {
        let path = try path
        do throws(FileError) {
            return try path.contents(owner: directory.user)
        } catch {
            if error.kind == .missing { return nil }
            throw .unusable(error.text)
        }
    }

    /// Replaces the contents with what `change` returns, unless that is nil. `current` is nil if there is no file, or
    /// none that can be read.
    ///
    /// Holds the lock meanwhile, so that other writers see one step; goes on without it if it is not available in time.
    func update(_ change: (_ current: [UInt8]?) -> [UInt8]?) throws(StoreError) {
        try directory.prepareForWriting()
        let lock = directory.openForLock("\(name).lock")
        // Closing releases the lock: no other process has this open file description.
        defer { close(lock) }
        _ = DescriptorLock.acquire(lock, timeout: lockTimeout())
        if let changed = change(try? contents()) { try replace(with: changed) }
    }

    /// Readers see the old file or the new one, complete.
    private func replace(with contents: [UInt8]) throws(StoreError) {
        let path = try path
        removeOrphanedFiles()
        var temporary = try directory.path.get().appending("\(name)\(Self.temporarySuffix)XXXXXX").cString
        let descriptor = mkstemp(&temporary)
        guard descriptor >= 0 else { throw path.lastError }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        do throws(SystemError) {
            try FileDescriptor.writeAllAndClose(contents, descriptor)
            guard rename(temporary, path.cString) == 0 else { throw .last }
        } catch {
            unlink(temporary)
            throw path.error(error)
        }
    }

    /// Removes temporary files of this file that killed writers have left: those over a minute old, or over a minute in
    /// the future.
    private func removeOrphanedFiles() {
        guard let directory = try? directory.path.get(), let stream = opendir(directory.cString) else { return }
        defer { closedir(stream) }
        let now = time(nil)
        let recent = now - Self.maxTemporaryAge...now + Self.maxTemporaryAge
        while let entry = readdir(stream) {
            let entryName = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard entryName.utf8.starts(with: "\(name)\(Self.temporarySuffix)".utf8) else { continue }
            let path = directory.appending(entryName).cString
            var status = stat()
            if lstat(path, &status) == 0, !recent.contains(status.modificationSeconds) { unlink(path) }
        }
    }
}

extension stat {
    fileprivate var modificationSeconds: time_t {
        #if canImport(Darwin)
            st_mtimespec.tv_sec
        #else
            st_mtim.tv_sec
        #endif
    }
}
