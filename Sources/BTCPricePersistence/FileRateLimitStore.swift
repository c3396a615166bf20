package import BTCPriceCore
import BTCPriceJSON

package final class FileRateLimitStore: RateLimitStore {
    private let file: SharedFile

    /// - Parameter lockTimeout: how long to wait for another writer; called at each write.
    package init(directory: CacheDirectory, lockTimeout: @escaping @Sendable () -> Duration) {
        file = SharedFile(name: "rate-limits", directory: directory, lockTimeout: lockTimeout)
    }

    package func load() -> RateLimits { RateLimitCodec.rateLimits(from: try? file.contents()) }

    package func update(_ change: (inout RateLimits) -> Void) throws(StoreError) {
        try file.update { bytes in
            var rateLimits = RateLimitCodec.rateLimits(from: bytes)
            change(&rateLimits)
            return RateLimitCodec.bytes(of: rateLimits)
        }
    }
}

/// The layout of `rate-limits.json`, which no other program reads. A base URL of any length has to fit, so a hash of it
/// is stored.
enum RateLimitCodec {
    /// If not all fit, those that end first are left out: a source that is asked too early says so again.
    static func bytes(of rateLimits: RateLimits) -> [UInt8] {
        let entries = rateLimits.entries.sorted { $0.end > $1.end }.map { entry in
            #"{"source":"\#(entry.endpoint.sourceName)","url":"\#(entry.endpoint.addressHash)","#
                + #""begin":\#(entry.begin.milliseconds),"end":\#(entry.end.milliseconds)}"#
        }
        return SharedFile.limitedContents(#"{"version":1,"entries":["#, entries)
    }

    /// Empty for nil, for what is not JSON, and for another version of the layout. Entries that cannot be read are left out.
    static func rateLimits(from bytes: [UInt8]?) -> RateLimits {
        guard let bytes, let object = try? JSONValue(parsing: bytes),
            object["version"]?.number?.elementsEqual("1".utf8) == true, let entries = object["entries"]?.array
        else { return RateLimits() }
        return RateLimits(entries.compactMap(entry))
    }

    /// Its times are checked by `RateLimit.holds`.
    private static func entry(_ value: JSONValue) -> RateLimit? {
        func time(_ key: String) -> Timestamp? {
            value[key]?.number?.decimalInteger.map(Timestamp.init(milliseconds:))
        }
        guard let source = QuoteCodec.identifier(value["source"]), let url = QuoteCodec.identifier(value["url"]),
            let begin = time("begin"), let end = time("end")
        else { return nil }
        return RateLimit(Endpoint(sourceName: source, addressHash: url), from: begin, to: end)
    }
}
