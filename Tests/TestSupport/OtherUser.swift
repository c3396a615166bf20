import Foundation

/// A user who owns nothing.
public enum OtherUser {
    /// Of `nobody`, on most systems.
    public static let id: uid_t = 65_534

    /// Whether this process may give a file to that user, or become one: as root, but not where root is the only user of
    /// a user namespace.
    public static let isThere: Bool = {
        (try? withTemporaryFolder { folder in
            let file = "\(folder)/file"
            return FileManager.default.createFile(atPath: file, contents: nil) && chown(file, id, id) == 0
        }) ?? false
    }()

    /// Whether what root may do can be kept from this process: it is not root, or need not stay it.
    public static var isThisOrThere: Bool { geteuid() != 0 || isThere }
}
