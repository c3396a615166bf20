/// The last quote of each source in one currency.
package protocol PriceStore: AnyObject, Sendable {
    /// Empty if nothing is stored. Throws if it cannot be read.
    func retrieve() throws(StoreError) -> [PriceQuote]

    /// Replaces the quotes with the result of `change`, unless that is nil; in one step if possible. What cannot be read
    /// counts as empty.
    func update(_ change: ([PriceQuote]) -> [PriceQuote]?) throws(StoreError)
}

/// Why the shared data cannot be used. The string is the reason, for people.
package enum StoreError: Error, Equatable, Sendable {
    /// Such as `/home/me/.cache/btcq/BTC-USD.4.json is a directory`.
    case unusable(String)
    /// There is no cache: nowhere to store it, or a directory of another user.
    case disabled(String)

    package var reason: String {
        switch self {
        case .unusable(let reason), .disabled(let reason): reason
        }
    }
}

/// Stores a fetched quote, unless a newer one of that source is stored already.
package struct PersistLastValidPrice {
    private let store: any PriceStore
    private let now: () -> Timestamp

    package init(store: any PriceStore, now: @escaping () -> Timestamp) {
        self.store = store
        self.now = now
    }

    /// An error is only worth a warning.
    package func execute(_ quote: PriceQuote) throws(StoreError) {
        // `update` may wait for another run. By a time from before that wait, the newer quote of that run would be from the
        // future, and `quote` would replace it.
        try store.update { stored in StoredQuotes.inserting(quote, into: stored, at: now()) }
    }
}
