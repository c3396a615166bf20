import BTCPriceCore
import BTCPricePersistence
import Testing

@Suite struct NoCacheTests {
    @Test func store_isEmptyAndSaysWhyItKeepsNothing() throws {
        #expect(try NoCache().retrieve() == nil)
        #expect(throws: PriceStoreError("HOME names no absolute path")) {
            try NoCache().insert(.quote("7"), unless: { _ in false })
        }
        #expect(throws: PriceStoreError.self) { try NoCache().insert(.quote("7"), unless: { _ in true }) }
    }

    @Test func memory_forgets() {
        NoCache().update { $0["kraken"] = SourceRecord([.limited: .now]) }
        #expect(NoCache().records() == [:])
    }

    @Test func turn_isHadAtOnceByEverybody() {
        #expect(!NoCache().isTaken)
        let isHad = NoCache().withTurn(until: .zero) { isHad in
            #expect(!NoCache().isTaken)
            return isHad
        }
        #expect(isHad)
    }
}
