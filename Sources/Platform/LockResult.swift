package enum LockResult: Equatable, Sendable {
    case acquired
    /// Somebody else held it until the timeout.
    case held
    /// The descriptor is -1, or its file system has no locks, such as some NFS.
    case unavailable
}
