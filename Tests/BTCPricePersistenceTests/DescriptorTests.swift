import BTCPriceCore
import BTCPricePersistence
import Foundation
import System
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
                let backoff = FileBackoffStore(in: directory)
                let fetchLock = FileFetchLock(
                    directory: CacheDirectory(directory), currency: .usd, primary: "kraken", clock: MonotonicClock(),
                    now: WallClock.now)
                for round in 1...100 {
                    try store.insert(try .quote("\(round)"))
                    try #require(try store.retrieve().map(\.price.description) == ["\(round)"])
                    let entry = BackoffEntry.entry(for: .milliseconds(round))
                    try backoff.set([entry])
                    try #require(backoff.load() == Backoff([entry]))
                    try #require(fetchLock.withLock(deadline: .zero) { $0 } == .acquired(waited: .zero))
                    try #require(!fetchLock.isHeld)
                }
            }
        }
    }
}
