import BTCPriceCore
import BTCPricePersistence
import Foundation
import TestSupport
import Testing

@Suite struct CacheFileTests {
    private static let complete =
        #"{"version":1,"price":"68901.23","currency":"USD","pair":"BTCUSDT","#
        + #""timestamp":"2025-10-27T19:56:39.123Z","source":"binance"}"#

    @Test func insert_writesTheSpecifiedFormatWithMode0600() throws {
        try withTemporaryFolder { directory in
            let quote = PriceQuote(
                price: try #require(Price("68901.230".utf8)), currency: .usd, pair: "BTCUSDT", timestamp: .now,
                source: "binance")
            try FilePriceStore(in: directory).insert(quote)
            let file = File("BTC-USD.json", in: directory)
            #expect(file.text == Self.complete + "\n")
            #expect(file.mode == 0o600)
            #expect(contents(of: directory) == ["BTC-USD.json", "BTC-USD.lock"])
            #expect(try FilePriceStore(in: directory).retrieve() == quote)
        }
    }

    @Test(arguments: ["BTCUSDT", "BTC/USD", "BTC-USD", "XBTUSD", "A", "Z", "0", "ABCDEFGHIJ0123456789"])
    func retrieve_whenThePairIsValid_returnsIt(_ pair: String) throws {
        let text = Self.complete.replacing("BTCUSDT", with: pair)
        #expect(try read(text)?.pair == pair)
    }

    @Test(arguments: ["a", "z", "kraken", "exchange2", String(repeating: "b", count: 32)])
    func retrieve_whenTheSourceNameIsValid_returnsIt(_ source: String) throws {
        let text = Self.complete.replacing("binance", with: source)
        #expect(try read(text)?.source == source)
    }

