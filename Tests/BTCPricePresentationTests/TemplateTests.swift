import BTCPriceCore
import BTCPricePresentation
import Testing

@Suite struct TemplateTests {
    @Test(arguments: [
        ("{price}", "$68,901.23"), ("{number}", "68901.23456"), ("{currency}", "USD"), ("{pair}", "BTCUSDT"),
        ("{timestamp}", "2025-10-27T19:56:39Z"), ("{source}", "binance"), ("{cached}", "true"), ("{stale}", "true"),
        ("{age}", "5m"), ("{age_seconds}", "300"), ("{price:0}", "$68,901"), ("{price:8}", "$68,901.23456000"),
        ("{number:0}", "68901"), ("{number:1}", "68901.2"), ("{number:8}", "68901.23456000"),
        ("{sats}", "1451"), ("{sats:0}", "1451"), ("{sats:1}", "1451.4"), ("{sats:8}", "1451.35280432"),
    ])
    func placeholder_standsForItsValue(_ template: String, _ text: String) throws {
        let quote = try DeliveredQuote.of("68901.23456", cached: true, stale: true, age: 300)
        #expect(try fill(template, quote) == text)
        #expect(try fill("<\(template)\(template)>", quote) == "<\(text)\(text)>")
    }

    @Test func placeholders_whenTheQuoteIsLive_sayNeitherCachedNorStale() throws {
        #expect(try fill("{cached} {stale} {age} {age_seconds}", .of("7")) == "false false 0s 0")
        #expect(try fill("{cached} {stale}", .of("7", cached: true)) == "true false")
    }

    @Test func price_isInTheQuotesCurrency() throws {
        let quote = try DeliveredQuote.of("68901.5", .jpy, pair: "XBTJPY", source: "kraken")
        #expect(
            try fill("{price} {price:1} {currency} {pair} {source}", quote) == "¥68,902 ¥68,901.5 JPY XBTJPY kraken")
    }

    @Test func decimals_whenGiven_applyToPriceOnly() throws {
        let line = try fill("{price} {number} {price:1} {number:1}", .of("68901.23"), decimals: 4)
        #expect(line == "$68,901.2300 68901.23 $68,901.2 68901.2")
    }

    @Test func placeholder_whenDecimalsWouldRoundToZero_isExact() throws {
        #expect(try fill("{price:2} {number:2}", .of("0.004")) == "$0.004 0.004")
        #expect(try fill("{price:0} {number:0}", .of("0.5")) == "$0.5 0.5")
    }

    @Test(arguments: [
        ("{stale:OLD}", "OLD", "", ""), ("{cached:OLD}", "OLD", "OLD", ""), ("{fresh:NEW}", "", "NEW", "NEW"),
        ("{stale: ({age})}", " (5m)", "", ""), ("{fresh:{price:0} {pair}}{stale:~}", "~", "$7 BTCUSDT", "$7 BTCUSDT"),
        ("{stale:}{cached:}{fresh:}|", "|", "|", "|"), ("{stale:{stale}{cached}}", "truetrue", "", ""),
        ("{stale:%{{F#888}}}!", "%{F#888}!", "!", "!"), ("{stale:a:b{{}}{age}}.", "a:b{}5m.", ".", "."),
        ("{stale:x}{stale:y}", "xy", "", ""),
    ])
    func conditionalText_whenTheConditionIsTrue_isPrinted(
        _ template: String, _ stale: String, _ cached: String, _ fetched: String
    ) throws {
        #expect(try fill(template, .of("7", cached: true, stale: true, age: 300)) == stale)
        #expect(try fill(template, .of("7", cached: true, age: 300)) == cached)
        #expect(try fill(template, .of("7")) == fetched)
    }

    @Test(arguments: [
        ("", ""), ("plain", "plain"), ("{{", "{"), ("}}", "}"), ("{{}}", "{}"), ("}}{{", "}{"),
        ("{{price}}", "{price}"),
        ("{{{number}}}", "{7}"), ("{{{{number}}}}", "{{number}}"), (#"\n\t%s\e"#, #"\n\t%s\e"#), ("₿ {number}", "₿ 7"),
        ("a:b {number}:", "a:b 7:"), ("$(x) `y`", "$(x) `y`"),
    ])
    func text_passesUnchangedAndDoubledBracesAreBraces(_ template: String, _ text: String) throws {
        #expect(try fill(template, .of("7")) == text)
    }

    @Test func text_whenNotUTF8_passesUnchanged() throws {
        let bytes: [UInt8] = [0xFF, 0x00, 0x1B] + Array("{stale:".utf8) + [0xFE] + Array("}{number}".utf8) + [0xC3]
        let line = TemplateQuoteFormatter(try Template(bytes), FormatOptions())
            .line(for: try .of("7", cached: true, stale: true))
        #expect(line == [0xFF, 0x00, 0x1B, 0xFE, 0x37, 0xC3])
    }

    /// How many satoshis one unit of the currency buys. Halves are rounded to even, and the result may be zero.
    @Test(arguments: [
        ("100000000", "{sats}", "1"), ("40000000", "{sats}", "2"), ("40000000", "{sats:1}", "2.5"),
        ("16000000", "{sats:1}", "6.2"), ("16000000", "{sats:2}", "6.25"), ("200000000", "{sats}", "0"),
        ("200000000", "{sats:3}", "0.500"), ("999999999999.99999999", "{sats:2} {sats:4}", "0.00 0.0001"),
        ("0.00000001", "{sats}", "10000000000000000"), ("3", "{sats:8}", "33333333.33333333"),
        ("15000000", "{fresh:{sats:2} sats}", "6.67 sats"),
    ])
    func sats_areOneUnitOfTheCurrencyInSatoshis(_ price: String, _ template: String, _ text: String) throws {
        #expect(try fill(template, .of(price)) == text)
        // The option is about prices.
        #expect(try fill(template, .of(price, .jpy), decimals: 5) == text)
    }

    @Test func template_hasNoHeader() throws {
        #expect(TemplateQuoteFormatter(try Template([]), FormatOptions()).header == nil)
    }

    private func fill(_ template: String, _ delivered: DeliveredQuote, decimals: Int? = nil) throws -> String {
        TemplateQuoteFormatter(try Template(Array(template.utf8)), FormatOptions(decimals: decimals)).text(delivered)
    }
}
