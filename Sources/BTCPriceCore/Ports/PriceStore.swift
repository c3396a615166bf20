/// Stores the last valid quote of one currency.
package protocol PriceStore: Sendable {
    /// The stored quote, or nil if there is none. Throws if the stored data is not a quote.
    func retrieve() throws(PriceStoreError) -> PriceQuote?

    /// Stores the quote, unless `shouldKeep` is true for the stored one.
    ///
    /// Comparing and replacing are one step with respect to other writers. Data that cannot be read is replaced.
    func insert(_ quote: PriceQuote, unless shouldKeep: (PriceQuote) -> Bool) throws(PriceStoreError)
}

/// Why a store could not be read or written.
package struct PriceStoreError: Error, Equatable, Sendable, CustomStringConvertible {
    /// One clause, such as `/home/me/.cache/btcq: No space left on device`.
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
