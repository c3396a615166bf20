import Foundation
import Testing

/// Makes the names of temporary files end in `.XXXXXX`, so that strace can be given their paths.
enum TemporaryNameShim {
    static let isAvailable = compiler != nil
    static let comment: Comment = "needs clang"

    /// The toolchain's own.
    private static let compiler = Program.tool("clang")

    static func use(in box: Sandbox) throws {
        let library = "\(box.directory)/names.so"
        try source.write(toFile: "\(library).c", atomically: true, encoding: .utf8)
        let run = try box.shell("'\(compiler ?? "")' -shared -fPIC -o '\(library)' '\(library).c'")
        try #require(run.status == 0, "\(run)")
        box.environment["LD_PRELOAD"] = library
    }

    private static let source = """
        #include <fcntl.h>

        int mkstemp(char *path) { return open(path, O_RDWR | O_CREAT | O_EXCL, 0600); }
        """
}
