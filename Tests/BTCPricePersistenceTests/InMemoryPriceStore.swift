import BTCPriceCore
import Synchronization

/// A store that lasts as long as its process.
final class InMemoryPriceStore: PriceStore {
    private let kept = Mutex<PriceQuote?>(nil)

    /// An empty store.
    init() {}

    /// The quote inserted last.
    func retrieve() throws(PriceStoreError) -> PriceQuote? {
        kept.withLock(\.self)
    }

    /// Keeps the quote; never throws.
    func insert(_ quote: PriceQuote, unless isKept: (PriceQuote) -> Bool) throws(PriceStoreError) {
        kept.withLock { kept in
            if let current = kept, isKept(current) { return }
            kept = quote
        }
    }
}
