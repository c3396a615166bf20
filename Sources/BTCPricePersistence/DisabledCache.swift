package import BTCPriceCore

/// Replaces the shared files if there is no cache directory that may be used. Every read or write of quotes throws the
/// reason, there is no back-off, and a run does not wait for the fetch lock.
package struct DisabledCache: PriceStore, BackoffStore, FetchLock {
    private let reason: StoreError

    package init(_ reason: StoreError) {
        self.reason = reason
    }

    package func retrieve() throws(StoreError) -> [PriceQuote] { throw reason }

    package func update(_ change: ([PriceQuote]) -> [PriceQuote]?) throws(StoreError) { throw reason }

    package func load() -> Backoff { Backoff() }

    package func update<Result>(_ change: (inout Backoff) -> Result) throws(StoreError) -> Result { throw reason }

    package var isHeld: Bool { false }

    package func withLock<Result>(deadline: Duration, _ body: (RunState.Lock) -> Result) -> Result {
        body(.unavailable)
    }
}
