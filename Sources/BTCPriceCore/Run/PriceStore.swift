/// Stores the last quote of each source in one currency.
package protocol PriceStore: AnyObject, Sendable {
    /// The stored quotes; empty if nothing is stored. Throws if the stored data cannot be read.
    func retrieve() throws(StoreError) -> [PriceQuote]

    /// Replaces the stored quotes with the result of `change`, or keeps them if the result is nil; if possible in one step with
    /// respect to other writers. Data that cannot be read counts as empty. Throws if the result cannot be written.
    func update(_ change: ([PriceQuote]) -> [PriceQuote]?) throws(StoreError)
}

/// Why the data that runs share could not be read or written. The string is the reason, a clause from the adapter that knows it.
package enum StoreError: Error, Equatable, Sendable {
    /// Such as `/home/me/.cache/btcq/BTC-USD.4.json is a directory`.
    case unusable(String)
    /// Nothing can be stored at all: no home directory is set, or the directory to use belongs to another user.
    case disabled(String)

    package var reason: String {
        switch self {
        case .unusable(let reason), .disabled(let reason): reason
        }
    }
}

/// Stores a fetched quote for later runs, unless a newer quote of a source of the same name is stored already. A quote from the
/// future does not count as newer.
package struct PersistLastValidPrice {
    private let store: any PriceStore
    private let now: () -> Timestamp

    package init(store: any PriceStore, now: @escaping () -> Timestamp) {
        self.store = store
        self.now = now
    }

    /// Throws if the store cannot be written, which is only worth a warning.
    package func execute(_ quote: PriceQuote) throws(StoreError) {
        // `update` may wait for another run, so `now` is called inside `update`. If `now` were called before, a quote that the
        // other run stores meanwhile would seem to be from the future, and would be replaced by `quote`, which is older.
        try store.update { stored in StoredQuotes.inserting(quote, into: stored, at: now()) }
    }
}
