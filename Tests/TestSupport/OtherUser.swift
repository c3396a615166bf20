import Foundation

/// A user whom root becomes, or gives a file to, for a test.
public enum OtherUser {
    /// `nobody`, on most systems.
    public static let id: uid_t = 65_534

    /// Whether an ordinary user is running this, or root who need not stay it: in a user namespace root may be the only
    /// one.
    public static let isToBeHad: Bool = {
        if geteuid() != 0 { return true }
        let isGivenAway = try? withTemporaryFolder { folder in
            let file = "\(folder)/file"
            return FileManager.default.createFile(atPath: file, contents: nil) && chown(file, id, id) == 0
        }
        return isGivenAway == true
    }()
}
