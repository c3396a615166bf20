package import BTCPriceCore
import Foundation
import SampleValues
import TestSupport
import Testing

package enum RateLimitStoreContract {
    package static let rules: [ContractRule<any RateLimitStore>] = [
        ContractRule("load returns nothing if nothing is stored") { store in
            #expect(store.load() == RateLimits())
        },
        ContractRule("update passes the stored rate limits to one call of its closure, and replaces them") { store in
            let entries = [
                RateLimit.entry("kraken", from: Timestamp(milliseconds: .max), for: .zero), .entry("binance"),
                .entry("bitstamp", from: Timestamp(milliseconds: 0), for: .milliseconds(1)),
            ]
            for (stored, changed) in [([], entries), (entries, [entries[1]]), ([entries[1]], []), ([], [entries[2]])] {
                var passed: [RateLimits] = []
                try store.update {
                    passed.append($0)
                    $0 = RateLimits(changed)
                }
                #expect(passed == [RateLimits(stored)])
                #expect(store.load() == RateLimits(changed))
            }
        },
    ]

    /// For a store that threads share.
    package static let concurrencyRules: [ContractRule<any RateLimitStore>] = [
        ContractRule("of runs that write at once, no change is lost") { store in
            let names = (0..<20).map { "s\($0)" }
            let errors = onThreads(names.count) { number in
                try store.update {
                    $0 = RateLimits($0.entries + [.entry(names[number])])
                    usleep(1000)
                }
            }
            #expect(errors.isEmpty, "\(errors)")
            #expect(store.load().entries.map(\.endpoint.sourceName).sorted() == names.sorted())
        }
    ]
}
