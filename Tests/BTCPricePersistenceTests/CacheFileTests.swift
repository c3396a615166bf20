import BTCPriceCore
import BTCPricePersistence
import Foundation
import SampleValues
import TestSupport
import Testing

/// The format of `BTC-USD.4.json` and its like.
@Suite(.timeLimit(.minutes(5))) struct CacheFileTests {
    /// What follows the path of an invalid file.
    enum Reason: String {
        case empty = "is empty"
        case incomplete = "is not complete"
        case anotherCurrency = "is in another currency"
        case noQuote = "contains no quote"
        case tooLarge = "is larger than 4 KiB"
    }

    private static let binance =
        #"{"price":"68901.23","pair":"BTCUSDT","timestamp":"2025-10-27T19:56:39.123Z","source":"binance"}"#
    private static let kraken = binance.replacing("binance", with: "kraken")
    private static let complete = text(binance)

    private static func text(_ quotes: String...) -> String {
        #"{"currency":"USD","quotes":[\#(quotes.joined(separator: ","))]}"#
    }

    private let directory = TemporaryDirectory()
    private var store: FilePriceStore { FilePriceStore(in: directory.path) }
    private var file: File { directory.file("BTC-USD.4.json") }

    @Test func insert_writesTheSpecifiedFormatWithMode0600() throws {
        try store.insert(.sample("68901.230"))
        #expect(file.text == Self.complete + "\n")
        try store.insert(.sample("68901.230", before: "67345.10", from: "kraken"))
        let kraken = Self.kraken.replacing("}", with: #","price_24h_ago":"67345.1"}"#)
        #expect(file.text == Self.text(kraken, Self.binance) + "\n")
        #expect(file.mode == 0o600)
        #expect(directory.names == ["BTC-USD.4.json", "BTC-USD.4.lock"])
    }

    /// Its price of 24 hours before, if it is known.
    @Test(arguments: [
        (nil, nil), (#""67345.10""#, "67345.1"), (#""0""#, nil), (#""-1""#, nil), (#""""#, nil), ("67345.10", nil),
        ("null", nil),
    ])
    func retrieve_returnsThePriceBeforeUnlessThatIsInvalid(_ value: String?, _ before: String?) throws {
        let member = value.map { #","price_24h_ago":\#($0)"# } ?? ""
        try file.write(Self.complete.replacing("}]", with: member + "}]"))
        let quotes = try store.retrieve()
        #expect(quotes.map(\.price.description) == ["68901.23"])
        #expect(quotes.map(\.price24hAgo?.description) == [before])
    }

    @Test func retrieve_ignoresUnknownMembersAndSpacing() throws {
        try file.write("\n" + Self.text(Self.kraken, Self.binance).replacing("}", with: #", "more" : [ 1 ] } "#))
        #expect(try store.retrieve().map(\.sourceName) == ["kraken", "binance"])
    }

    private static let invalid: [(reason: Reason, part: String, replacements: [String])] = [
        (.empty, complete, [""]), (.incomplete, complete, ["\u{0}", complete + complete]),
        (.incomplete, "[", ["[["]), (.incomplete, "]}", ["}", "]}}"]), (.incomplete, "binance", ["binance\u{1}"]),
        (.incomplete, #"{"currency"#, [#"{"currency":"USD","currency"#]),
        (.anotherCurrency, complete, ["null", "[]", "{}", #"{"quotes":[\#(binance)]}"#]),
        (.anotherCurrency, #""USD""#, [#""EUR""#, #""usd""#]), (.anotherCurrency, "currency", ["c"]),
        (.noQuote, #""68901.23""#, [#""-1""#, #""0""#, #""1e5""#, #""\u001b[31m1""#, "68901.23"]),
        (.noQuote, "price", ["p"]), (.noQuote, "pair", ["p"]), (.noQuote, "timestamp", ["t"]),
        (.noQuote, #""source""#, [#""s""#]), (.noQuote, "quotes", ["q"]),
        (.noQuote, "BTCUSDT", ["", "btcusdt", #"B\u001b[2J"#, String(repeating: "B", count: 21)]),
        (.noQuote, "binance", ["", "Binance", #"b\u001b[2J"#, String(repeating: "b", count: 33)]),
        (.noQuote, "2025-10-27T", ["2025-13-27T", "2025-10-27_"]),
        (.noQuote, "39.123Z", ["39Z", "39.1234Z", "39.12Z"]),
        // An invalid quote beside a valid one.
        (.noQuote, binance, ["{},\(binance)", "\(binance),null", ""]), (.noQuote, "[\(binance)]", [binance, "null"]),
    ]

    @Test(arguments: invalid)
    func retrieve_whenTheFileIsInvalid_throwsUntilInsertReplacesIt(
        _ reason: Reason, _ part: String, _ replacements: [String]
    ) throws {
        for replacement in replacements {
            let text = Self.complete.replacing(part, with: replacement)
            try #require(text != Self.complete)
            try expectInvalid(text, because: reason)
            try store.update { stored in
                #expect(stored == [])
                return nil
            }
            #expect(file.text == text)
            // Of whatever age: there is no quote to compare with.
            let quote = PriceQuote.sample("7", at: Timestamp(milliseconds: 0))
            try store.insert(quote)
            #expect(try store.retrieve() == [quote], "\(text)")
        }
    }

    /// The name without a version is that of 1.0.0 to 1.3.0.
    @Test(arguments: ["BTC-USD.json", "BTC-USD.3.json", "BTC-USD.5.json"])
    func fileOfAnotherVersion_isNeitherReadNorChanged(_ name: String) throws {
        let other = directory.file(name)
        try other.write(Self.complete)
        #expect(try store.retrieve() == [])
        try store.insert(.sample("7"))
        #expect(try store.retrieve() == [.sample("7")])
        #expect(other.text == Self.complete)
    }

    @Test func retrieve_whenTheFileIsTruncated_throws() throws {
        let text = Self.text(Self.binance, Self.kraken)
        for count in 1..<text.utf8.count { try expectInvalid(String(text.prefix(count)), because: .incomplete) }
    }

    @Test func retrieve_whenTheFileIsLargerThan4KiB_throws() throws {
        let spaces = String(repeating: " ", count: 4096 - Self.complete.utf8.count)
        try file.write(Self.complete + spaces)
        #expect(try store.retrieve().map(\.sourceName) == ["binance"])
        try expectInvalid(Self.complete + spaces + " ", because: .tooLarge)
    }

    /// The longest prices, pairs and names.
    @Test func insert_whenThereAreManySources_neverWritesMoreThan4KiB() throws {
        let digits = String(repeating: "9", count: 28) + String(repeating: "0", count: 127)
        for number in 1...20 {
            let quote = PriceQuote.sample(
                digits, before: digits, pair: "ABCDEFGHIJ0123456789",
                from: "\(number)" + String(repeating: "s", count: 30), at: .now + .seconds(number))
            try store.insert(quote, now: .now + .seconds(60))
            let text = try #require(file.text)
            #expect(text.utf8.count <= 4096)
            #expect(try store.retrieve().first == quote)
        }
    }

    private func expectInvalid(_ text: String, because reason: Reason) throws {
        try file.write(text)
        #expect(throws: StoreError.unusable("\(file.path) \(reason.rawValue)"), "\(text)") { try store.retrieve() }
    }
}
