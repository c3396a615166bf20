package import BTCPriceCore

/// A cache in memory, for one thread. `PriceStoreTests` holds it and the file to the same promises.
package final class InMemoryPriceStore: PriceStore, @unchecked Sendable {
    package var quotes: [PriceQuote] = []
    package var readError: StoreError?
    package var writeError: StoreError?
    /// What happens until this run may write.
    package var whileLocking: () -> Void = {}

    package init() {}

    package func retrieve() -> (quotes: [PriceQuote], error: StoreError?) {
        (readError == nil ? quotes : [], readError)
    }

    package func update(_ change: ([PriceQuote]) -> [PriceQuote]?) throws(StoreError) {
        if let writeError { throw writeError }
        whileLocking()
        quotes = change(quotes) ?? quotes
    }
}
