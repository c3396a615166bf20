import BTCPriceCore
import BTCPricePersistence
import Foundation
import TestSupport
import Testing

@Suite struct DescriptorTests {
    /// A hundred times everything, where 64 may be open: in a process of its own, whose limit is no other test's.
    @Test func everythingThatIsOpened_isClosed() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit(rlim_cur: 64, rlim_max: 64)
            #if canImport(Darwin)
                setrlimit(RLIMIT_NOFILE, &limit)
            #else
                setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            #endif
            try withTemporaryFolder { folder in
                let store = FilePriceStore(in: folder)
                let memory = FileBackoffStore(folder: CacheDirectory(folder)) { .seconds(60) }
                let turns = FileFetchLock(folder: CacheDirectory(folder), currency: .usd) { .zero }
                for round in 1...100 {
                    try store.insert(try .quote("\(round)"))
                    try #require(try store.retrieve()?.price.description == "\(round)")
                    memory.update { $0["kraken"] = SourceBackoff([.failed: .now + .milliseconds(round)]) }
                    try #require(memory.entries()["kraken"]?.end(of: .failed) == .now + .milliseconds(round))
                    try #require(turns.withLock(deadline: .zero) { $0 } && !turns.isTaken)
                }
            }
        }
    }
}
