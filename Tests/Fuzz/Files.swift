import BTCPriceCore
import Foundation

@testable import BTCPricePersistence

extension FuzzTarget {
    /// The reader of the cache file: a quote is written as it was read.
    static let cache = FuzzTarget(name: "cache") { bytes in
        guard let quote = try? QuoteCodec.quote(from: bytes, in: .usd) else { return }
        precondition((try? QuoteCodec.quote(from: QuoteCodec.bytes(of: quote), in: .usd)) == quote)
    }

    /// The reader of `sources.json`, through a file: whatever is in it, the next limit is remembered beside the others.
    static let limits: FuzzTarget = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "btcq-fuzz-\(getpid())").path
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let memory = FileBackoffStore(folder: CacheDirectory(Path(Array(folder.utf8)))) { .seconds(1) }
        let limit = SourceBackoff([.limited: time])
        return FuzzTarget(name: "limits") { bytes in
            _ = FileManager.default.createFile(atPath: "\(folder)/sources.json", contents: Data(bytes))
            // Far fewer than fill a file.
            memory.update { if $0.count > 16 { $0 = [:] } }
            let expected = memory.entries().merging(["kraken": limit]) { _, new in new }
            memory.update { $0["kraken"] = limit }
            precondition(memory.entries() == expected)
        }
    }()
}
