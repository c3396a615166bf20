import BTCPriceCore
import BTCPricePersistence
import Foundation
import TestSupport
import Testing

/// Anything but a regular file in place of the cache file, of its temporary file or of its lock file.
@Suite(.timeLimit(.minutes(1))) struct UnexpectedFilesTests {
    @Test func retrieve_whenAFIFOIsInItsPlace_throwsAndInsertReplacesIt() throws {
        try withTemporaryFolder { directory in
            let file = File("BTC-USD.json", in: directory)
            try #require(mkfifo(file.path, 0o600) == 0)
            try expect(file, toBe: "it is not a regular file", in: directory)
            try expectReplaced(in: directory)
        }
    }

    #if os(Linux)
        /// Elsewhere only root can create a socket without binding it, and its path would be too long for that.
        @Test func retrieve_whenASocketIsInItsPlace_throwsAndInsertReplacesIt() throws {
            try withTemporaryFolder { directory in
                let file = File("BTC-USD.json", in: directory)
                try #require(mknod(file.path, S_IFSOCK | 0o600, 0) == 0)
                #expect(throws: PriceStoreError("\(file.path): No such device or address")) {
                    try FilePriceStore(in: directory).retrieve()
                }
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
            try expect(file, toBe: "it is a symbolic link", in: directory)
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
            try expect(file, toBe: "it is not a regular file", in: directory)
            for _ in 1...2 {
                #expect(throws: PriceStoreError("\(file.path): Is a directory")) {
                    try FilePriceStore(in: directory).insert(.quote("7"))
                }
            }
            #expect(inside.text == "kept")
            #expect(contents(of: directory) == ["BTC-USD.json", "BTC-USD.lock"])
        }
    }

    @Test func insert_whenADirectoryIsInPlaceOfTheTemporaryFile_keepsItAndNamesIt() throws {
        try withTemporaryFolder { directory in
            try FilePriceStore(in: directory).insert(.quote("1"))
            let temporary = File("BTC-USD.json.new", in: directory)
            try temporary.makeDirectory()
            try File("inside", in: temporary.path).write("kept")
            #expect(throws: PriceStoreError("\(temporary.path): File exists")) {
                try FilePriceStore(in: directory).insert(.quote("7"))
            }
            #expect(File("inside", in: temporary.path).text == "kept")
            #expect(try FilePriceStore(in: directory).retrieve() == .quote("1"))
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
            #expect(try FilePriceStore(in: directory).retrieve() == .quote("7"))
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
            try expect(file, toBe: "it belongs to another user", in: directory)
            try expectReplaced(in: directory)
        }
    }

    private func expect(
        _ file: File, toBe reason: String, in directory: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(throws: PriceStoreError("\(file.path): \(reason)"), sourceLocation: sourceLocation) {
            try FilePriceStore(in: directory).retrieve()
        }
    }

    private func expectReplaced(in directory: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let store = FilePriceStore(in: directory)
        try store.insert(.quote("7"), unless: { _ in true })
        #expect(try store.retrieve() == .quote("7"), sourceLocation: sourceLocation)
        #expect(File("BTC-USD.json", in: directory).mode == 0o600, sourceLocation: sourceLocation)
    }
}
