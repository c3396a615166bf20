import BTCPriceCore
import TestSupport

/// A store that lasts as long as its process.
final class InMemoryPriceStore: PriceStore {
    private let kept = Locked<PriceQuote?>(nil)

    func retrieve() throws(PriceStoreError) -> PriceQuote? { kept.withLock { $0 } }

    func insert(_ quote: PriceQuote, unless shouldKeep: (PriceQuote) -> Bool) throws(PriceStoreError) {
        kept.withLock { kept in
            if let current = kept, shouldKeep(current) { return }
            kept = quote
        }
    }
}
