import BTCPriceCore
import BTCPricePersistence
import Foundation
import TestSupport
import Testing

/// The format of `BTC-USD.json` and its like.
@Suite struct CacheFileTests {
    private static let binance =
        #"{"price":"68901.23","pair":"BTCUSDT","timestamp":"2025-10-27T19:56:39.123Z","source":"binance"}"#
    private static let complete = file(binance)

    private static func file(_ quotes: String...) -> String {
        #"{"version":2,"currency":"USD","quotes":[\#(quotes.joined(separator: ","))]}"#
    }

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
            #expect(try FilePriceStore(in: directory).retrieve() == [quote])
        }
    }

    @Test func insert_whenAnotherSourceIsStored_writesBothWithTheNewestFirst() throws {
        try withTemporaryFolder { directory in
            let store = FilePriceStore(in: directory)
            try store.insert(.quote("1", from: "kraken", at: .now + .milliseconds(-1000)))
            try store.insert(.quote("2", from: "coinbase"))
            let expected = Self.file(
                #"{"price":"2","pair":"BTCUSD","timestamp":"2025-10-27T19:56:39.123Z","source":"coinbase"}"#,
                #"{"price":"1","pair":"BTCUSD","timestamp":"2025-10-27T19:56:38.123Z","source":"kraken"}"#)
            #expect(File("BTC-USD.json", in: directory).text == expected + "\n")
        }
    }

    @Test func retrieve_whenThereAreSeveralQuotes_returnsThemInTheOrderOfTheFile() throws {
        let text = Self.file(
            Self.binance, Self.binance.replacing("binance", with: "kraken"),
            Self.binance.replacing("binance", with: "coinbase"))
        #expect(try read(text).map(\.source) == ["binance", "kraken", "coinbase"])
    }

    @Test(arguments: ["a", "z", "kraken", "exchange2", String(repeating: "b", count: 32)])
    func retrieve_whenTheSourceNameIsValid_returnsIt(_ source: String) throws {
        let text = Self.complete.replacing("binance", with: source)
        #expect(try read(text).map(\.source) == [source])
    }

    @Test func retrieve_whenThereAreUnknownMembersAndOtherSpacing_ignoresThem() throws {
        let text = "\n" + Self.complete.replacing("}", with: #", "more" : [ 1 ] } "#)
        #expect(try read(text).map(\.source) == ["binance"])
    }

    /// `[A-Z0-9/_-]{1,20}`
    @Test(arguments: ["A", "BTCUSDT", "BTC/USD", "BTC-USD", "BTC_JPY", "ABCDEFGHIJ0123456789"])
    func retrieve_whenThePairIsValid_returnsIt(_ pair: String) throws {
        #expect(try read(Self.complete.replacing("BTCUSDT", with: pair)).map(\.pair) == [pair])
    }

    @Test func retrieve_whenThePairContainsAByte_returnsItOnlyIfItIsValid() throws {
        let valid = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/_-".utf8)
        let parts = Self.complete.split(separator: "BTCUSDT").map { Array($0.utf8) }
        for byte in UInt8.min...UInt8.max {
            for pair in [[byte], Array("BTC".utf8) + [byte] + Array("USD".utf8)] {
                let bytes = parts[0] + pair + parts[1]
                if valid.contains(byte) {
                    #expect(try read(bytes).map(\.pair) == [String(decoding: pair, as: UTF8.self)])
                } else {
                    #expect(throws: StoreError.self, "byte \(byte)") { try read(bytes) }
                }
            }
        }
    }

    @Test(
        arguments: [
            (#""version":2"#, #""version":1"#, .anotherVersion), (#""version":2"#, #""version":3"#, .anotherVersion),
            (#""version":2"#, #""version":"2""#, .anotherVersion),
            (#""version":2"#, #""version":2.0"#, .anotherVersion),
            (#""version":2,"#, "", .anotherVersion),
            ("USD\"", "EUR\"", .anotherCurrency), ("USD\"", "usd\"", .anotherCurrency),
            (#""currency":"USD","#, "", .anotherCurrency), ("68901.23", "-1", .noQuote), ("68901.23", "0", .noQuote),
            (#""68901.23""#, "68901.23", .noQuote), ("68901.23", "1e5", .noQuote),
            ("68901.23", #"\u001b[31m1"#, .noQuote), (#""price":"68901.23","#, "", .noQuote),
            ("BTCUSDT", "", .noQuote), ("BTCUSDT", "btcusdt", .noQuote), ("BTCUSDT", "BTC\u{c4}", .noQuote),
            ("BTCUSDT", #"B\u001b[2J"#, .noQuote), ("BTCUSDT", "ABCDEFGHIJ01234567890", .noQuote),
            (#""pair":"BTCUSDT","#, "", .noQuote),
            ("T19", " 19", .noQuote), ("2025-10-27", "2025-13-27", .noQuote), ("39.123Z", "39Z", .noQuote),
            ("39.123Z", "39.1234Z", .noQuote), ("39.123Z", "39.12Z", .noQuote),
            (#""timestamp":"2025-10-27T19:56:39.123Z","#, "", .noQuote),
            ("binance", "Binance", .noQuote), ("binance", #"b\u001b[2J"#, .noQuote), ("binance", "", .noQuote),
            ("binance", "bin-ance", .noQuote), ("binance", "bin`ance", .noQuote), ("binance", "bin{ance", .noQuote),
            ("binance", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", .noQuote), (#","source":"binance""#, "", .noQuote),
            ("[", "[[", .incomplete), ("]}", "}", .incomplete), ("]}", "]}}", .incomplete),
            (#"{"version"#, #"{"version":2,"version"#, .incomplete), ("binance", "binance\u{1}", .incomplete),
            // An invalid quote beside a valid one.
            ("[{", #"[{},{"#, .noQuote), ("}]", "},null]", .noQuote), (binance, "", .noQuote),
            ("[\(binance)]", binance, .noQuote), ("[\(binance)]", "null", .noQuote),
            (#","quotes""#, #","quote""#, .noQuote),
        ] as [(String, String, StoreError.Reason)])
    func retrieve_whenTheFileIsInvalid_throwsAndInsertReplacesIt(
        _ part: String, _ replacement: String, _ reason: StoreError.Reason
    ) throws {
        let text = Self.complete.replacing(part, with: replacement)
        try #require(text != Self.complete)
        try expectInvalid(text, because: reason)
    }

    @Test(
        arguments: [("", .empty), ("null", .anotherVersion), ("[]", .anotherVersion), ("\u{0}", .incomplete)]
            as [(String, StoreError.Reason)])
    func retrieve_whenTheFileContainsNoObject_throwsAndInsertReplacesIt(
        _ text: String, _ reason: StoreError.Reason
    ) throws {
        try expectInvalid(text, because: reason)
    }

    /// A file of 1.1.0.
    @Test func retrieve_whenTheFileIsOfVersion1_throwsAndInsertReplacesIt() throws {
        let text =
            #"{"version":1,"price":"68901.23","currency":"USD","pair":"BTCUSDT","#
            + #""timestamp":"2025-10-27T19:56:39.123Z","source":"binance"}"#
        try expectInvalid(text, because: .anotherVersion)
    }

    @Test func retrieve_whenTheFileIsTruncatedOrDoubled_throwsAndInsertReplacesIt() throws {
        let text = Self.file(Self.binance, Self.binance.replacing("binance", with: "kraken"))
        for count in 1..<text.utf8.count { try expectInvalid(String(text.prefix(count)), because: .incomplete) }
        try expectInvalid(text + text, because: .incomplete)
    }

    @Test func retrieve_whenTheFileIsLargerThan4KiB_throws() throws {
        let spaces = String(repeating: " ", count: 4096 - Self.complete.utf8.count)
        #expect(try read(Self.complete + spaces).map(\.source) == ["binance"])
        try expectInvalid(Self.complete + spaces + " ", because: .tooLarge)
    }

    /// The longest prices, pairs and names.
    @Test func insert_whenThereAreManySources_neverWritesMoreThan4KiB() throws {
        try withTemporaryFolder { directory in
            let digits = String(repeating: "9", count: 28) + String(repeating: "0", count: 127)
            let price = try #require(Price(digits.utf8))
            for number in 1...20 {
                let name = "\(number)" + String(repeating: "s", count: 30)
                let quote = PriceQuote(
                    price: price, currency: .usd, pair: "ABCDEFGHIJ0123456789", timestamp: .now + .seconds(number),
                    source: name)
                try FilePriceStore(in: directory).insert(quote, now: .now + .seconds(60))
                #expect(try #require(File("BTC-USD.json", in: directory).size) <= 4096)
                #expect(try FilePriceStore(in: directory).retrieve().first == quote)
            }
        }
    }

    @Test func insert_whenCurrenciesDiffer_usesSeparateFiles() throws {
        try withTemporaryFolder { directory in
            for currency in Currency.allCases {
                try FilePriceStore(in: directory, currency).insert(.quote("7", in: currency))
                #expect(try FilePriceStore(in: directory, currency).retrieve() == [.quote("7", in: currency)])
            }
            let names = Currency.allCases.flatMap { ["BTC-\($0.code).json", "BTC-\($0.code).lock"] }
            #expect(contents(of: directory) == names.sorted())
        }
    }

    private func read(_ text: String) throws -> [PriceQuote] { try read(Array(text.utf8)) }

    private func read(_ bytes: [UInt8]) throws -> [PriceQuote] {
        try withTemporaryFolder { directory in
            try File("BTC-USD.json", in: directory).write(bytes)
            return try FilePriceStore(in: directory).retrieve()
        }
    }

    private func expectInvalid(
        _ text: String, because reason: StoreError.Reason, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try withTemporaryFolder { directory in
            let store = FilePriceStore(in: directory)
            let file = File("BTC-USD.json", in: directory)
            try file.write(text)
            #expect(throws: StoreError.unusable(path: file.path, reason), "\(text)", sourceLocation: sourceLocation) {
                try store.retrieve()
            }
            // There is no quote to compare with.
            try store.insert(.quote("7", at: Timestamp(milliseconds: 0)))
            #expect(
                try store.retrieve() == [.quote("7", at: Timestamp(milliseconds: 0))], sourceLocation: sourceLocation)
        }
    }
}
