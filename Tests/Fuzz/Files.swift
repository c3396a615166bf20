import BTCPriceCore
import Foundation

@testable import BTCPricePersistence

extension FuzzTarget {
    /// The reader of the cache file: as many quotes as fit into a file are written as they were read.
    static let cache = FuzzTarget(name: "cache") { bytes in
        guard let quotes = try? QuoteCodec.quotes(from: bytes, in: .usd) else { return }
        let written = try? QuoteCodec.quotes(from: QuoteCodec.bytes(of: quotes, in: .usd), in: .usd)
        precondition(written?.isEmpty == false && quotes.starts(with: written ?? []))
    }

    /// The reader of `rate-limits.json`: as many entries as fit into a file are written as they were read.
    static let rateLimits = FuzzTarget(name: "rate-limits") { bytes in
        let entries = RateLimitCodec.rateLimits(from: bytes).entries
        let written = RateLimitCodec.rateLimits(from: RateLimitCodec.bytes(of: RateLimits(entries))).entries
        precondition(written.allSatisfy(entries.contains) && (written.count == entries.count || written.count > 10))
    }
}
