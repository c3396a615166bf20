import BTCPriceCore
import Foundation

@testable import BTCPricePersistence

extension FuzzTarget {
    /// The reader of the cache file: a quote is written as it was read.
    static let cache = FuzzTarget(name: "cache") { bytes in
        guard let quote = try? QuoteRecord.quote(from: bytes, in: .usd) else { return }
        precondition((try? QuoteRecord.quote(from: QuoteRecord.bytes(of: quote), in: .usd)) == quote)
    }

    /// The reader of `sources.json`, through a file.
    static let limits: FuzzTarget = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "btcq-fuzz-\(getpid())").path
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return FuzzTarget(name: "limits") { bytes in
            _ = FileManager.default.createFile(atPath: "\(folder)/sources.json", contents: Data(bytes))
            let date = Date(millisecondsSince1970: 1_761_594_999_123)
            let limits = FileSourceLimits(folder: folder)
            _ = limits.limit(on: "binance")
            limits.setLimit(on: "kraken", until: date)
            precondition(limits.limit(on: "kraken") == date)
        }
    }()
}
