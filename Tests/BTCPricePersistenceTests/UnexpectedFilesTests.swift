import BTCPriceCore
import BTCPricePersistence
import Foundation
import TestSupport
import Testing

/// Anything but a regular file in place of the cache file or of its lock file.
@Suite(.timeLimit(.minutes(1))) struct UnexpectedFilesTests {
    @Test func retrieve_whenAFIFOIsInItsPlace_throwsAndInsertReplacesIt() throws {
        try withTemporaryFolder { directory in
            let file = File("BTC-USD.json", in: directory)
            try #require(mkfifo(file.path, 0o600) == 0)
            try expect(.unusable(path: file.path, .notARegularFile), in: directory)
            try expectReplaced(in: directory)
        }
    }

    #if os(Linux)
        /// Elsewhere only root can create a socket without binding it, and its path would be too long for that.
        @Test func retrieve_whenASocketIsInItsPlace_throwsAndInsertReplacesIt() throws {
            try withTemporaryFolder { directory in
                let file = File("BTC-USD.json", in: directory)
                try #require(mknod(file.path, S_IFSOCK | 0o600, 0) == 0)
                try expect(.system(path: file.path, code: ENXIO), in: directory)
                try expectReplaced(in: directory)
            }
        }
    #endif

    @Test(arguments: [true, false])
    func retrieve_whenALinkIsInItsPlace_throwsAndInsertReplacesIt(_ targetExists: Bool) throws {
        try withTemporaryFolder { directory in
            let (file, target) = (File("BTC-USD.json", in: directory), File("target", in: directory))
            if targetExists { try target.write("not ours") }
            try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: target.path)
            try expect(.unusable(path: file.path, .symbolicLink), in: directory)
            try expectReplaced(in: directory)
            #expect(target.text == (targetExists ? "not ours" : nil))
        }
    }

    @Test func insert_whenADirectoryIsInItsPlace_keepsItAndNamesIt() throws {
        try withTemporaryFolder { directory in
            let file = File("BTC-USD.json", in: directory)
            try file.makeDirectory()
            let inside = File("inside", in: file.path)
            try inside.write("kept")
            try expect(.unusable(path: file.path, .notARegularFile), in: directory)
            for _ in 1...2 {
                #expect(throws: StoreError.system(path: file.path, code: EISDIR)) {
                    try FilePriceStore(in: directory).insert(.quote("7"))
                }
            }
            #expect(inside.text == "kept")
            #expect(contents(of: directory) == ["BTC-USD.json", "BTC-USD.lock"])
        }
    }

    @Test(arguments: ["directory", "link", "fifo"])
    func insert_whenTheLockFileCannotBeOpened_proceedsWithoutTheLock(_ kind: String) throws {
        try withTemporaryFolder { directory in
            let (lock, target) = (File("BTC-USD.lock", in: directory), File("target", in: directory))
            switch kind {
            case "directory": try lock.makeDirectory()
            case "link": try FileManager.default.createSymbolicLink(atPath: lock.path, withDestinationPath: target.path)
            default: try #require(mkfifo(lock.path, 0o600) == 0)
            }
            try FilePriceStore(in: directory, lockTimeout: .zero).insert(.quote("7"))
            #expect(try FilePriceStore(in: directory).retrieve() == [.quote("7")])
            #expect(!target.exists)
            #expect(contents(of: directory) == ["BTC-USD.json", "BTC-USD.lock"])
        }
    }

    /// Only root can give a file away.
    @Test(
        .enabled(if: geteuid() == 0, "only root can give a file to another user"),
        .enabled(if: OtherUser.isToBeHad, "root is the only user here"))
    func retrieve_whenTheFileBelongsToAnotherUser_throwsAndInsertReplacesIt() throws {
        try withTemporaryFolder { directory in
            try FilePriceStore(in: directory).insert(.quote("1"))
            let file = File("BTC-USD.json", in: directory)
            try #require(chown(file.path, OtherUser.id, OtherUser.id) == 0)
            try expect(.unusable(path: file.path, .ofAnotherUser), in: directory)
            try expectReplaced(in: directory)
        }
    }

    /// Root may read everything, so the test runs as another user, in another process.
    @Test(.enabled(if: OtherUser.isToBeHad, "root is the only user here"))
    func retrieve_whenTheFileIsNotReadable_throwsAndInsertReplacesIt() async {
        await #expect(processExitsWith: .success) {
            let isRoot = geteuid() == 0
            try withTemporaryFolder { directory in
                // Only root may be allowed to open its parents.
                try #require(chmod(directory, 0o777) == 0 && chdir(directory) == 0)
                if isRoot { try #require(setreuid(OtherUser.id, uid_t.max) == 0 && seteuid(OtherUser.id) == 0) }
                // To remove the directory again.
                defer { if isRoot { seteuid(0) } }
                let store = FilePriceStore(in: ".")
                try store.insert(.quote("1"))
                try #require(chmod("BTC-USD.json", 0) == 0)
                #expect(throws: StoreError.system(path: "./BTC-USD.json", code: EACCES)) { try store.retrieve() }
                try store.insert(.quote("7"))
                #expect(try store.retrieve() == [.quote("7")])
            }
        }
    }

    private func expect(
        _ error: StoreError, in directory: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(throws: error, sourceLocation: sourceLocation) { try FilePriceStore(in: directory).retrieve() }
    }

    private func expectReplaced(in directory: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let store = FilePriceStore(in: directory)
        // Of whatever age: there is no quote to compare with.
        let quote = try PriceQuote.quote("7", at: Timestamp(milliseconds: 0))
        try store.insert(quote)
        #expect(try store.retrieve() == [quote], sourceLocation: sourceLocation)
        #expect(File("BTC-USD.json", in: directory).mode == 0o600, sourceLocation: sourceLocation)
    }
}
