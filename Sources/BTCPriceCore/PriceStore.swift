/// Keeps the last valid quote of one currency.
public protocol PriceStore: Sendable {
    /// The kept quote, nil where there is none; throws where something is there that is not a quote.
    func retrieve() throws(PriceStoreError) -> PriceQuote?

    /// Keeps the quote, unless there is one already that `isKept` says is to stay.
    ///
    /// Comparing and replacing are one step: another writer comes before it or after it. What cannot be read
    /// is replaced.
    func insert(_ quote: PriceQuote, unless isKept: (PriceQuote) -> Bool) throws(PriceStoreError)
}

/// Why a store could not be read or written, in words for the user.
public struct PriceStoreError: Error, Equatable, Sendable, CustomStringConvertible {
    /// One clause, such as `/home/me/.cache/btcq: No space left on device`.
    public let description: String

    /// An error with these words.
    public init(_ description: String) {
        self.description = description
    }
}
