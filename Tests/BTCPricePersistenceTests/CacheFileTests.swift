import BTCPriceCore
import BTCPricePersistence
import Foundation
import PortContracts
import TestSupport
import Testing

/// The format of `BTC-USD.json` and its like.
@Suite struct CacheFileTests {
    /// What follows the path of an invalid file.
    enum Reason: String {
        case empty = "is empty"
        case incomplete = "is not complete"
        case anotherVersion = "is of another version"
        case anotherCurrency = "is in another currency"
        case noQuote = "contains no quote"
        case tooLarge = "is too large"
    }

    private static let binance =
        #"{"price":"68901.23","pair":"BTCUSDT","timestamp":"2025-10-27T19:56:39.123Z","source":"binance"}"#
    private static let kraken = binance.replacing("binance", with: "kraken")
    private static let complete = text(binance)

    private static func text(_ quotes: String...) -> String {
        #"{"version":3,"currency":"USD","quotes":[\#(quotes.joined(separator: ","))]}"#
    }

    private let directory = TemporaryDirectory()
    private var store: FilePriceStore { FilePriceStore(in: directory.path) }
    private var file: File { directory.file("BTC-USD.json") }

    @Test func insert_writesTheSpecifiedFormatWithMode0600() throws {
        let price = try #require(Price("68901.230".utf8))
        func quote(_ source: String, before: Price? = nil) -> PriceQuote {
            PriceQuote(
                price: price, priceBefore: before, currency: .usd, pair: "BTCUSDT", timestamp: .received,
                source: source)
        }
        try store.insert(quote("binance"))
        #expect(file.text == Self.complete + "\n")
        try store.insert(quote("kraken", before: Price("67345.10".utf8)))
        let kraken = Self.kraken.replacing("}", with: #","price_24h_ago":"67345.1"}"#)
        #expect(file.text == Self.text(kraken, Self.binance) + "\n")
        #expect(file.mode == 0o600)
        #expect(directory.names == ["BTC-USD.json", "BTC-USD.lock"])
    }

    /// Its price of 24 hours before, if it is known.
    @Test(arguments: [
        (nil, nil), (#""67345.10""#, "67345.1"), (#""0""#, nil), (#""-1""#, nil), (#""""#, nil), ("67345.10", nil),
        ("null", nil),
    ])
    func retrieve_returnsTheQuoteWithItsPriceBeforeUnlessThatIsInvalid(_ value: String?, _ before: String?) throws {
        let member = value.map { #","price_24h_ago":\#($0)"# } ?? ""
        try file.write(Self.complete.replacing("}]", with: member + "}]"))
        let quotes = try store.retrieve()
        #expect(quotes.map(\.price.description) == ["68901.23"])
        #expect(quotes.map(\.priceBefore?.description) == [before])
    }

    @Test func retrieve_whenThereAreUnknownMembersAndOtherSpacing_ignoresThem() throws {
        try file.write("\n" + Self.text(Self.kraken, Self.binance).replacing("}", with: #", "more" : [ 1 ] } "#))
        let quotes = try store.retrieve()
        #expect(quotes.map(\.source) == ["kraken", "binance"])
    }

    /// Every byte, alone and within a name of the greatest length.
    @Test(arguments: [
        ("BTCUSDT", 20, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/_-"),
        ("binance", 32, "abcdefghijklmnopqrstuvwxyz0123456789"),
    ])
    func retrieve_whenANameContainsAByte_returnsItOnlyIfItIsValid(
        _ name: String, _ maxLength: Int, _ valid: String
    ) throws {
        let parts = Self.complete.split(separator: name).map { Array($0.utf8) }
        for byte in UInt8.min...UInt8.max {
            let names = [[byte], [byte] + Array(repeating: UInt8(ascii: "7"), count: maxLength - 1)]
            for name in names + [names[1] + [byte]] {
                try file.write(parts[0] + name + parts[1])
                let quotes = try? store.retrieve()
                let isValid = name.count <= maxLength && valid.utf8.contains(byte)
                let read = quotes?.first.map { [$0.pair, $0.source].contains(String(decoding: name, as: UTF8.self)) }
                #expect(read == (isValid ? true : nil), "\(name)")
            }
        }
    }

    @Test(
        arguments: [
            (#""version":3"#, #""version":2"#, .anotherVersion), (#""version":3"#, #""version":4"#, .anotherVersion),
            (#""version":3"#, #""version":"3""#, .anotherVersion),
            (#""version":3"#, #""version":3.0"#, .anotherVersion),
            (#""version":3,"#, "", .anotherVersion),
            ("USD\"", "EUR\"", .anotherCurrency), ("USD\"", "usd\"", .anotherCurrency),
            (#""currency":"USD","#, "", .anotherCurrency), ("68901.23", "-1", .noQuote), ("68901.23", "0", .noQuote),
            (#""68901.23""#, "68901.23", .noQuote), ("68901.23", "1e5", .noQuote),
            ("68901.23", #"\u001b[31m1"#, .noQuote), (#""price":"68901.23","#, "", .noQuote),
            ("BTCUSDT", "", .noQuote), ("BTCUSDT", #"B\u001b[2J"#, .noQuote), (#""pair":"BTCUSDT","#, "", .noQuote),
            ("T19", " 19", .noQuote), ("2025-10-27", "2025-13-27", .noQuote), ("39.123Z", "39Z", .noQuote),
            ("39.123Z", "39.1234Z", .noQuote), ("39.123Z", "39.12Z", .noQuote),
            (#""timestamp":"2025-10-27T19:56:39.123Z","#, "", .noQuote),
            ("binance", #"b\u001b[2J"#, .noQuote), ("binance", "", .noQuote), (#","source":"binance""#, "", .noQuote),
            ("[", "[[", .incomplete), ("]}", "}", .incomplete), ("]}", "]}}", .incomplete),
            (#"{"version"#, #"{"version":3,"version"#, .incomplete), ("binance", "binance\u{1}", .incomplete),
            // An invalid quote beside a valid one.
            ("[{", #"[{},{"#, .noQuote), ("}]", "},null]", .noQuote), (binance, "", .noQuote),
            ("[\(binance)]", binance, .noQuote), ("[\(binance)]", "null", .noQuote),
            (#","quotes""#, #","quote""#, .noQuote),
            // Files of 1.1.0, and others.
            (complete, binance.replacing("{", with: #"{"version":1,"currency":"USD","#), .anotherVersion),
            (complete, "", .empty), (complete, "null", .anotherVersion), (complete, "[]", .anotherVersion),
            (complete, "\u{0}", .incomplete), (complete, complete + complete, .incomplete),
        ] as [(String, String, Reason)])
    func retrieve_whenTheFileIsInvalid_throwsUntilInsertReplacesIt(
        _ part: String, _ replacement: String, _ reason: Reason
    ) throws {
        let text = Self.complete.replacing(part, with: replacement)
        try #require(text != Self.complete)
        try expectInvalid(text, because: reason)
        try store.update { stored in
            #expect(stored == [])
            return nil
        }
        try expectInvalid(file.text ?? "", because: reason)
        // Of whatever age: there is no quote to compare with.
        let quote = try PriceQuote.quote("7", at: Timestamp(milliseconds: 0))
        try store.insert(quote)
        let stored = try store.retrieve()
        #expect(stored == [quote])
    }

    @Test func retrieve_whenTheFileIsTruncated_throws() throws {
        let text = Self.text(Self.binance, Self.kraken)
        for count in 1..<text.utf8.count { try expectInvalid(String(text.prefix(count)), because: .incomplete) }
    }

    @Test func retrieve_whenTheFileIsLargerThan4KiB_throws() throws {
        let spaces = String(repeating: " ", count: 4096 - Self.complete.utf8.count)
        try file.write(Self.complete + spaces)
        let quotes = try store.retrieve()
        #expect(quotes.map(\.source) == ["binance"])
        try expectInvalid(Self.complete + spaces + " ", because: .tooLarge)
    }

    /// The longest prices, pairs and names.
    @Test func insert_whenThereAreManySources_neverWritesMoreThan4KiB() throws {
        let digits = String(repeating: "9", count: 28) + String(repeating: "0", count: 127)
        let price = try #require(Price(digits.utf8))
        for number in 1...20 {
            let quote = PriceQuote(
                price: price, priceBefore: price, currency: .usd, pair: "ABCDEFGHIJ0123456789",
                timestamp: .received + .seconds(number),
                source: "\(number)" + String(repeating: "s", count: 30))
            try store.insert(quote, now: .received + .seconds(60))
            let size = try #require(file.size)
            #expect(size <= 4096)
            let stored = try store.retrieve()
            #expect(stored.first == quote)
        }
    }

    private func expectInvalid(
        _ text: String, because reason: Reason, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try file.write(text)
        let error = StoreError.unusable("\(file.path) \(reason.rawValue)")
        #expect(throws: error, "\(text)", sourceLocation: sourceLocation) { try store.retrieve() }
    }
}
