import BTCPriceCore
import BTCPricePersistence
import Testing

@Suite struct DisabledCacheTests {
    @Test func insert_throwsTheReasonAndStoresNothing() throws {
        #expect(try DisabledCache().retrieve() == nil)
        #expect(throws: PriceStoreError("HOME is not an absolute path")) {
            try DisabledCache().insert(.quote("7"), unless: { _ in false })
        }
        #expect(throws: PriceStoreError.self) { try DisabledCache().insert(.quote("7"), unless: { _ in true }) }
    }

    @Test func update_storesNothing() {
        DisabledCache().update { $0["kraken"] = SourceBackoff([.rateLimited: .now]) }
        #expect(DisabledCache().entries() == [:])
    }

    @Test func withLock_whenNested_isAcquiredEachTime() {
        #expect(!DisabledCache().isHeld)
        let isAcquired = DisabledCache().withLock(deadline: .zero) { isAcquired in
            #expect(!DisabledCache().isHeld)
            return isAcquired
        }
        #expect(isAcquired)
    }
}
