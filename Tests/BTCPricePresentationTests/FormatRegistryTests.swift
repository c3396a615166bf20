import BTCPriceCore
import SampleValues
import Testing

@testable import BTCPricePresentation

/// A new format needs no line here.
@Suite struct FormatRegistryTests {
    @Test(arguments: FormatRegistry.formats)
    func line_ofEveryFormat_keepsItsPromises(_ format: QuoteFormatter) throws {
        let quote = DeliveredQuote.sample("68901.23456")
        let lines = [nil, 0, 3].map { format.text(quote, decimals: $0) }
        #expect(Set(lines).count == (format.isAlwaysExact ? 1 : 3), "decimals: \(lines)")
        #expect(!format.isAlwaysExact || lines[0].contains("68901.23456"), "every digit: \(lines)")
        let fresh = format.text(.sample("68901.23", .fresh, age: 300))
        let stale = format.text(.sample("68901.23", .stale, age: 300))
        #expect(stale != fresh || !format.impliesStaleOK, "it shows staleness")
        #expect(!stale.isEmpty && !stale.hasSuffix("\n") && !stale.contains("\n\n"))
        let isPlain = stale.utf8.allSatisfy { $0 == 0x0A || $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }
        #expect(isPlain, "no control characters other than tabs: \(stale)")
    }
}
