import BTCPriceCore
import BTCPricePersistence
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct FileRateLimitStoreTests {
    private static let complete =
        #"{"version":1,"entries":[{"source":"kraken","url":"0123456789abcdef","#
        + #""begin":1761594999123,"end":1761595006123}]}"#

    private let directory = TemporaryDirectory()
    private var store: FileRateLimitStore { FileRateLimitStore(in: directory.path) }
    private var file: File { directory.file("rate-limits.json") }

    @Test(arguments: RateLimitStoreContract.rules + RateLimitStoreContract.concurrencyRules)
    func rateLimitStore_keepsItsContract(_ rule: ContractRule<any RateLimitStore>) throws {
        try rule.check(store)
    }

    @Test func update_writesAPrivateFileInTheFormatOfThisVersion() throws {
        try store.set([.entry("kraken")])
        #expect(file.text == Self.complete + "\n")
        #expect(file.mode == 0o600)
        #expect(directory.names == ["rate-limits.json", "rate-limits.lock"])
        try store.update { $0 = RateLimits() }
        #expect(file.text == #"{"version":1,"entries":[]}"# + "\n")
        #expect(store.load() == RateLimits())
    }

    @Test(arguments: [
        "", "null", "[]", "{", "\u{0}", complete + "}",
        complete.replacing(#""version":1"#, with: #""version":2"#),
        complete.replacing(#""version":1"#, with: #""version":"1""#),
        complete.replacing(#""version":1,"#, with: ""), complete.replacing("entries", with: "entry"),
        complete.replacing("[", with: "").replacing("]", with: ""),
    ])
    func load_whenTheFileIsInvalid_isEmptyAndUpdateReplacesIt(_ text: String) throws {
        try file.write(text)
        #expect(store.load() == RateLimits())
        try store.set([.entry("kraken")])
        #expect(store.load() == RateLimits([.entry("kraken")]))
    }

    @Test(arguments: [
        (#""kraken""#, #""Kraken""#), (#""kraken""#, #""""#), (#""kraken""#, #""kr\u001b[2J""#), (#""kraken""#, "null"),
        (#""kraken""#, #""bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb""#), (#""source":"kraken","#, ""),
        ("0123456789abcdef", ""), ("0123456789abcdef", "0123456789ABCDEF"), ("0123456789abcdef", #"0\u001b"#),
        (#""url":"0123456789abcdef","#, ""),
        ("1761594999123", #""1761594999123""#), ("1761594999123", "-1"), ("1761594999123", "1.5"),
        ("1761594999123", "1e9"), ("1761594999123", "1234567890123456789"), (#""begin":1761594999123,"#, ""),
        ("1761595006123", "null"), ("1761595006123", "-1"), (#","end":1761595006123"#, ""),
    ])
    func load_whenAnEntryIsInvalid_dropsItAlone(_ part: String, _ replacement: String) throws {
        let invalid = Self.complete.replacing(part, with: replacement)
        try #require(invalid != Self.complete)
        let valid = try #require(Self.complete.firstMatch(of: /\[(.*)\]/)).1
        try file.write(invalid.replacing("]", with: ",\(valid)]"))
        #expect(store.load() == RateLimits([.entry("kraken")]))
    }

    /// The longest names and numbers.
    @Test func update_whenThereAreManyEntries_keepsThoseThatEndLast() throws {
        for number in 1...60 {
            let begin = Timestamp(milliseconds: 253_402_300_000_000 + Int64(number))
            let entry = RateLimit.entry("\(number)" + String(repeating: "s", count: 30), from: begin)
            try store.update { $0 = RateLimits($0.entries + [entry]) }
            let text = try #require(file.text)
            #expect(text.utf8.count <= 4096)
            #expect(store.load().entries.first == entry)
        }
        #expect(store.load().entries.count > 15)
    }
}
