public import BTCPriceCore
import Synchronization

/// A store that lasts as long as its process: for a run without a HOME.
public final class InMemoryPriceStore: PriceStore {
    private let kept = Mutex<PriceQuote?>(nil)

    /// An empty store.
    public init() {}

    /// The quote inserted last.
    public func retrieve() throws(PriceStoreError) -> PriceQuote? {
        kept.withLock(\.self)
    }

    /// Keeps the quote; never throws.
    public func insert(_ quote: PriceQuote, unless isKept: (PriceQuote) -> Bool) throws(PriceStoreError) {
        kept.withLock { kept in
            if let current = kept, isKept(current) { return }
            kept = quote
        }
    }
}
