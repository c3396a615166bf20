import Platform
import Testing

@Suite struct PathTests {
    #if os(Linux)
        /// Files of /proc have the size 0, and are read in several parts.
        @Test(arguments: ["/proc/self/status", "/proc/filesystems"])
        func contents_whenTheFileSystemReportsNoSize_areComplete(_ path: String) throws {
            let contents = try Path(Array(path.utf8)).contents()
            #expect(contents.count > 100 && contents.last == UInt8(ascii: "\n"))
        }
    #endif
}
