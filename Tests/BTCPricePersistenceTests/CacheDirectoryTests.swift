import BTCPricePersistence
import Testing

@Suite struct CacheDirectoryTests {
    #if !canImport(Darwin)
        @Test(arguments: [
            (["XDG_CACHE_HOME": "/x", "HOME": "/h"], "/x/btcq"), (["HOME": "/h"], "/h/.cache/btcq"),
            (["XDG_CACHE_HOME": "", "HOME": "/h"], "/h/.cache/btcq"),
            (["XDG_CACHE_HOME": "relative", "HOME": "/h"], "/h/.cache/btcq"), (["XDG_CACHE_HOME": "/x"], "/x/btcq"),
        ])
        func absoluteXDGCacheHome_comesBeforeHome(_ environment: [String: String], _ path: String) {
            #expect(CacheDirectory.path { environment[$0] } == path)
        }
    #else
        @Test func home_holdsLibraryCaches() {
            #expect(CacheDirectory.path { $0 == "HOME" ? "/h" : "/x" } == "/h/Library/Caches/btcq")
        }
    #endif

    @Test(arguments: [[:], ["HOME": ""], ["HOME": "relative"]])
    func withoutAnAbsoluteHome_thereIsNone(_ environment: [String: String]) {
        #expect(CacheDirectory.path { environment[$0] } == nil)
    }
}
