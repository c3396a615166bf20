import BTCPriceCore
import BTCPricePersistence
import Foundation
import Testing

/// What every store promises.
@Suite struct PriceStoreContractTests {
    enum Kind: CaseIterable {
        case memory, file
    }

    @Test(arguments: Kind.allCases)
    func emptyStore_deliversNothing(_ kind: Kind) throws {
        try withStore(kind) { store in
            let quote = try store.retrieve()
            #expect(quote == nil)
        }
    }

    @Test(arguments: Kind.allCases)
    func insertedQuote_isDeliveredAgainAndAgain(_ kind: Kind) throws {
        try withStore(kind) { store in
            try store.insert(.quote("68901.23"), unless: { _ in false })
            #expect(try store.retrieve() == .quote("68901.23"))
            #expect(try store.retrieve() == .quote("68901.23"))
        }
    }

    @Test(arguments: Kind.allCases)
    func secondQuote_overwritesTheFirstUnlessThatIsToStay(_ kind: Kind) throws {
        try withStore(kind) { store in
            try store.insert(.quote("1"), unless: { _ in false })
            try store.insert(.quote("2"), unless: { kept in kept != .quote("1") })
            #expect(try store.retrieve() == .quote("2"))
            try store.insert(.quote("3"), unless: { kept in kept == .quote("2") })
            #expect(try store.retrieve() == .quote("2"))
        }
    }

    @Test(arguments: Kind.allCases, ["999999999999.99999999", "0.00000001", "68901.22999999998976", "1"])
    func digits_areKept(_ kind: Kind, _ digits: String) throws {
        try withStore(kind) { store in
            try store.insert(.quote(digits), unless: { _ in false })
            #expect(try store.retrieve() == .quote(digits))
        }
    }

    @Test(arguments: Kind.allCases, [0, 1, 1_761_594_999_123, 253_402_300_799_999])
    func time_isKeptToTheMillisecond(_ kind: Kind, _ milliseconds: Int64) throws {
        try withStore(kind) { store in
            try store.insert(.quote("1", at: milliseconds), unless: { _ in false })
            #expect(try store.retrieve()?.timestamp.millisecondsSince1970 == milliseconds)
        }
    }

    @Test(arguments: Kind.allCases)
    func readsAndWritesAtOnce_seeWholeQuotes(_ kind: Kind) throws {
        let quotes = (1...200).map { PriceQuote.quote("\($0)", at: Int64($0)) }
        try withStore(kind) { store in
            DispatchQueue.concurrentPerform(iterations: quotes.count) { index in
                let quote = quotes[index]
                let seen = Result {
                    try store.insert(quote, unless: { $0.timestamp > quote.timestamp })
                    return try store.retrieve()
                }
                #expect(throws: Never.self) { try quotes.contains(#require(try seen.get())) }
            }
            let last = try store.retrieve()
            #expect(last == quotes.last)
        }
    }

    @Test func twoCurrencies_areApart() throws {
        try withTemporaryFolder { folder in
            let (dollars, euros) = (
                FilePriceStore(folder: folder, currency: .usd), FilePriceStore(folder: folder, currency: .eur)
            )
            try dollars.insert(.quote("1"), unless: { _ in false })
            #expect(try euros.retrieve() == nil)
            try euros.insert(.quote("2", in: .eur), unless: { _ in false })
            #expect(try dollars.retrieve() == .quote("1"))
            #expect(try euros.retrieve() == .quote("2", in: .eur))
        }
    }

    private func withStore(_ kind: Kind, _ body: (any PriceStore) throws -> Void) throws {
        switch kind {
        case .memory: try body(InMemoryPriceStore())
        case .file:
            try withTemporaryFolder {
                try body(FilePriceStore(folder: "\($0)/a/btcq", currency: .usd, patience: .seconds(30)))
            }
        }
    }
}
