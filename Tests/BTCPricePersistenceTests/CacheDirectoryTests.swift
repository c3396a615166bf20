import BTCPriceCore
import Foundation
import Platform
import SampleValues
import TestSupport
import Testing

@testable import BTCPricePersistence

@Suite(.timeLimit(.minutes(5))) struct CacheDirectoryTests {
    private let directory = TemporaryDirectory()

    #if !canImport(Darwin)
        @Test(arguments: [
            (["XDG_CACHE_HOME": "/x", "HOME": "/usr"], "/x/btcq"), (["HOME": "/usr"], "/usr/.cache/btcq"),
            (["XDG_CACHE_HOME": "", "HOME": "/usr"], "/usr/.cache/btcq"),
            (["XDG_CACHE_HOME": "relative", "HOME": "/usr"], "/usr/.cache/btcq"), (["XDG_CACHE_HOME": "/x"], "/x/btcq"),
            (["XDG_CACHE_HOME": "/x", "HOME": "relative"], "/x/btcq"),
        ])
        func path_whenXDGCacheHomeIsAbsolute_isBelowItElseBelowHome(_ variables: [String: String], _ path: String) {
            #expect(Self.cache(variables).path == .success(Path(Array(path.utf8))))
        }

        @Test func path_whenNotUTF8_isUsedUnchanged() throws {
            let caches = Array(directory.path.utf8) + [0x2F, 0x63, 0xE9, 0xFF]
            let cache = CacheDirectory(Environment { $0 == "XDG_CACHE_HOME" ? caches : nil })
            let store = FilePriceStore(directory: cache, currency: .usd) { .seconds(60) }
            try store.insert(.sample("7"))
            #expect(store.retrieve() == ([.sample("7")], nil))
            let file = Path(caches).appending("btcq").appending("BTC-USD.5")
            #expect(access(file.cString, R_OK) == 0)
        }

        /// Only HOME itself is never created; a directory that XDG_CACHE_HOME names is.
        @Test func create_whenXDGCacheHomeIsTheMissingHome_createsIt() throws {
            let home = "\(directory.path)/missing"
            try Self.cache(["XDG_CACHE_HOME": home, "HOME": home]).prepareForWriting()
            #expect(directory.file("missing/btcq").exists)
        }
    #else
        @Test func path_isBelowLibraryCachesInHome() {
            let cache = CacheDirectory(Environment { Array(($0 == "HOME" ? "/usr" : "/x").utf8) })
            #expect(cache.path == .success(Path(Array("/usr/Library/Caches/btcq".utf8))))
        }
    #endif

    @Test(arguments: [[:], ["HOME": ""], ["HOME": "relative"], ["HOME": "~"], ["HOME": "/missing/home"]])
    func files_whenThereIsNoHome_throwTheReasonAndChangeNothing(_ variables: [String: String]) throws {
        let cache = Self.cache(variables)
        guard case .failure(let error) = cache.path, case .disabled = error else {
            Issue.record("\(cache.path)")
            return
        }
        #expect(error.reason.hasPrefix("HOME "))
        #expect(FilePriceStore(directory: cache, currency: .usd) { .seconds(60) }.retrieve() == ([], error))
        #expect(FileRateLimitStore(directory: cache) { .seconds(60) }.retrieve() == RateLimitTable())
        for writer in [Writer.quotes, .rateLimits, .refreshStamp] {
            #expect(throws: error, "\(writer)") { try writer.write(in: cache) }
        }
        #expect(throws: Never.self) { try Writer.fetchLock.write(in: cache) }
    }

    @Test func create_belowHome_createsDirectories() throws {
        let cache = Self.cache(["HOME": directory.path])
        #expect(directory.names == [])
        try cache.prepareForWriting()
        #expect(File("", in: "\(try cache.path.get())").exists)
    }

    @Test func retrieve_whenTheDirectoryIsMissing_doesNotCreateIt() throws {
        #expect(FilePriceStore(in: "\(directory.path)/btcq").retrieve() == ([], nil))
        #expect(directory.names == [])
    }

    /// The error names what could not be created, not the file that would have been in it.
    @Test(arguments: [
        ("file", "file/BTC-USD.5"), ("file/btcq", "file/btcq"), ("file/a/b/btcq", "file/a/b/btcq"),
    ])
    func insert_whenAFileIsInPlaceOfTheDirectory_namesIt(_ path: String, _ named: String) throws {
        try directory.file("file").write("")
        let store = FilePriceStore(in: "\(directory.path)/\(path)")
        #expect(store.retrieve() == ([], nil))
        #expect(throws: StoreError.unusable("\(directory.path)/\(named): Not a directory")) {
            try store.insert(.sample("7"))
        }
    }

    private static func cache(_ variables: [String: String]) -> CacheDirectory {
        CacheDirectory(Environment(variables))
    }
}
