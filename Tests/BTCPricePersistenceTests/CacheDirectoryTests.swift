import BTCPriceCore
import Foundation
import TestSupport
import Testing

@testable import BTCPricePersistence

@Suite struct CacheFolderTests {
    #if !canImport(Darwin)
        @Test(arguments: [
            (["XDG_CACHE_HOME": "/x", "HOME": "/h"], "/x/btcq"), (["HOME": "/h"], "/h/.cache/btcq"),
            (["XDG_CACHE_HOME": "", "HOME": "/h"], "/h/.cache/btcq"),
            (["XDG_CACHE_HOME": "relative", "HOME": "/h"], "/h/.cache/btcq"), (["XDG_CACHE_HOME": "/x"], "/x/btcq"),
            (["XDG_CACHE_HOME": "/x", "HOME": "relative"], "/x/btcq"),
        ])
        func absoluteXDGCacheHome_comesBeforeHome(_ environment: [String: String], _ path: String) {
            #expect(Self.folder(environment)?.path == Path(Array(path.utf8)))
        }

        @Test func pathThatIsNotUTF8_isUsedAsItIs() throws {
            try withTemporaryFolder { folder in
                let caches = Array(folder.utf8) + [0x2F, 0x63, 0xE9, 0xFF]
                let cache = try #require(CacheDirectory { $0 == "XDG_CACHE_HOME" ? caches : nil })
                let store = FilePriceStore(folder: cache, currency: .usd) { .seconds(60) }
                try store.insert(.quote("7"))
                #expect(try store.retrieve() == .quote("7"))
                let file = Path(caches).appending("btcq").appending("BTC-USD.json")
                #expect(file.withCString { access($0, R_OK) } == 0)
            }
        }

        /// It is no HOME that is made there, but the folder that somebody has asked for.
        @Test func homeThatIsNotThere_isMadeAsXDGCacheHome() throws {
            try withTemporaryFolder { folder in
                let home = "\(folder)/nobody"
                let cache = try #require(Self.folder(["XDG_CACHE_HOME": home, "HOME": home]))
                #expect(cache.obstacle() == nil)
            }
        }
    #else
        @Test func home_holdsLibraryCaches() {
            let folder = CacheDirectory { Array(($0 == "HOME" ? "/h" : "/x").utf8) }
            #expect(folder?.path == Path(Array("/h/Library/Caches/btcq".utf8)))
        }
    #endif

    @Test(arguments: [[:], ["HOME": ""], ["HOME": "relative"], ["HOME": "~"]])
    func withoutAnAbsoluteHome_thereIsNone(_ environment: [String: String]) {
        #expect(Self.folder(environment) == nil)
    }

