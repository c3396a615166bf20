package enum LockResult: Equatable, Sendable {
    case acquired
    /// Another process held it or, with flock(2), perhaps this one, through another open(2).
    case held
    /// The descriptor is -1, or its file system has no locks, such as some NFS.
    case unavailable
}
