import Foundation
import Testing

/// Mounts and networks that only one command sees.
enum Namespace {
    /// What a test says that is skipped without them.
    static let comment: Comment = "needs user namespaces, and the tools unshare, ip and python3"

    /// Whether this user may make them, and the tools are there.
    static let isAvailable: Bool = {
        #if canImport(Darwin)
            return false
        #else
            guard let unshare = Program.tool("unshare"), Program.tool("ip") != nil, Program.tool("python3") != nil
            else {
                return false
            }
            let null = open("/dev/null", O_RDWR | O_CLOEXEC)
            defer { close(null) }
            let program = try? Program(
                unshare, ["-rmn", "mount", "-t", "tmpfs", "none", "/mnt"].map { Array($0.utf8) },
                environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"], directory: "/", descriptors: [null, null, null])
            return program?.wait().ending == .status(0)
        #endif
    }()

    /// A line of shell that runs `script` in new namespaces.
    static func command(_ script: String, network: Bool = true) -> String {
        "exec unshare -rm\(network ? "n" : "") /bin/sh -c '\(script.replacing("'", with: #"'\''"#))'"
    }
}