    @Test func retrieve_whenThereAreUnknownMembersAndOtherSpacing_ignoresThem() throws {
        let text = "\n" + Self.complete.replacing("}", with: #", "more" : [ 1 ] } "#)
        #expect(try read(text)?.source == "binance")
    }

    @Test(arguments: [
        (#""version":1"#, #""version":2"#, "it is of another version"),
        (#""version":1"#, #""version":"1""#, "it is of another version"),
        (#""version":1"#, #""version":1.0"#, "it is of another version"),
        (#""version":1,"#, "", "it is of another version"),
        ("USD\"", "EUR\"", "it is in another currency"), ("USD\"", "usd\"", "it is in another currency"),
        (#""currency":"USD","#, "", "it is in another currency"), ("68901.23", "-1", "it contains no quote"),
        ("68901.23", "0", "it contains no quote"), (#""68901.23""#, "68901.23", "it contains no quote"),
        ("68901.23", "1e5", "it contains no quote"), ("68901.23", #"\u001b[31m1"#, "it contains no quote"),
        ("BTCUSDT", "", "it contains no quote"), ("BTCUSDT", "btcusdt", "it contains no quote"),
        ("BTCUSDT", "BTC USD", "it contains no quote"), ("BTCUSDT", #"B\u001b[2J"#, "it contains no quote"),
        ("BTCUSDT", "BTC\u{c4}", "it contains no quote"), ("BTCUSDT", "BTC_USD", "it contains no quote"),
        ("BTCUSDT", "BTC@USD", "it contains no quote"), ("BTCUSDT", "BTC[USD", "it contains no quote"),
        ("BTCUSDT", "BTC.USD", "it contains no quote"), ("binance", "bin`ance", "it contains no quote"),
        ("binance", "bin{ance", "it contains no quote"),
        ("BTCUSDT", "ABCDEFGHIJ01234567890", "it contains no quote"),
        (#""pair":"BTCUSDT","#, "", "it contains no quote"),
        ("T19", " 19", "it contains no quote"), ("2025-10-27", "2025-13-27", "it contains no quote"),
        ("39.123Z", "39Z", "it contains no quote"), ("39.123Z", "39.1234Z", "it contains no quote"),
        ("39.123Z", "39.12Z", "it contains no quote"),
        (#","timestamp":"2025-10-27T19:56:39.123Z""#, "", "it contains no quote"),
        ("binance", "Binance", "it contains no quote"), ("binance", #"b\u001b[2J"#, "it contains no quote"),
        ("binance", "", "it contains no quote"), ("binance", "bin-ance", "it contains no quote"),
        ("binance", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "it contains no quote"),
        (#","source":"binance""#, "", "it contains no quote"), ("{", "[{", "it is not complete"),
        ("}", "}}", "it is not complete"),
        (#"{"version"#, #"{"version":1,"version"#, "it is not complete"),
        ("binance", "binance\u{1}", "it is not complete"),
    ])
    func retrieve_whenTheFileContainsNoQuote_throwsAndInsertReplacesIt(
        _ part: String, _ replacement: String, _ reason: String
    ) throws {
        try expectInvalid(Self.complete.replacing(part, with: replacement), because: reason)
    }

    @Test(arguments: [("", "it is empty"), ("null", "it is of another version"), ("\u{0}", "it is not complete")])
    func retrieve_whenTheFileContainsNoObject_throwsAndInsertReplacesIt(_ text: String, _ reason: String) throws {
        try expectInvalid(text, because: reason)
    }

    @Test func retrieve_whenTheFileIsTruncatedOrDoubled_throwsAndInsertReplacesIt() throws {
        for count in 1..<Self.complete.utf8.count {
            try expectInvalid(String(Self.complete.prefix(count)), because: "it is not complete")
        }
        try expectInvalid(Self.complete + Self.complete, because: "it is not complete")
    }

    @Test func retrieve_whenTheFileIsLargerThan4KiB_throws() throws {
        let spaces = String(repeating: " ", count: 4096 - Self.complete.utf8.count)
        #expect(try read(Self.complete + spaces)?.source == "binance")
        try withTemporaryFolder { directory in
            let file = File("BTC-USD.json", in: directory)
            try file.write(Self.complete + spaces + " ")
            #expect(throws: PriceStoreError("\(file.path): it is too large")) {
                try FilePriceStore(in: directory).retrieve()
            }
        }
    }

    @Test func insert_whenCurrenciesDiffer_usesSeparateFiles() throws {
        try withTemporaryFolder { directory in
            let (dollars, euros) = (FilePriceStore(in: directory), FilePriceStore(in: directory, .eur))
            try dollars.insert(.quote("1"))
            #expect(try euros.retrieve() == nil)
            try euros.insert(.quote("2", in: .eur))
            #expect(try dollars.retrieve() == .quote("1"))
            #expect(try euros.retrieve() == .quote("2", in: .eur))
            #expect(
                contents(of: directory) == ["BTC-EUR.json", "BTC-EUR.lock", "BTC-USD.json", "BTC-USD.lock"])
        }
    }

    @Test(arguments: Currency.allCases)
    func retrieve_whenTheCurrencyIsAnyOfAll_returnsTheInsertedQuote(_ currency: Currency) throws {
        try withTemporaryFolder { directory in
            try FilePriceStore(in: directory, currency).insert(.quote("7", in: currency))
            #expect(try FilePriceStore(in: directory, currency).retrieve() == .quote("7", in: currency))
        }
    }

    private func read(_ text: String) throws -> PriceQuote? {
        try withTemporaryFolder { directory in
            try File("BTC-USD.json", in: directory).write(text)
            return try FilePriceStore(in: directory).retrieve()
        }
    }

    private func expectInvalid(
        _ text: String, because reason: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try withTemporaryFolder { directory in
            let store = FilePriceStore(in: directory)
            try File("BTC-USD.json", in: directory).write(text)
            #expect(throws: PriceStoreError(reason), "\(text)", sourceLocation: sourceLocation) { try store.retrieve() }
            // There is no quote to compare with.
            try store.insert(.quote("7"), unless: { _ in true })
            #expect(try store.retrieve() == .quote("7"), sourceLocation: sourceLocation)
        }
    }
}
