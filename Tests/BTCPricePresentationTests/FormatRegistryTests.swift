import BTCPriceCore
import Testing

@testable import BTCPricePresentation

/// These tests hold for every format: a new one needs no line here.
@Suite struct FormatRegistryTests {
    @Test(arguments: FormatRegistry.formats)
    func format_isFoundByItsNameInAnyCase(_ format: QuoteFormat) {
        let name = format.name
        #expect(!name.isEmpty && name.allSatisfy { $0.isASCII && $0.isLowercase })
        #expect(FormatRegistry.formats.filter { $0.name == name }.count == 1)
        for typed in [name, name.uppercased(), name.capitalized] {
            #expect(FormatRegistry.format(named: typed.utf8)?.name == name, "\(typed)")
        }
        for other in [name + "s", String(name.dropLast()), "\(name) ", "-\(name)", ""] {
            #expect(FormatRegistry.format(named: other.utf8) == nil, "\(other)")
        }
    }

    @Test func defaultFormat_isText() throws {
        #expect(FormatRegistry.formats[0].makeFormatter(FormatOptions()) is TextQuoteFormatter)
        #expect(FormatRegistry.formats[0].name == "text")
    }

    @Test(arguments: FormatRegistry.formats)
    func decimals_changeThePriceUnlessTheFormatIsAlwaysExact(_ format: QuoteFormat) throws {
        let quote = try DeliveredQuote.of("68901.23456")
        let lines = [nil, 0, 3].map { format.makeFormatter(FormatOptions(decimals: $0)).text(quote) }
        #expect(Set(lines).count == (format.isAlwaysExact ? 1 : 3))
    }

    @Test(
        arguments: FormatRegistry.formats.filter(\.isAlwaysExact),
        [
            "68901.23", "68901.22999999998976", "0.00000001", "999999999999.99999999",
        ])
    func format_whenAlwaysExact_printsEveryDigit(_ format: QuoteFormat, _ digits: String) throws {
        let text = format.makeFormatter(FormatOptions(decimals: 2)).text(try .of(digits))
        #expect(text.matches(of: /[0-9.]+/).contains { $0.output == digits })
    }

    @Test(arguments: FormatRegistry.formats.filter(\.impliesStaleOK))
    func format_whenItImpliesStaleOK_showsStaleness(_ format: QuoteFormat) throws {
        let formatter = format.makeFormatter(FormatOptions())
        let fresh = formatter.text(try .of("68901.23", cached: true, stale: false, age: 300))
        #expect(formatter.text(try .of("68901.23", cached: true, stale: true, age: 300)) != fresh)
    }

    @Test(arguments: ["waybar", "xbar", "prometheus"])
    func format_whenForABarOrForMonitoring_impliesStaleOK(_ name: String) {
        #expect(FormatRegistry.format(named: name.utf8)?.impliesStaleOK == true)
    }

    @Test(arguments: ["text", "number", "json", "csv"])
    func format_whenForOtherUses_doesNotImplyStaleOK(_ name: String) {
        #expect(FormatRegistry.format(named: name.utf8)?.impliesStaleOK == false)
    }

    @Test(arguments: [("json", true), ("csv", true), ("prometheus", true), ("text", false), ("number", false)])
    func formatForPrograms_isAlwaysExact(_ name: String, _ isExact: Bool) {
        #expect(FormatRegistry.format(named: name.utf8)?.isAlwaysExact == isExact)
    }

    @Test(arguments: FormatRegistry.formats)
    func line_hasNoNewlineAtItsEndAndNoControlCharacters(_ format: QuoteFormat) throws {
        for currency in Currency.allCases {
            let text = format.makeFormatter(FormatOptions()).text(
                try .of("68901.23", currency, cached: true, stale: true))
            #expect(!text.isEmpty && !text.hasSuffix("\n") && !text.contains("\n\n"))
            #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || $0.value >= 0x20 && $0.value != 0x7F })
        }
    }

    @Test(arguments: FormatRegistry.formats)
    func header_isOneLine(_ format: QuoteFormat) throws {
        guard let header = format.makeFormatter(FormatOptions()).header else { return }
        #expect(!header.isEmpty && !header.contains("\n"))
    }

    @Test(arguments: ["text", "number", "json", "waybar", "xbar", "prometheus"])
    func header_whenTheFormatHasNoColumns_isNil(_ name: String) throws {
        let format = try #require(FormatRegistry.format(named: name.utf8))
        #expect(format.makeFormatter(FormatOptions()).header == nil)
    }
}
