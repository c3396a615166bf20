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
    func retrieve_whenEmpty_returnsNil(_ kind: Kind) throws {
        try withStore(kind) { store throws in #expect(try store.retrieve() == nil) }
    }

    @Test(arguments: Kind.allCases)
    func retrieve_whenRepeated_returnsTheInsertedQuote(_ kind: Kind) throws {
        try withStore(kind) { store in
            try store.insert(.quote("68901.23"), unless: { _ in true })
            #expect(try store.retrieve() == .quote("68901.23"))
            #expect(try store.retrieve() == .quote("68901.23"))
        }
    }

    @Test(arguments: Kind.allCases)
    func insert_whenAQuoteIsStored_replacesItUnlessItShouldBeKept(_ kind: Kind) throws {
        try withStore(kind) { store in
            let (first, second, third) = (
                try PriceQuote.quote("1"), try PriceQuote.quote("2"), try PriceQuote.quote("3")
            )
            try store.insert(first, unless: { _ in false })
            try store.insert(second, unless: { stored in stored != first })
            #expect(try store.retrieve() == second)
            try store.insert(third, unless: { stored in stored == second })
            #expect(try store.retrieve() == second)
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
            try store.insert(.quote(digits), unless: { _ in false })
            #expect(try store.retrieve()?.price.description == digits)
        }
    }

    @Test(arguments: Kind.allCases, [0, 1, 1_761_594_999_123, 253_402_300_799_999])
    func retrieve_returnsTheTimestampToTheMillisecond(_ kind: Kind, _ milliseconds: Int64) throws {
        try withStore(kind) { store in
            try store.insert(.quote("1", at: Timestamp(milliseconds: milliseconds)), unless: { _ in false })
            #expect(try store.retrieve()?.timestamp.milliseconds == milliseconds)
        }
    }

    /// Each writer keeps a later quote, so the latest one remains.
    @Test(.timeLimit(.minutes(1)), arguments: Kind.allCases)
    func insertAndRetrieve_whenConcurrent_seeCompleteQuotesAndKeepTheLatest(_ kind: Kind) throws {
        let quotes = try (1...100).map { try PriceQuote.quote("\($0)", at: Timestamp(milliseconds: $0)) }
        try withStore(kind) { store throws in
            let seen = Locked<[PriceQuote?]>([])
            let failures = Locked<[any Error]>([])
            DispatchQueue.concurrentPerform(iterations: quotes.count) { index in
                do {
                    let quote = quotes[(index * 37) % quotes.count]
                    try store.insert(quote, unless: { $0.timestamp > quote.timestamp })
                    let read = try store.retrieve()
                    seen.withLock { $0.append(read) }
                } catch {
                    failures.withLock { $0.append(error) }
                }
            }
            #expect(failures.withLock(\.isEmpty))
            #expect(seen.withLock { $0.allSatisfy { quote in quotes.contains { $0 == quote } } })
            #expect(try store.retrieve() == quotes.last)
        }
    }

    private func withStore(_ kind: Kind, _ body: (any PriceStore) throws -> Void) throws {
        switch kind {
        case .memory: try body(InMemoryPriceStore())
        case .file: try withTemporaryFolder { try body(FilePriceStore(in: "\($0)/a/btcq")) }
        }
    }
}
