import BTCPriceCore
import TestSupport

/// A store that lasts as long as its process.
final class InMemoryPriceStore: PriceStore {
    private let stored = Locked<PriceQuote?>(nil)

    func retrieve() throws(PriceStoreError) -> PriceQuote? { stored.withLock { $0 } }

    func insert(_ quote: PriceQuote, unless shouldKeep: (PriceQuote) -> Bool) throws(PriceStoreError) {
        stored.withLock { stored in
            if let current = stored, shouldKeep(current) { return }
            stored = quote
        }
    }
}
