import BTCPriceCore
import BTCPricePersistence
import SampleValues
import TestSupport
import Testing

/// What every `PriceStore` promises: the file of the program, and the double of Core's tests.
@Suite struct PriceStoreTests {
    enum Kind: CaseIterable { case file, inMemory }

    private let directory = TemporaryDirectory()

    private func store(_ kind: Kind) -> any PriceStore {
        switch kind {
        case .file: FilePriceStore(in: directory.path)
        case .inMemory: InMemoryPriceStore()
        }
    }

    @Test(arguments: Kind.allCases)
    func update_passesTheStoredQuotesOnceAndReplacesThem(_ kind: Kind) throws {
        let store = store(kind)
        let (first, second) = (PriceQuote.sample("1"), PriceQuote.sample("2", from: "kraken"))
        for (stored, changed) in [([], [first, second]), ([first, second], [second]), ([second], [first])] {
            #expect(store.retrieve() == (stored, nil))
            var passed: [[PriceQuote]] = []
            try store.update {
                passed.append($0)
                return changed
            }
            #expect(passed == [stored])
        }
        #expect(store.retrieve() == ([first], nil))
    }

    @Test(arguments: Kind.allCases)
    func update_whenTheChangeIsNil_keepsWhatIsStored(_ kind: Kind) throws {
        let store = store(kind)
        try store.update { _ in nil }
        #expect(store.retrieve() == ([], nil))
        try store.update { _ in [.sample("1")] }
        try store.update { _ in nil }
        #expect(store.retrieve() == ([.sample("1")], nil))
    }

    @Test(arguments: Kind.allCases)
    func retrieve_returnsEveryDigitAndTheMillisecond(_ kind: Kind) throws {
        let values: [(String, change: String?, Int64)] = [
            ("999999999999.99999999", "-99.00", 0), ("0.00000001", "9900.00", 1),
            ("68901.22999999998976", nil, 1_761_594_999_123),
            ("1234567890123456789012345678", "0.00", 253_402_300_799_999),
        ]
        for (price, change, milliseconds) in values {
            let quote = PriceQuote.sample(price, change: change, at: Timestamp(milliseconds: milliseconds))
            let store = store(kind)
            try store.update { _ in [quote] }
            #expect(store.retrieve() == ([quote], nil))
        }
    }
}
