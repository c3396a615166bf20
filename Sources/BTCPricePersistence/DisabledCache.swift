package import BTCPriceCore

/// What a run uses that has no cache directory: an empty store, no back-off, and a lock that is never held.
package struct DisabledCache: PriceStore, BackoffStore, FetchLock {
    package init() {}

    package func retrieve() throws(PriceStoreError) -> PriceQuote? { nil }

    package func insert(_ quote: PriceQuote, unless shouldKeep: (PriceQuote) -> Bool) throws(PriceStoreError) {
        throw PriceStoreError("HOME is not an absolute path")
    }

    package func entries() -> [String: SourceBackoff] { [:] }

    package func update(_ change: (inout [String: SourceBackoff]) -> Void) {}

    package var isHeld: Bool { false }

    package func withLock<Result>(deadline: Duration, _ body: (_ isAcquired: Bool) -> Result) -> Result { body(true) }
}
