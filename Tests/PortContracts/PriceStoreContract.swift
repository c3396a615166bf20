package import BTCPriceCore
import Foundation
import SampleValues
import TestSupport
import Testing

package enum PriceStoreContract {
    /// Makes the store of a currency. It is called once for each.
    package typealias Stores = (Currency) -> any PriceStore

    package static let rules: [ContractRule<Stores>] = [
        ContractRule("update passes the stored quotes, at first none, to one call of its closure, and replaces them") {
            let store = $0(.usd)
            let nothing = try store.retrieve()
            #expect(nothing == [])
            let (first, second) = (PriceQuote.sample("1"), PriceQuote.sample("2", from: "kraken"))
            for (stored, changed) in [([], [first, second]), ([first, second], [second]), ([second], [first])] {
                var passed: [[PriceQuote]] = []
                try store.update {
                    passed.append($0)
                    return changed
                }
                #expect(passed == [stored])
                // Reading changes nothing.
                for _ in 1...2 {
                    let read = try store.retrieve()
                    #expect(read == changed)
                }
            }
        },
        ContractRule("update keeps what is stored if its closure returns nil") { stores in
            let store = stores(.usd)
            for quotes in [[], [PriceQuote.sample("1")]] {
                if !quotes.isEmpty { try store.update { _ in quotes } }
                try store.update { _ in nil }
                let stored = try store.retrieve()
                #expect(stored == quotes)
            }
        },
        ContractRule("retrieve returns every digit of the prices, and the millisecond") { stores in
            let store = stores(.usd)
            let values: [(price: String, before: String?, milliseconds: Int64)] = [
                ("999999999999.99999999", "0.00000001", 0), ("0.00000001", "999999999999.99999999", 1),
                ("68901.22999999998976", nil, 1_761_594_999_123),
                ("1234567890123456789012345678", nil, 253_402_300_799_999), ("10000000", "10000000", 999),
            ]
            for value in values {
                let quote = PriceQuote.sample(
                    value.price, before: value.before, at: Timestamp(milliseconds: value.milliseconds))
                try store.update { _ in [quote] }
                let stored = try store.retrieve()
                #expect(stored == [quote])
                #expect(stored.map(\.price.description) == [value.price])
            }
        },
        ContractRule("the quotes of two currencies are apart") { stores in
            let (dollars, euros) = (stores(.usd), stores(.eur))
            let (dollarQuotes, euroQuotes) = ([PriceQuote.sample("1")], [PriceQuote.sample("2", in: .eur)])
            try dollars.update { _ in dollarQuotes }
            try euros.update { stored in
                #expect(stored == [])
                return euroQuotes
            }
            let stored = [try dollars.retrieve(), try euros.retrieve()]
            #expect(stored == [dollarQuotes, euroQuotes])
        },
    ]

    /// For a store that threads share.
    package static let concurrencyRules: [ContractRule<Stores>] = [
        ContractRule("of runs that write and read at once, the newest quote of each source remains") { stores in
            let store = stores(.usd)
            let quotes = (1...99).map { number in
                PriceQuote.sample(
                    "\(number)", from: ["binance", "coinbase", "kraken"][number % 3],
                    at: Timestamp(milliseconds: Int64(number)))
            }
            let errors = onThreads(quotes.count) { number in
                // The time is asked for during the update, which takes longer in this way.
                let persist = PersistLastValidPrice(store: store) {
                    usleep(200)
                    return .now
                }
                try persist.execute(quotes[(number * 37) % quotes.count])
                let read = try store.retrieve()
                try #require(!read.isEmpty && read.allSatisfy(quotes.contains), "\(read)")
            }
            #expect(errors.isEmpty, "\(errors)")
            let stored = try store.retrieve()
            #expect(stored == quotes.suffix(3).reversed())
        }
    ]
}

extension PriceStore {
    /// Stores a quote as a run does.
    package func insert(_ quote: PriceQuote, now: Timestamp = .now) throws(StoreError) {
        try PersistLastValidPrice(store: self) { now }.execute(quote)
    }
}