    @Test func missingFolders_areMadeForNobodyElse() throws {
        try withTemporaryFolder { folder in
            try FilePriceStore(in: "\(folder)/a/b/btcq").insert(.quote("7"))
            for path in ["a", "a/b", "a/b/btcq"] { #expect(File(path, in: folder).mode == 0o700, "\(path)") }
        }
    }

    @Test func homeThatIsNotThere_isNotMade() throws {
        try withTemporaryFolder { folder in
            for home in ["\(folder)/nobody", "\(folder)/nobody/", "\(folder)/no/body"] {
                let cache = try #require(CacheDirectory { $0 == "HOME" ? Array(home.utf8) : nil })
                let obstacle = try #require(cache.obstacle())
                #expect(obstacle.description.hasPrefix("\(home)/"))
                #expect(obstacle.description.hasSuffix(": No such file or directory"))
            }
            #expect(contents(of: folder) == [])
        }
    }

    @Test func foldersInAHomeThatIsThere_areMade() throws {
        try withTemporaryFolder { folder in
            let cache = try #require(CacheDirectory { $0 == "HOME" ? Array(folder.utf8) : nil })
            #expect(cache.obstacle() == nil)
            #expect(File("", in: cache.path.description).mode == 0o700)
        }
    }

    @Test func obstacle_isWhatKeepsAFileFromBeingMade() throws {
        try withTemporaryFolder { folder in
            #expect(CacheDirectory("\(folder)/a/btcq").obstacle() == nil)
            #expect(File("a/btcq", in: folder).mode == 0o700)
            let file = File("file", in: folder)
            try file.write("")
            for path in [file.path, "\(file.path)/btcq"] {
                #expect(CacheDirectory(path).obstacle() == PriceStoreError("\(path): Not a directory"))
            }
        }
    }

    /// Nothing stops root, so it is somebody else, in another process.
    @Test(.enabled(if: OtherUser.isToBeHad, "root is the only user here"))
    func folderThatMayNotBeWritten_isAnObstacle() async {
        await #expect(processExitsWith: .success) {
            let isRoot = geteuid() == 0
            try withTemporaryFolder { folder in
                try #require(chmod(folder, 0o500) == 0)
                if isRoot { try #require(setreuid(OtherUser.id, uid_t.max) == 0 && seteuid(OtherUser.id) == 0) }
                // To take the folder away again.
                defer { if isRoot { seteuid(0) } }
                #expect(CacheDirectory(folder).obstacle() == PriceStoreError("\(folder): Permission denied"))
                let inside = "\(folder)/btcq"
                #expect(CacheDirectory(inside).obstacle() == PriceStoreError("\(inside): Permission denied"))
            }
        }
    }

    @Test func slashesTooMany_areNoHarm() throws {
        try withTemporaryFolder { folder in
            try FilePriceStore(in: "\(folder)//a//btcq").insert(.quote("7"))
            #expect(File("a/btcq/BTC-USD.json", in: folder).exists)
        }
    }

    @Test func folderThatIsThere_keepsItsMode() throws {
        try withTemporaryFolder { folder in
            try #require(chmod(folder, 0o755) == 0)
            try FilePriceStore(in: folder).insert(.quote("7"))
            #expect(File("", in: folder).mode == 0o755)
        }
    }

    @Test func reading_makesNoFolder() throws {
        try withTemporaryFolder { folder in
            let quote = try FilePriceStore(in: "\(folder)/btcq").retrieve()
            #expect(quote == nil)
            #expect(contents(of: folder) == [])
        }
    }

    /// What could not be made is named, not the file that would have been in it.
    @Test(arguments: [
        ("file", "file/BTC-USD.json"), ("file/btcq", "file/btcq"), ("file/a/b/btcq", "file/a/b/btcq"),
    ])
    func fileInItsPlace_isAnErrorThatNamesTheFolder(_ path: String, _ named: String) throws {
        try withTemporaryFolder { folder in
            try File("file", in: folder).write("")
            let store = FilePriceStore(in: "\(folder)/\(path)")
            #expect(try store.retrieve() == nil)
            #expect(throws: PriceStoreError("\(folder)/\(named): Not a directory")) {
                try store.insert(.quote("7"))
            }
        }
    }

    @Test(arguments: [
        ("/a/b", "/a"), ("/a", "/"), ("/a/", "/"), ("/a//", "/"), ("//a", "/"), ("/", nil), ("//", nil), ("a", nil),
        ("a/b", "a"), ("", nil), ("/a//b", "/a/"),
    ])
    func parent_isTheFolderOfAPath(_ path: String, _ parent: String?) {
        #expect(Path(Array(path.utf8)).parent == parent.map { Path(Array($0.utf8)) })
    }

    @Test func path_isShownToAReader() {
        #expect("\(Path(Array("/a".utf8)).appending("b"))" == "/a/b")
        #expect("\(Path([0x2F, 0xFF]))" == "/\u{FFFD}")
    }

    private static func folder(_ environment: [String: String]) -> CacheDirectory? {
        CacheDirectory { environment[$0].map { Array($0.utf8) } }
    }
}
