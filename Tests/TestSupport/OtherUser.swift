import Foundation

/// A user that root can become, or give a file to, for a test.
public enum OtherUser {
    /// The user without rights of most systems.
    public static let id: uid_t = 65_534

    /// Whether the test can run as a user other than root, or give a file to one: in a user namespace, root may be the
    /// only user.
    public static let isToBeHad: Bool = {
        if geteuid() != 0 { return true }
        let isGivenAway = try? withTemporaryDirectory { directory in
            let file = "\(directory)/file"
            return FileManager.default.createFile(atPath: file, contents: nil) && chown(file, id, id) == 0
        }
        return isGivenAway == true
    }()

    /// Runs `body` as a user other than root, who may write everywhere. Call it in a process of its own. Root can
    /// remove the files afterwards.
    public static func becoming(_ body: () throws -> Void) throws {
        guard geteuid() == 0 else { return try body() }
        guard setreuid(id, uid_t.max) == 0, seteuid(id) == 0 else { throw POSIXError(.EPERM) }
        defer { seteuid(0) }
        try body()
    }
}
