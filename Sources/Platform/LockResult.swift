package enum LockResult: Equatable, Sendable {
    case acquired
    /// Somebody else held it until the timeout.
    case held
    /// For another reason: the descriptor is -1, for example, or its file system has no locks, such as some NFS.
    case unavailable
}
