import BTCPriceCore
import BTCPricePersistence
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct FileRateLimitStoreTests {
    private static let kraken = "kraken 0123456789 1761594999123 1761595006123\n"

    private let directory = TemporaryDirectory()
    private var store: FileRateLimitStore {
        FileRateLimitStore(directory: CacheDirectory(directory.path)) { .seconds(60) }
    }
    private var file: File { directory.file("rate-limits.2") }

    @Test func update_writesALineForEachRateLimit() throws {
        #expect(store.retrieve() == RateLimitTable())
        try store.update { $0 = RateLimitTable([.entry("kraken")]) }
        #expect(file.text == Self.kraken && store.retrieve() == RateLimitTable([.entry("kraken")]))
        #expect(directory.names == ["rate-limits.2", "rate-limits.2.lock"])
        try store.update { limits in
            #expect(limits == RateLimitTable([.entry("kraken")]))
            limits = RateLimitTable()
        }
        #expect(file.text == "" && store.retrieve() == RateLimitTable())
    }

    @Test(arguments: [
        ("kraken", ["Kraken", "", "kr\u{1b}[2J", String(repeating: "b", count: 33)]),
        ("0123456789", ["", "ABC", "0\u{1b}"]), ("1761594999123", ["-1", "1.5", "1234567890123456789", ""]),
        ("1761595006123", ["-1", "x", ""]), (" ", ["  "]), (kraken, ["", "\n", "{}\n", "\u{0}"]),
    ])
    func line_whenDamaged_isLostAlone(_ part: String, _ replacements: [String]) throws {
        for replacement in replacements {
            let line = Self.kraken.replacing(part, with: replacement)
            try file.write(Self.kraken + line)
            #expect(store.retrieve() == RateLimitTable([.entry("kraken")]), "\(line)")
        }
    }

    /// The longest names and numbers.
    @Test func update_whenThereAreManyEntries_keepsThoseThatEndLast() throws {
        for number in 1...60 {
            let source = Endpoint(
                sourceName: "\(number)" + String(repeating: "s", count: 30), key: "\(UInt64.max)")
            let begin = Timestamp(milliseconds: 253_402_300_000_000 + Int64(number))
            let entry = RateLimit(source, from: begin, to: begin + .milliseconds(1))
            try store.update { $0 = RateLimitTable($0.entries + [entry]) }
            #expect(try #require(file.text).utf8.count <= 4096)
            #expect(store.retrieve().entries.first == entry)
        }
        #expect(store.retrieve().entries.count > 15)
    }
}
