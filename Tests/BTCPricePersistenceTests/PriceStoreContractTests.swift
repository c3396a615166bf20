import BTCPriceCore
import BTCPricePersistence
import Foundation
import TestSupport
import Testing

/// The contract of every store.
@Suite struct PriceStoreContractTests {
    enum Kind: CaseIterable {
        case memory, file
    }

    @Test(arguments: Kind.allCases)
    func retrieve_whenEmpty_returnsNoQuotes(_ kind: Kind) throws {
        try withStore(kind) { store throws in #expect(try store.retrieve() == []) }
    }

    @Test(arguments: Kind.allCases)
    func retrieve_whenRepeated_returnsTheSameQuotes(_ kind: Kind) throws {
        try withStore(kind) { store in
            let quotes = [try PriceQuote.quote("68901.23"), try .quote("2", from: "kraken")]
            try store.update { _ in quotes }
            for _ in 1...2 { #expect(try store.retrieve() == quotes) }
        }
    }

    @Test(arguments: Kind.allCases)
    func update_passesTheStoredQuotesAndReplacesThem(_ kind: Kind) throws {
        try withStore(kind) { store in
            let (first, second) = (try PriceQuote.quote("1"), try PriceQuote.quote("2"))
            try store.update { stored in
                #expect(stored == [])
                return [first]
            }
            try store.update { stored in
                #expect(stored == [first])
                return [second]
            }
            #expect(try store.retrieve() == [second])
        }
    }

    @Test(arguments: Kind.allCases)
    func update_whenTheChangeIsNil_keepsTheStoredQuotes(_ kind: Kind) throws {
        try withStore(kind) { store in
            let quote = try PriceQuote.quote("1")
            try store.update { _ in nil }
            #expect(try store.retrieve() == [])
            try store.update { _ in [quote] }
            try store.update { _ in nil }
            #expect(try store.retrieve() == [quote])
        }
    }

    @Test(arguments: Kind.allCases)
    func insert_whenSourcesDiffer_keepsTheQuoteOfEach(_ kind: Kind) throws {
        try withStore(kind) { store in
            let quotes = try ["kraken", "binance", "coinbase"].enumerated().map { index, source in
                try PriceQuote.quote("\(index + 1)", from: source)
            }
            for quote in quotes { try store.insert(quote) }
            #expect(Set(try store.retrieve().map(\.source)) == ["kraken", "binance", "coinbase"])
            for quote in quotes { #expect(try store.retrieve().contains(quote)) }
        }
    }

    @Test(arguments: Kind.allCases)
    func insert_whenAQuoteOfTheSourceIsStored_replacesItAlone(_ kind: Kind) throws {
        try withStore(kind) { store in
            let other = try PriceQuote.quote("9", from: "kraken", at: .now + .seconds(-60))
            try store.insert(other)
            try store.insert(.quote("1", at: .now + .seconds(-1)))
            try store.insert(.quote("2"))
            #expect(try store.retrieve() == [.quote("2"), other])
        }
    }

    @Test(arguments: Kind.allCases)
    func insert_whenANewerQuoteOfTheSourceIsStored_keepsIt(_ kind: Kind) throws {
        try withStore(kind) { store in
            try store.insert(.quote("2"))
            try store.insert(.quote("1", at: .now + .milliseconds(-1)))
            #expect(try store.retrieve() == [.quote("2")])
        }
    }

    @Test(arguments: Kind.allCases)
    func retrieve_whenQuotesWereInsertedInAnyOrder_returnsTheNewestFirst(_ kind: Kind) throws {
        try withStore(kind) { store in
            for (source, age) in [("b", 2), ("d", 4), ("a", 1), ("c", 3)] {
                try store.insert(.quote("1", from: source, at: .now + .seconds(-age)))
            }
            // From the future, and so the oldest.
            try store.insert(.quote("1", from: "f", at: .now + .seconds(1)))
            try store.insert(.quote("1", from: "e", at: .now + .seconds(-5)))
            #expect(try store.retrieve().map(\.source) == ["a", "b", "c", "d", "e", "f"])
        }
    }

    @Test(arguments: Kind.allCases)
    func insert_whenTheCurrenciesDiffer_keepsBoth(_ kind: Kind) throws {
        try withStores(kind, [.usd, .eur]) { stores in
            try stores[0].insert(.quote("1"))
            #expect(try stores[1].retrieve() == [])
            try stores[1].insert(.quote("2", in: .eur))
            #expect(try stores[0].retrieve() == [.quote("1")])
            #expect(try stores[1].retrieve() == [.quote("2", in: .eur)])
        }
    }

    @Test(
        arguments: Kind.allCases,
        [
            "999999999999.99999999", "0.00000001", "68901.22999999998976", "1", "1234567890123456789012345678",
            "10000000",
        ])
    func retrieve_returnsEveryDigitOfThePrice(_ kind: Kind, _ digits: String) throws {
        try withStore(kind) { store in
            try store.insert(.quote(digits))
            #expect(try store.retrieve().map(\.price.description) == [digits])
        }
    }

    @Test(arguments: Kind.allCases, [0, 1, 1_761_594_999_123, 253_402_300_799_999])
    func retrieve_returnsTheTimestampToTheMillisecond(_ kind: Kind, _ milliseconds: Int64) throws {
        try withStore(kind) { store in
            try store.insert(.quote("1", at: Timestamp(milliseconds: milliseconds)))
            #expect(try store.retrieve().map(\.timestamp.milliseconds) == [milliseconds])
        }
    }

    @Test(arguments: Kind.allCases)
    func retrieve_whenTheDataCannotBeRead_throwsUntilItIsReplaced(_ kind: Kind) throws {
        try withUnreadableStore(kind) { store in
            #expect(throws: StoreError.self) { try store.retrieve() }
            try store.update { stored in
                #expect(stored == [])
                return nil
            }
            #expect(throws: StoreError.self) { try store.retrieve() }
            try store.insert(.quote("7"))
            #expect(try store.retrieve() == [.quote("7")])
        }
    }

    /// Each source's newest quote remains, whatever the order of the writers, and no reader sees anything else than a quote.
    @Test(.timeLimit(.minutes(1)), arguments: Kind.allCases)
    func insertAndRetrieve_whenConcurrent_seeCompleteQuotesAndKeepTheNewestOfEachSource(_ kind: Kind) throws {
        let sources = ["binance", "coinbase", "kraken"]
        let quotes = try (1...99).map { number in
            try PriceQuote.quote(
                "\(number)", from: sources[number % 3], at: Timestamp(milliseconds: Int64(number)))
        }
        try withStore(kind) { store throws in
            let seen = Locked<[[PriceQuote]]>([])
            let failures = Locked<[any Error]>([])
            DispatchQueue.concurrentPerform(iterations: quotes.count) { index in
                do {
                    try store.insert(quotes[(index * 37) % quotes.count])
                    let read = try store.retrieve()
                    seen.withLock { $0.append(read) }
                } catch {
                    failures.withLock { $0.append(error) }
                }
            }
            #expect(failures.withLock(\.isEmpty))
            #expect(seen.withLock { $0.allSatisfy { !$0.isEmpty && $0.allSatisfy(quotes.contains) } })
            #expect(try store.retrieve() == quotes.suffix(3).reversed())
        }
    }

    private func withStore(_ kind: Kind, _ body: (any PriceStore) throws -> Void) throws {
        try withStores(kind, [.usd]) { try body($0[0]) }
    }

    private func withStores(
        _ kind: Kind, _ currencies: [Currency], _ body: ([any PriceStore]) throws -> Void
    ) throws {
        switch kind {
        case .memory: try body(currencies.map { _ in InMemoryPriceStore() })
        case .file:
            try withTemporaryFolder { directory in
                try body(currencies.map { FilePriceStore(in: "\(directory)/a/btcq", $0) })
            }
        }
    }

    private func withUnreadableStore(_ kind: Kind, _ body: (any PriceStore) throws -> Void) throws {
        switch kind {
        case .memory: try body(InMemoryPriceStore(unreadable: .unusable(path: "/", .incomplete)))
        case .file:
            try withTemporaryFolder { directory in
                try File("BTC-USD.json", in: directory).write("garbage\u{0}\u{1b}[2J")
                try body(FilePriceStore(in: directory))
            }
        }
    }
}
