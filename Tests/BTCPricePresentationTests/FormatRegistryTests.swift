import BTCPriceCore
import Testing

@testable import BTCPricePresentation

/// Most of these tests hold for every format: a new one needs no line here.
@Suite struct FormatRegistryTests {
    private static let names = FormatRegistry.formats.map(\.name)

    @Test(arguments: names)
    func format_isFoundByItsNameInAnyCase(_ name: String) {
        #expect(!name.isEmpty && name.allSatisfy { $0.isASCII && $0.isLowercase })
        #expect(Self.names.filter { $0 == name }.count == 1)
        for typed in [name, name.uppercased(), name.capitalized] {
            #expect(FormatRegistry.format(named: typed.utf8)?.name == name, "\(typed)")
        }
        for other in [name + "s", String(name.dropLast()), "\(name) ", "-\(name)", ""] {
            #expect(FormatRegistry.format(named: other.utf8) == nil, "\(other)")
        }
    }

    @Test func properties_areThoseOfTheContract() {
        let formats = FormatRegistry.formats
        #expect(formats.filter(\.isAlwaysExact).map(\.name) == ["json", "csv", "prometheus"])
        #expect(formats.filter(\.impliesStaleOK).map(\.name) == ["waybar", "xbar", "prometheus"])
        let headers = formats.compactMap { format in format.header.map { "\(format.name): \($0)" } }
        #expect(headers == ["csv: timestamp,price,currency,pair,source,cached,stale,age"])
        #expect(formats[0] is TextQuoteFormatter, "the default is text")
    }

    @Test(arguments: FormatRegistry.formats)
    func line_ofEveryFormat_keepsItsPromises(_ format: any QuoteFormatter) throws {
        let quote = try DeliveredQuote.of("68901.23456")
        let lines = [nil, 0, 3].map { format.text(quote, decimals: $0) }
        #expect(Set(lines).count == (format.isAlwaysExact ? 1 : 3), "decimals: \(lines)")
        let fresh = format.text(try .of("68901.23", freshness: .fresh, age: 300))
        let stale = format.text(try .of("68901.23", freshness: .stale, age: 300))
        #expect(stale != fresh || !format.impliesStaleOK, "it shows staleness")
        #expect(!stale.isEmpty && !stale.hasSuffix("\n") && !stale.contains("\n\n"))
        #expect(stale.utf8.allSatisfy { $0 == 0x0A || $0 >= 0x20 && $0 != 0x7F }, "no control characters: \(stale)")
    }
}
