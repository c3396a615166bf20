import BTCPriceCore
import TestSupport

/// A store that lasts as long as its process.
final class InMemoryPriceStore: PriceStore {
    private let stored: Locked<Result<[PriceQuote], StoreError>>

    /// - Parameter error: why the stored data cannot be read.
    init(unreadable error: StoreError? = nil) {
        stored = Locked(error.map { .failure($0) } ?? .success([]))
    }

    func retrieve() throws(StoreError) -> [PriceQuote] { try stored.withLock { $0 }.get() }

    func update(_ change: ([PriceQuote]) -> [PriceQuote]?) throws(StoreError) {
        stored.withLock { stored in
            if let quotes = change((try? stored.get()) ?? []) { stored = .success(quotes) }
        }
    }
}
