import BTCPriceCore
import BTCPricePresentation
import Testing

@Suite struct TemplateTests {
    @Test(arguments: [
        ("", ""), ("plain", "plain"), ("{price}", "$68,901.23"), ("{number}", "68901.23"), ("{currency}", "USD"),
        ("{timestamp}", "2025-10-27T19:56:39Z"), ("{source}", "binance"), ("{cached}", "true"), ("{stale}", "true"),
        ("{age}", "5m"), ("{age_seconds}", "300"), ("{stale:OLD}", "OLD"), ("{{", "{"), ("}}", "}"), ("}", "}"),
        ("{{price}}", "{price}"), ("{{{price}}}", "{$68,901.23}"), ("{stale:%{{F#888}}}!", "%{F#888}!"),
        ("{stale:}{number}", "68901.23"), (#"\n\t%s"#, #"\n\t%s"#), ("₿ {number}", "₿ 68901.23"),
    ])
    func template_isFilledIn(_ template: String, _ line: String) throws {
        #expect(try fill(template, .of("68901.23", cached: true, stale: true, age: 300)) == Array(line.utf8))
    }

    @Test func staleText_isLeftOutOfAFreshQuote() throws {
        #expect(try fill("{number}{stale: (old)}", .of("7")) == Array("7".utf8))
    }

    @Test func bytes_passUnchangedEvenWhereTheyAreNoText() throws {
        #expect(
            try fill([0xFF, 0x00, 0x1B] + Array("{number}".utf8) + [0xC3], .of("7")) == [0xFF, 0x00, 0x1B, 0x37, 0xC3])
    }

    @Test(arguments: [
        "{", "{}", "{x}", "{price", "{Price}", "{ price}", "{stale:", "{stale:x", "{stale:x}}", "{age:x}",
    ])
    func unknownOrUnclosedPlaceholder_isAProblemThatListsTheKnownOnes(_ template: String) {
        #expect {
            try Template(Array(template.utf8))
        } throws: { error in
            let words = "\(error)"
            return Template.Placeholder.allCases.allSatisfy { words.contains("{\($0.rawValue)}") }
                && words.contains("{stale:TEXT}")
        }
    }

    private func fill(_ template: String, _ delivered: DeliveredQuote) throws -> [UInt8] {
        try fill(Array(template.utf8), delivered)
    }

    private func fill(_ template: [UInt8], _ delivered: DeliveredQuote) throws -> [UInt8] {
        TemplateQuoteFormatter(try Template(template), FormatOptions()).line(for: delivered)
    }
}
