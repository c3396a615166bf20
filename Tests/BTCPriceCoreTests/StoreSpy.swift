import BTCPriceCore
import Synchronization

/// A store that holds what a test gave it, and remembers what it was told to keep.
final class StoreSpy: PriceStore {
    enum Message: Equatable {
        case insert(String)
    }

    private let cached: PriceQuote?
    private let retrieveError: PriceStoreError?
    private let insertError: PriceStoreError?
    private let received = Mutex<[Message]>([])

    init(cached: PriceQuote?, retrieveError: PriceStoreError? = nil, insertError: PriceStoreError? = nil) {
        self.cached = cached
        self.retrieveError = retrieveError
        self.insertError = insertError
    }

    var messages: [Message] { received.withLock(\.self) }

    func retrieve() throws(PriceStoreError) -> PriceQuote? {
        if let retrieveError { throw retrieveError }
        return cached
    }

    func insert(_ quote: PriceQuote, unless isKept: (PriceQuote) -> Bool) throws(PriceStoreError) {
        if let cached, isKept(cached) { return }
        if let insertError { throw insertError }
        received.withLock { $0.append(.insert(quote.source)) }
    }
}
