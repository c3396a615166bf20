import BTCPriceCore
import Foundation
import System
import TestSupport
import Testing

@testable import BTCPricePersistence

@Suite struct CacheDirectoryTests {
    #if !canImport(Darwin)
        @Test(arguments: [
            (["XDG_CACHE_HOME": "/x", "HOME": "/h"], "/x/btcq"), (["HOME": "/h"], "/h/.cache/btcq"),
            (["XDG_CACHE_HOME": "", "HOME": "/h"], "/h/.cache/btcq"),
            (["XDG_CACHE_HOME": "relative", "HOME": "/h"], "/h/.cache/btcq"), (["XDG_CACHE_HOME": "/x"], "/x/btcq"),
            (["XDG_CACHE_HOME": "/x", "HOME": "relative"], "/x/btcq"),
        ])
        func path_whenXDGCacheHomeIsAbsolute_isBelowItElseBelowHome(
            _ variables: [String: String], _ path: String
        ) throws {
            #expect(try Self.directory(variables).path == Path(Array(path.utf8)))
        }

        @Test func path_whenNotUTF8_isUsedUnchanged() throws {
            try withTemporaryFolder { directory in
                let caches = Array(directory.utf8) + [0x2F, 0x63, 0xE9, 0xFF]
                let cache = try CacheDirectory(Environment { $0 == "XDG_CACHE_HOME" ? caches : nil })
                let store = FilePriceStore(directory: cache, currency: .usd) { .seconds(60) }
                try store.insert(.quote("7"))
                #expect(try store.retrieve() == [.quote("7")])
                let file = Path(caches).appending("btcq").appending("BTC-USD.json")
                #expect(file.withCString { access($0, R_OK) } == 0)
            }
        }

        /// Only HOME itself is never created; a directory that XDG_CACHE_HOME names is.
        @Test func create_whenXDGCacheHomeIsTheMissingHome_createsIt() throws {
            try withTemporaryFolder { directory in
                let home = "\(directory)/missing"
                try Self.directory(["XDG_CACHE_HOME": home, "HOME": home]).create()
                #expect(File("missing/btcq", in: directory).mode == 0o700)
            }
        }
    #else
        @Test func path_isBelowLibraryCachesInHome() throws {
            let directory = try CacheDirectory(Environment { Array(($0 == "HOME" ? "/h" : "/x").utf8) })
            #expect(directory.path == Path(Array("/h/Library/Caches/btcq".utf8)))
        }
    #endif

    @Test(arguments: [[:], ["HOME": ""], ["HOME": "relative"], ["HOME": "~"]])
    func init_whenHomeIsNotAbsolute_throws(_ variables: [String: String]) {
        #expect(throws: StoreError.disabled(.noHome)) { try Self.directory(variables) }
    }

    @Test func insert_whenDirectoriesAreMissing_createsThemWithMode0700() throws {
        try withTemporaryFolder { directory in
            try FilePriceStore(in: "\(directory)/a/b/btcq").insert(.quote("7"))
            for path in ["a", "a/b", "a/b/btcq"] { #expect(File(path, in: directory).mode == 0o700, "\(path)") }
        }
    }

    @Test func create_whenHomeDoesNotExist_throwsAndCreatesNothing() throws {
        try withTemporaryFolder { directory in
            for home in ["\(directory)/missing", "\(directory)/missing/", "\(directory)/mis/sing"] {
                let cache = try Self.directory(["HOME": home])
                let error = try #require(throws: StoreError.self) { try cache.create() }
                guard case .system(let path, code: ENOENT) = error else {
                    Issue.record("\(error)")
                    continue
                }
                #expect(path.hasPrefix("\(home)/"))
            }
            #expect(contents(of: directory) == [])
        }
    }

    @Test func create_whenHomeExists_createsTheDirectoriesInIt() throws {
        try withTemporaryFolder { directory in
            let cache = try Self.directory(["HOME": directory])
            #expect(contents(of: directory) == [])
            try cache.create()
            #expect(File("", in: cache.path.description).mode == 0o700)
        }
    }

    @Test func path_whenSlashesAreRepeated_isTheSameDirectory() throws {
        try withTemporaryFolder { directory in
            try FilePriceStore(in: "\(directory)//a//btcq").insert(.quote("7"))
            #expect(File("a/btcq/BTC-USD.json", in: directory).exists)
        }
    }

    @Test func create_whenTheDirectoryExists_keepsItsMode() throws {
        try withTemporaryFolder { directory in
            try #require(chmod(directory, 0o755) == 0)
            try FilePriceStore(in: directory).insert(.quote("7"))
            #expect(File("", in: directory).mode == 0o755)
        }
    }

    @Test func retrieve_whenTheDirectoryIsMissing_doesNotCreateIt() throws {
        try withTemporaryFolder { directory in
            let quotes = try FilePriceStore(in: "\(directory)/btcq").retrieve()
            #expect(quotes == [])
            #expect(contents(of: directory) == [])
        }
    }

    /// The error names what could not be created, not the file that would have been in it.
    @Test(arguments: [
        ("file", "file/BTC-USD.json"), ("file/btcq", "file/btcq"), ("file/a/b/btcq", "file/a/b/btcq"),
    ])
    func insert_whenAFileIsInPlaceOfTheDirectory_throwsAnErrorThatNamesIt(_ path: String, _ named: String) throws {
        try withTemporaryFolder { directory in
            try File("file", in: directory).write("")
            let store = FilePriceStore(in: "\(directory)/\(path)")
            #expect(try store.retrieve() == [])
            #expect(throws: StoreError.system(path: "\(directory)/\(named)", code: ENOTDIR)) {
                try store.insert(.quote("7"))
            }
        }
    }

    /// Root may write everywhere, so the test runs as another user, in another process.
    @Test(.enabled(if: OtherUser.isToBeHad, "root is the only user here"))
    func insert_whenTheDirectoryIsNotWritable_throws() async {
        await #expect(processExitsWith: .success) {
            let isRoot = geteuid() == 0
            try withTemporaryFolder { directory in
                try #require(chmod(directory, 0o555) == 0)
                if isRoot { try #require(setreuid(OtherUser.id, uid_t.max) == 0 && seteuid(OtherUser.id) == 0) }
                // To remove the directory again.
                defer { if isRoot { seteuid(0) } }
                for (path, named) in [("", "/BTC-USD.json"), ("/btcq", "/btcq")] {
                    #expect(throws: StoreError.system(path: directory + named, code: EACCES)) {
                        try FilePriceStore(in: directory + path).insert(.quote("7"))
                    }
                }
            }
        }
    }

    @Test(arguments: [
        ("/a/b", "/a"), ("/a", "/"), ("/a/", "/"), ("/a//", "/"), ("//a", "/"), ("/", nil), ("//", nil), ("a", nil),
        ("a/b", "a"), ("", nil), ("/a//b", "/a/"),
    ])
    func parent_isTheDirectoryThatContainsThePath(_ path: String, _ parent: String?) {
        #expect(Path(Array(path.utf8)).parent == parent.map { Path(Array($0.utf8)) })
    }

    @Test func description_whenNotUTF8_replacesTheBytes() {
        #expect("\(Path(Array("/a".utf8)).appending("b"))" == "/a/b")
        #expect("\(Path([0x2F, 0xFF]))" == "/\u{FFFD}")
    }

    private static func directory(_ variables: [String: String]) throws(StoreError) -> CacheDirectory {
        try CacheDirectory(Environment { variables[$0].map { Array($0.utf8) } })
    }
}
