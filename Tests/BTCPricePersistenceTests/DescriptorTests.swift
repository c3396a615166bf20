import BTCPriceCore
import BTCPricePersistence
import Foundation
import TestSupport
import Testing

@Suite struct DescriptorTests {
    /// Each operation a hundred times while at most 64 descriptors may be open. The limit applies to a process of its own.
    @Test func operations_whenRepeated_leakNoDescriptor() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit(rlim_cur: 64, rlim_max: 64)
            #if canImport(Darwin)
                setrlimit(RLIMIT_NOFILE, &limit)
            #else
                setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            #endif
            try withTemporaryFolder { directory in
                let store = FilePriceStore(in: directory)
                let backoff = FileBackoffStore(directory: CacheDirectory(directory)) { .seconds(60) }
                let fetchLock = FileFetchLock(directory: CacheDirectory(directory), currency: .usd) { .zero }
                for round in 1...100 {
                    try store.insert(try .quote("\(round)"))
                    try #require(try store.retrieve()?.price.description == "\(round)")
                    backoff.update { $0["kraken"] = SourceBackoff([.failed: .now + .milliseconds(round)]) }
                    try #require(backoff.entries()["kraken"]?.end(of: .failed) == .now + .milliseconds(round))
                    try #require(fetchLock.withLock(deadline: .zero) { $0 } && !fetchLock.isHeld)
                }
            }
        }
    }
}
