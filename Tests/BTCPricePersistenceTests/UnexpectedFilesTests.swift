import BTCPriceCore
import BTCPricePersistence
import Foundation
import TestSupport
import Testing

/// What somebody may have put where the cache or what belongs to it is to be.
@Suite(.timeLimit(.minutes(1))) struct OtherThingsInItsPlaceTests {
    @Test func fifo_isNotWaitedForAndReplaced() throws {
        try withTemporaryFolder { folder in
            let file = File("BTC-USD.json", in: folder)
            try #require(mkfifo(file.path, 0o600) == 0)
            try expect(file, toBe: "it is not a regular file", in: folder)
            try expectReplaced(in: folder)
        }
    }

    #if os(Linux)
        /// Elsewhere only root can make one without binding it, and its path would be too long for that.
        @Test func socket_isReplaced() throws {
            try withTemporaryFolder { folder in
                let file = File("BTC-USD.json", in: folder)
                try #require(mknod(file.path, S_IFSOCK | 0o600, 0) == 0)
                #expect(throws: PriceStoreError("\(file.path): No such device or address")) {
                    try FilePriceStore(in: folder).retrieve()
                }
                try expectReplaced(in: folder)
            }
        }
    #endif

    @Test(arguments: [true, false])
    func link_isNotFollowedAndReplaced(_ leadsSomewhere: Bool) throws {
        try withTemporaryFolder { folder in
            let (file, target) = (File("BTC-USD.json", in: folder), File("target", in: folder))
            if leadsSomewhere { try target.write("not ours") }
            try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: target.path)
            try expect(file, toBe: "it is a symbolic link", in: folder)
            try expectReplaced(in: folder)
            #expect(target.text == (leadsSomewhere ? "not ours" : nil))
        }
    }

    @Test func folder_isLeftAloneAndTheErrorNamesIt() throws {
        try withTemporaryFolder { folder in
            let file = File("BTC-USD.json", in: folder)
            try file.makeFolder()
            let inside = File("inside", in: file.path)
            try inside.write("kept")
            try expect(file, toBe: "it is not a regular file", in: folder)
            for _ in 1...2 {
                #expect(throws: PriceStoreError("\(file.path): Is a directory")) {
                    try FilePriceStore(in: folder).insert(.quote("7"))
                }
            }
            #expect(inside.text == "kept")
            #expect(contents(of: folder) == ["BTC-USD.json", "BTC-USD.lock"])
        }
    }

    @Test func folderInPlaceOfTheTemporaryFile_isLeftAloneAndTheErrorNamesIt() throws {
        try withTemporaryFolder { folder in
            try FilePriceStore(in: folder).insert(.quote("1"))
            let temporary = File("BTC-USD.json.new", in: folder)
            try temporary.makeFolder()
            try File("inside", in: temporary.path).write("kept")
            #expect(throws: PriceStoreError("\(temporary.path): File exists")) {
                try FilePriceStore(in: folder).insert(.quote("7"))
            }
            #expect(File("inside", in: temporary.path).text == "kept")
            #expect(try FilePriceStore(in: folder).retrieve() == .quote("1"))
        }
    }

    @Test(arguments: ["folder", "link", "fifo"])
    func anythingInPlaceOfTheLock_isGoneWithout(_ kind: String) throws {
        try withTemporaryFolder { folder in
            let (lock, target) = (File("BTC-USD.lock", in: folder), File("target", in: folder))
            switch kind {
            case "folder": try lock.makeFolder()
            case "link": try FileManager.default.createSymbolicLink(atPath: lock.path, withDestinationPath: target.path)
            default: try #require(mkfifo(lock.path, 0o600) == 0)
            }
            try FilePriceStore(in: folder, lockTimeout: .zero).insert(.quote("7"))
            #expect(try FilePriceStore(in: folder).retrieve() == .quote("7"))
            #expect(!target.exists)
            #expect(contents(of: folder) == ["BTC-USD.json", "BTC-USD.lock"])
        }
    }

    /// Only root can give a file away.
    @Test(
        .enabled(if: geteuid() == 0, "only root may make another user's file"),
        .enabled(if: OtherUser.isToBeHad, "root is the only user here"))
    func fileOfAnotherUser_isNotReadAndReplaced() throws {
        try withTemporaryFolder { folder in
            try FilePriceStore(in: folder).insert(.quote("1"))
            let file = File("BTC-USD.json", in: folder)
            try #require(chown(file.path, OtherUser.id, OtherUser.id) == 0)
            try expect(file, toBe: "it belongs to another user", in: folder)
            try expectReplaced(in: folder)
        }
    }

    private func expect(
        _ file: File, toBe reason: String, in folder: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(throws: PriceStoreError("\(file.path): \(reason)"), sourceLocation: sourceLocation) {
            try FilePriceStore(in: folder).retrieve()
        }
    }

    private func expectReplaced(in folder: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let store = FilePriceStore(in: folder)
        try store.insert(.quote("7"), unless: { _ in true })
        #expect(try store.retrieve() == .quote("7"), sourceLocation: sourceLocation)
        #expect(File("BTC-USD.json", in: folder).mode == 0o600, sourceLocation: sourceLocation)
    }
}
