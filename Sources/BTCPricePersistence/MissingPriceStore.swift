public import BTCPriceCore

/// The store of a run that has no place for a cache: always empty.
public struct MissingPriceStore: PriceStore {
    /// There is nothing to choose.
    public init() {}

    /// Nothing.
    public func retrieve() throws(PriceStoreError) -> PriceQuote? { nil }

    /// Throws, so that the user hears of it.
    public func insert(_ quote: PriceQuote, unless isKept: (PriceQuote) -> Bool) throws(PriceStoreError) {
        throw PriceStoreError("HOME names no absolute path")
    }
}
