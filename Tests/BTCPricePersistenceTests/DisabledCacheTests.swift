import BTCPriceCore
import BTCPricePersistence
import Testing

@Suite struct NoCacheTests {
    @Test func store_isEmptyAndSaysWhyItKeepsNothing() throws {
        #expect(try DisabledCache().retrieve() == nil)
        #expect(throws: PriceStoreError("HOME names no absolute path")) {
            try DisabledCache().insert(.quote("7"), unless: { _ in false })
        }
        #expect(throws: PriceStoreError.self) { try DisabledCache().insert(.quote("7"), unless: { _ in true }) }
    }

    @Test func memory_forgets() {
        DisabledCache().update { $0["kraken"] = SourceBackoff([.limited: .now]) }
        #expect(DisabledCache().entries() == [:])
    }

    @Test func turn_isHadAtOnceByEverybody() {
        #expect(!DisabledCache().isTaken)
        let isAcquired = DisabledCache().withLock(deadline: .zero) { isAcquired in
            #expect(!DisabledCache().isTaken)
            return isAcquired
        }
        #expect(isAcquired)
    }
}
