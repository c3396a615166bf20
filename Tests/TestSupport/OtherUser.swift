import Foundation

/// A user that root can become, or give a file to, for a test.
public enum OtherUser {
    /// That of `nobody` on most systems.
    public static let id: uid_t = 65_534

    /// Whether the test can run as a user other than root, or give a file to one: in a user namespace, root may be the
    /// only user.
    public static let isToBeHad: Bool = {
        if geteuid() != 0 { return true }
        let isGivenAway = try? withTemporaryFolder { folder in
            let file = "\(folder)/file"
            return FileManager.default.createFile(atPath: file, contents: nil) && chown(file, id, id) == 0
        }
        return isGivenAway == true
    }()
}
