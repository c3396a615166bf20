import BTCPricePersistence
import Foundation
import SampleValues
import TestSupport
import Testing

@testable import BTCPriceCore

/// The format of `BTC-USD.5` and its like.
@Suite(.timeLimit(.minutes(5))) struct FilePriceStoreTests {
    private static let binance = "binance BTCUSDT USD 68901.23 1761594999123 2.31\n"
    private static let kraken = "kraken XBTUSD USD 68901.23 1761594999123 -\n"

    private let directory = TemporaryDirectory()
    private var store: FilePriceStore { FilePriceStore(in: directory.path) }
    private var file: File { directory.file("BTC-USD.5") }

    @Test func insert_writesALineForEachQuote() throws {
        try store.insert(.sample("68901.230", change: "2.31"))
        try store.insert(.sample("68901.230", pair: "XBTUSD", from: "kraken"))
        #expect(file.text == Self.kraken + Self.binance)
        try FilePriceStore(in: directory.path, .eur).update { stored in
            #expect(stored == [])
            return [.sample(in: .eur)]
        }
        #expect(directory.names == ["BTC-EUR.5", "BTC-EUR.5.lock", "BTC-USD.5", "BTC-USD.5.lock"])
        #expect(store.retrieve().quotes.map(\.sourceName) == ["kraken", "binance"])
    }

    /// What is damaged in a line, and what is in its place.
    private static let damages: [(part: String, replacements: [String])] = [
        ("binance", ["", "Binance", "b\u{1b}[2J", String(repeating: "b", count: 33)]),
        ("BTCUSDT", ["", "btcusdt", "B\u{1b}[2J", String(repeating: "B", count: 21)]),
        ("USD ", ["EUR ", "usd ", ""]),
        ("68901.23", ["-1", "0", "1e5", "68901.230", "068901.23", "1,5", ""]),
        ("1761594999123", ["-1", "1761594999123.5", "01761594999123", "1234567890123456789", ""]),
        ("2.31", ["2.3", "+2.31", "x", "9900.01", ""]),
        (" 2.31\n", ["\n", " 2.31 \n", " 2.31 1\n", " 2.31\r\n"]), (" ", ["  ", "\t"]),
        ("binance", [" binance", "\u{0}binance"]), (binance, ["\n", "{}\n"]),
    ]

    @Test(arguments: damages)
    func line_whenDamaged_isLostAloneAndReportedUntilTheNextQuote(_ part: String, _ replacements: [String]) throws {
        for replacement in replacements {
            let line = Self.binance.replacing(part, with: replacement)
            try #require(line != Self.binance)
            try file.write(line + Self.kraken)
            #expect(store.retrieve().quotes == [.sample(pair: "XBTUSD", from: "kraken")], "\(line)")
            #expect(store.retrieve().error?.concerns(file) == true, "\(line)")
            try file.write(line)
            #expect(store.retrieve().quotes == [] && store.retrieve().error != nil, "\(line)")
            // Of whatever age: there is no quote to compare with.
            let quote = PriceQuote.sample("7", at: Timestamp(milliseconds: 0))
            try store.insert(quote)
            #expect(store.retrieve() == ([quote], nil), "\(line)")
        }
    }

    @Test func file_whenCutShort_losesItsLastLine() throws {
        let text = Self.kraken + Self.binance
        for count in 0..<text.utf8.count {
            try file.write(String(text.prefix(count)))
            let (quotes, error) = store.retrieve()
            #expect(quotes.count == (count < Self.kraken.utf8.count ? 0 : 1), "\(count) bytes")
            #expect((error == nil) == (count == Self.kraken.utf8.count), "\(count) bytes")
        }
    }

    @Test(arguments: ["BTC-USD.json", "BTC-USD.4.json", "BTC-USD.6"])
    func fileOfAnotherVersion_isNeitherReadNorChanged(_ name: String) throws {
        let other = directory.file(name)
        try other.write(Self.binance)
        #expect(store.retrieve() == ([], nil))
        try store.insert(.sample("7"))
        #expect(store.retrieve().quotes == [.sample("7")] && other.text == Self.binance)
    }

    @Test func retrieve_whenTheFileIsLargerThan4KiB_isAnError() throws {
        let lines = String(repeating: "x\n", count: (4096 - Self.binance.utf8.count) / 2)
        try file.write(Self.binance + lines)
        #expect(store.retrieve().quotes.count == 1)
        try file.write(Self.binance + lines + "xx\n")
        #expect(store.retrieve().quotes == [] && store.retrieve().error?.concerns(file) == true)
    }

    /// The longest prices, pairs and names.
    @Test func insert_whenThereAreManySources_neverWritesMoreThan4KiB() throws {
        let digits = String(repeating: "9", count: 28) + String(repeating: "0", count: 127)
        for number in 1...20 {
            let quote = PriceQuote.sample(
                digits, change: "-99.00", pair: "ABCDEFGHIJ0123456789",
                from: "\(number)" + String(repeating: "s", count: 30), at: .now + .seconds(number))
            try store.insert(quote, now: .now + .seconds(60))
            #expect(try #require(file.text).utf8.count <= 4096)
            #expect(store.retrieve().quotes.first == quote)
        }
    }

    @Test func update_duringTheChange_holdsTheLock() throws {
        let lock = directory.file("BTC-USD.5.lock")
        try store.update { _ in
            #expect(lock.isLocked)
            return nil
        }
        // Throws unless it has been released.
        try lock.whileLocked {}
    }

    @Test func quotes_ofRunsThatWriteAndReadAtOnce_areTheNewestOfEachSource() throws {
        let quotes = (1...99).map { number in
            PriceQuote.sample(
                "\(number)", from: ["binance", "coinbase", "kraken"][number % 3],
                at: Timestamp(milliseconds: Int64(number)))
        }
        let errors = onThreads(quotes.count) { [store] number in
            // The time is asked for during the update, which takes longer in this way.
            let persist = PersistLastValidPrice(store: store) {
                usleep(200)
                return .now
            }
            try persist.execute(quotes[(number * 37) % quotes.count])
            let (read, error) = store.retrieve()
            try #require(error == nil && !read.isEmpty && read.allSatisfy(quotes.contains), "\(read)")
        }
        #expect(errors.isEmpty, "\(errors)")
        #expect(store.retrieve().quotes == quotes.suffix(3).reversed())
    }
}
