import BTCPriceCore
import Foundation

@testable import BTCPricePersistence

extension FuzzTarget {
    /// The reader of the cache file: a quote is written as it was read.
    static let cache = FuzzTarget(name: "cache") { bytes in
        guard let quote = try? QuoteCodec.quote(from: bytes, in: .usd) else { return }
        precondition((try? QuoteCodec.quote(from: QuoteCodec.bytes(of: quote), in: .usd)) == quote)
    }

    /// The reader of `sources.json`, through a file: whatever it contains, an entry is added to those that were read.
    static let backoff: FuzzTarget = {
        let directory = FileManager.default.temporaryDirectory.appending(path: "btcq-fuzz-\(getpid())").path
        try? FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let store = FileBackoffStore(directory: CacheDirectory(Path(Array(directory.utf8)))) { .seconds(1) }
        let entry = SourceBackoff([.rateLimited: time])
        return FuzzTarget(name: "backoff") { bytes in
            _ = FileManager.default.createFile(atPath: "\(directory)/sources.json", contents: Data(bytes))
            // Far fewer than the largest file contains.
            store.update { if $0.count > 16 { $0 = [:] } }
            let expected = store.entries().merging(["kraken": entry]) { _, new in new }
            store.update { $0["kraken"] = entry }
            precondition(store.entries() == expected)
        }
    }()
}
