import BTCPriceCore
import BTCPricePersistence
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct FilePriceStoreTests {
    private let directory = TemporaryDirectory()
    private var store: FilePriceStore { FilePriceStore(in: directory.path) }
    private var lock: File { directory.file("BTC-USD.lock") }

    @Test func update_passesTheStoredQuotesAndReplacesThem() throws {
        let quotes = [try PriceQuote.quote("1"), try .quote("2", from: "kraken")]
        for (stored, changed) in [([], quotes), (quotes, [quotes[1]])] {
            try store.update {
                #expect($0 == stored)
                return changed
            }
            // Reading changes nothing.
            for _ in 1...2 {
                let read = try store.retrieve()
                #expect(read == changed)
            }
        }
    }

    @Test func update_whenTheChangeIsNil_writesNothing() throws {
        try store.update { _ in nil }
        #expect(directory.names == ["BTC-USD.lock"])
        try store.insert(.quote("1"))
        let file = directory.file("BTC-USD.json")
        file.setModified(.now)
        try store.update { _ in nil }
        #expect(file.modified == .now)
    }

    @Test(arguments: [
        ("999999999999.99999999", 0), ("0.00000001", 1), ("68901.22999999998976", 1_761_594_999_123),
        ("1234567890123456789012345678", 253_402_300_799_999), ("10000000", 999),
    ])
    func retrieve_returnsEveryDigitOfThePriceAndTheMillisecond(_ digits: String, _ milliseconds: Int64) throws {
        let quote = try PriceQuote.quote(digits, at: Timestamp(milliseconds: milliseconds))
        try store.insert(quote)
        let stored = try store.retrieve()
        #expect(stored == [quote])
        #expect(stored.map(\.price.description) == [digits])
    }

    @Test func insert_whenCurrenciesDiffer_usesSeparateFilesAndLocks() throws {
        try lock.whileLocked {
            for currency in Currency.allCases where currency != .usd {
                try FilePriceStore(in: directory.path, currency).insert(.quote("7", in: currency))
            }
        }
        for currency in Currency.allCases {
            let stored = try FilePriceStore(in: directory.path, currency).retrieve()
            let expected = currency == .usd ? [] : [try PriceQuote.quote("7", in: currency)]
            #expect(stored == expected)
        }
        let names = Currency.allCases.flatMap { ["BTC-\($0.code).json", "BTC-\($0.code).lock"] }
        #expect(directory.names == names.filter { $0 != "BTC-USD.json" }.sorted())
    }

    /// Each source's newest quote remains, whatever the order of the writers, and no reader sees anything else than a quote.
    @Test func insertAndRetrieve_whenConcurrent_seeCompleteQuotesAndKeepTheNewestOfEachSource() throws {
        let quotes = try (1...99).map { number in
            try PriceQuote.quote(
                "\(number)", from: ["binance", "coinbase", "kraken"][number % 3],
                at: Timestamp(milliseconds: Int64(number)))
        }
        DispatchQueue.concurrentPerform(iterations: quotes.count) { index in
            #expect(throws: Never.self) {
                try store.insert(quotes[(index * 37) % quotes.count])
                let read = try store.retrieve()
                #expect(!read.isEmpty && read.allSatisfy(quotes.contains), "\(read)")
            }
        }
        let stored = try store.retrieve()
        #expect(stored == quotes.suffix(3).reversed())
    }

    @Test func update_duringTheChange_holdsTheLock() throws {
        try store.update { _ in
            #expect(!lock.canBeLocked)
            return nil
        }
        #expect(lock.canBeLocked)
        #expect(lock.mode == 0o600)
    }

    @Test func update_whenTheLockTimesOut_proceedsWithoutIt() throws {
        let quotes = [try PriceQuote.quote("1"), try .quote("2")]
        try store.insert(quotes[0])
        try lock.whileLocked {
            let start = ContinuousClock.now
            try FilePriceStore(in: directory.path, lockTimeout: .milliseconds(20)).update { stored in
                #expect(stored == [quotes[0]])
                return [quotes[1]]
            }
            #expect(ContinuousClock.now - start >= .milliseconds(20))
            // Reading needs no lock.
            let stored = try store.retrieve()
            #expect(stored == [quotes[1]])
        }
        #expect(directory.names == ["BTC-USD.json", "BTC-USD.lock"])
    }

    @Test(arguments: ["directory", "link", "fifo"])
    func update_whenTheLockFileCannotBeOpened_proceedsWithoutTheLock(_ kind: String) throws {
        let target = directory.file("target")
        switch kind {
        case "directory": try lock.makeDirectory()
        case "link": try lock.makeLink(to: target)
        default: try #require(mkfifo(lock.path, 0o600) == 0)
        }
        try FilePriceStore(in: directory.path, lockTimeout: .zero).insert(.quote("7"))
        let stored = try store.retrieve()
        #expect(stored == [try .quote("7")])
        #expect(!target.exists)
        #expect(directory.names == ["BTC-USD.json", "BTC-USD.lock"])
    }

    @Test func lockTimeout_isEvaluatedAtEachUpdate() throws {
        let evaluations = Locked(0)
        let store = FilePriceStore(directory: CacheDirectory(directory.path), currency: .usd) {
            evaluations.withLock { $0 += 1 }
            return .zero
        }
        try store.insert(.quote("1"))
        try store.insert(.quote("2"))
        #expect(evaluations.withLock { $0 } == 2)
    }
}
