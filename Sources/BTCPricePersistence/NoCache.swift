public import BTCPriceCore

/// What a run has that has no place for a cache: an empty store, no memory, and a turn at any time.
public struct NoCache: PriceStore, SourceMemory, FetchTurns {
    /// There is nothing to choose.
    public init() {}

    /// Nothing.
    public func retrieve() throws(PriceStoreError) -> PriceQuote? { nil }

    /// Throws, so that the user hears of it.
    public func insert(_ quote: PriceQuote, unless isKept: (PriceQuote) -> Bool) throws(PriceStoreError) {
        throw PriceStoreError("HOME names no absolute path")
    }

    /// Nothing.
    public func records() -> [String: SourceRecord] { [:] }

    /// Forgets it.
    public func update(_ change: (inout [String: SourceRecord]) -> Void) {}

    /// Nobody knows.
    public var isTaken: Bool { false }

    /// At once.
    public func withTurn<Result>(until moment: Duration, _ body: (_ isHad: Bool) -> Result) -> Result { body(true) }
}
