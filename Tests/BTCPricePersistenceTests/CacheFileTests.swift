import BTCPriceCore
import BTCPricePersistence
import Foundation
import TestSupport
import Testing

@Suite struct CacheFileTests {
    private static let whole =
        #"{"version":1,"price":"68901.23","currency":"USD","pair":"BTCUSDT","#
        + #""timestamp":"2025-10-27T19:56:39.123Z","source":"binance"}"#

    @Test func file_isAsTheContractSpellsItAndNobodyElsesToRead() throws {
        try withTemporaryFolder { folder in
            let quote = PriceQuote(
                price: try #require(Price("68901.230".utf8)), currency: .usd, pair: "BTCUSDT", timestamp: .now,
                source: "binance")
            try FilePriceStore(in: folder).insert(quote)
            let file = File("BTC-USD.json", in: folder)
            #expect(file.text == Self.whole + "\n")
            #expect(file.mode == 0o600)
            #expect(contents(of: folder) == ["BTC-USD.json", "BTC-USD.lock"])
            #expect(try FilePriceStore(in: folder).retrieve() == quote)
        }
    }

    @Test(arguments: ["BTCUSDT", "BTC/USD", "BTC-USD", "XBTUSD", "A", "Z", "0", "ABCDEFGHIJ0123456789"])
    func pair_isKept(_ pair: String) throws {
        let text = Self.whole.replacing("BTCUSDT", with: pair)
        #expect(try read(text)?.pair == pair)
    }

    @Test(arguments: ["a", "z", "kraken", "exchange2", String(repeating: "b", count: 32)])
    func source_isKept(_ source: String) throws {
        let text = Self.whole.replacing("binance", with: source)
        #expect(try read(text)?.source == source)
    }

    @Test func unknownMembersAndOtherSpacing_areTaken() throws {
        let text = "\n" + Self.whole.replacing("}", with: #", "more" : [ 1 ] } "#)
        #expect(try read(text)?.source == "binance")
    }

    @Test(arguments: [
        (#""version":1"#, #""version":2"#, "it is of another version"),
        (#""version":1"#, #""version":"1""#, "it is of another version"),
        (#""version":1"#, #""version":1.0"#, "it is of another version"),
        (#""version":1,"#, "", "it is of another version"),
        ("USD\"", "EUR\"", "it is in another currency"), ("USD\"", "usd\"", "it is in another currency"),
        (#""currency":"USD","#, "", "it is in another currency"), ("68901.23", "-1", "it holds no quote"),
        ("68901.23", "0", "it holds no quote"), (#""68901.23""#, "68901.23", "it holds no quote"),
        ("68901.23", "1e5", "it holds no quote"), ("68901.23", #"\u001b[31m1"#, "it holds no quote"),
        ("BTCUSDT", "", "it holds no quote"), ("BTCUSDT", "btcusdt", "it holds no quote"),
        ("BTCUSDT", "BTC USD", "it holds no quote"), ("BTCUSDT", #"B\u001b[2J"#, "it holds no quote"),
        ("BTCUSDT", "BTC\u{c4}", "it holds no quote"), ("BTCUSDT", "BTC_USD", "it holds no quote"),
        ("BTCUSDT", "BTC@USD", "it holds no quote"), ("BTCUSDT", "BTC[USD", "it holds no quote"),
        ("BTCUSDT", "BTC.USD", "it holds no quote"), ("binance", "bin`ance", "it holds no quote"),
        ("binance", "bin{ance", "it holds no quote"),
        ("BTCUSDT", "ABCDEFGHIJ01234567890", "it holds no quote"), (#""pair":"BTCUSDT","#, "", "it holds no quote"),
        ("T19", " 19", "it holds no quote"), ("2025-10-27", "2025-13-27", "it holds no quote"),
        ("39.123Z", "39Z", "it holds no quote"), ("39.123Z", "39.1234Z", "it holds no quote"),
        ("39.123Z", "39.12Z", "it holds no quote"),
        (#","timestamp":"2025-10-27T19:56:39.123Z""#, "", "it holds no quote"),
        ("binance", "Binance", "it holds no quote"), ("binance", #"b\u001b[2J"#, "it holds no quote"),
        ("binance", "", "it holds no quote"), ("binance", "bin-ance", "it holds no quote"),
        ("binance", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "it holds no quote"),
        (#","source":"binance""#, "", "it holds no quote"), ("{", "[{", "it is not whole"),
        ("}", "}}", "it is not whole"),
        (#"{"version"#, #"{"version":1,"version"#, "it is not whole"), ("binance", "binance\u{1}", "it is not whole"),
    ])
    func fileThatHoldsNoQuote_isToldAndReplaced(_ part: String, _ replacement: String, _ reason: String) throws {
        try expectRefused(Self.whole.replacing(part, with: replacement), because: reason)
    }

    @Test(arguments: [("", "it is empty"), ("null", "it is of another version"), ("\u{0}", "it is not whole")])
    func fileThatHoldsNoObject_isToldAndReplaced(_ text: String, _ reason: String) throws {
        try expectRefused(text, because: reason)
    }

    @Test func tornFile_isToldAndReplaced() throws {
        for count in 1..<Self.whole.utf8.count {
            try expectRefused(String(Self.whole.prefix(count)), because: "it is not whole")
        }
        try expectRefused(Self.whole + Self.whole, because: "it is not whole")
    }

    @Test func largeFile_isNotRead() throws {
        let spaces = String(repeating: " ", count: 4096 - Self.whole.utf8.count)
        #expect(try read(Self.whole + spaces)?.source == "binance")
        try withTemporaryFolder { folder in
            let file = File("BTC-USD.json", in: folder)
            try file.write(Self.whole + spaces + " ")
            #expect(throws: PriceStoreError("\(file.path): it is too large")) {
                try FilePriceStore(in: folder).retrieve()
            }
        }
    }

    @Test func twoCurrencies_areApart() throws {
        try withTemporaryFolder { folder in
            let (dollars, euros) = (FilePriceStore(in: folder), FilePriceStore(in: folder, .eur))
            try dollars.insert(.quote("1"))
            #expect(try euros.retrieve() == nil)
            try euros.insert(.quote("2", in: .eur))
            #expect(try dollars.retrieve() == .quote("1"))
            #expect(try euros.retrieve() == .quote("2", in: .eur))
            #expect(
                contents(of: folder) == ["BTC-EUR.json", "BTC-EUR.lock", "BTC-USD.json", "BTC-USD.lock"])
        }
    }

    @Test(arguments: Currency.allCases)
    func quoteInAnyCurrency_isKept(_ currency: Currency) throws {
        try withTemporaryFolder { folder in
            try FilePriceStore(in: folder, currency).insert(.quote("7", in: currency))
            #expect(try FilePriceStore(in: folder, currency).retrieve() == .quote("7", in: currency))
        }
    }

    private func read(_ text: String) throws -> PriceQuote? {
        try withTemporaryFolder { folder in
            try File("BTC-USD.json", in: folder).write(text)
            return try FilePriceStore(in: folder).retrieve()
        }
    }

    private func expectRefused(
        _ text: String, because reason: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try withTemporaryFolder { folder in
            let store = FilePriceStore(in: folder)
            try File("BTC-USD.json", in: folder).write(text)
            #expect(throws: PriceStoreError(reason), "\(text)", sourceLocation: sourceLocation) { try store.retrieve() }
            // There is nothing to compare with.
            try store.insert(.quote("7"), unless: { _ in true })
            #expect(try store.retrieve() == .quote("7"), sourceLocation: sourceLocation)
        }
    }
}
