import BTCPriceCore
import BTCPricePersistence
import Testing

@Suite struct DisabledCacheTests {
    private static let reason = StoreError.disabled(.noHome)
    private let cache = DisabledCache(reason)

    @Test func priceStore_throwsTheReason() {
        #expect(throws: Self.reason) { try cache.retrieve() }
        #expect(throws: Self.reason) {
            try cache.update { _ in
                Issue.record("changed")
                return []
            }
        }
    }

    @Test func backoffStore_isEmptyAndThrowsTheReason() {
        #expect(cache.load() == Backoff())
        #expect(throws: Self.reason) { try cache.update { (_: inout Backoff) in Issue.record("changed") } }
    }

    @Test func fetchLock_isUnavailable() {
        #expect(!cache.isHeld)
        let lock = cache.withLock(deadline: .seconds(3600)) { lock in
            #expect(!cache.isHeld)
            return lock
        }
        #expect(lock == .unavailable)
    }
}
