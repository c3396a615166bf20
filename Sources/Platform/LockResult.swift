package enum LockResult: Equatable, Sendable {
    case acquired
    /// Somebody else held it until the timeout.
    case held
    /// Not locked for another reason: the descriptor is -1, or on a file system without locks, such as some NFS.
    case unavailable
}
