import BTCPriceCore
import BTCPricePresentation
import SampleValues
import Testing

@Suite struct TemplateLineTests {
    @Test(arguments: Template.placeholders)
    func placeholder_asHelpShowsIt_isValid(_ placeholder: String) throws {
        _ = try Template(Array(placeholder.replacing(":N", with: ":2").utf8))
    }

    /// Of a stale quote of 300 seconds, in US dollars, with the price 68901.23456.
    private static let values = [
        ("{price}", "$68,901.23"), ("{price:0}", "$68,901"), ("{price:8}", "$68,901.23456000"),
        ("{number}", "68901.23456"), ("{number:0}", "68901"), ("{number:8}", "68901.23456000"), ("{sats}", "1451"),
        ("{sats:0}", "1451"), ("{sats:8}", "1451.35280432"), ("{change}", "+2.31%"), ("{currency}", "USD"),
        ("{pair}", "BTCUSDT"), ("{timestamp}", "2025-10-27T19:56:39Z"), ("{date}", "2025-10-27"),
        ("{epoch}", "1761594999"), ("{source}", "binance"), ("{cached}", "true"), ("{stale}", "true"), ("{age}", "5m"),
        ("{age_seconds}", "300"),
    ]

    @Test(arguments: values)
    func placeholder_isItsValue(_ template: String, _ text: String) throws {
        let line = try fill("<\(template)\(template)>", .sample("68901.23456", change: "2.31", .stale, age: 300))
        #expect(line == "<\(text)\(text)>")
    }

    @Test(arguments: Template.Placeholder.allCases)
    func placeholder_hasARowHere(_ placeholder: Template.Placeholder) {
        let template = "{\(placeholder.rawValue)}"
        #expect(Self.values.contains { $0.0 == template }, "add \(template) to TemplateLineTests.values")
    }

    /// What both forms of the price have in common.
    @Test func price_withDecimalsOrWithout_hasTheSameSignAndGroups() throws {
        for currency in Currency.allCases {
            let line = try fill("{price} {price:2}", .sample("1234567.891", in: currency), decimals: 2)
            #expect(line.hasSuffix("1,234,567.89") && line.count % 2 == 1)
            #expect(line.prefix(line.count / 2) == line.suffix(line.count / 2))
        }
    }

    /// The option is about `{price}` only.
    private static let lines: [(template: String, digits: String, currency: Currency, decimals: Int?, text: String)] = [
        ("{cached} {stale} {age} {age_seconds}", "7", .usd, nil, "false false 0s 0"),
        ("{price} {price:1} {currency}", "68901.5", .jpy, nil, "¥68,902 ¥68,901.5 JPY"),
        ("{price} {price:0} {price:3}", "26180.1235", .kwd, nil, "KWD 26,180.124 KWD 26,180 KWD 26,180.124"),
        ("{price} {number}", "2265123456789.5", .vnd, nil, "VND 2,265,123,456,790 2265123456789.5"),
        ("{price} {number} {price:1} {number:1}", "68901.23", .usd, 4, "$68,901.2300 68901.23 $68,901.2 68901.2"),
        ("{price:2} {number:2}", "0.004", .usd, nil, "$0.004 0.004"),
        ("{price:0} {number:0}", "0.5", .usd, nil, "$0.5 0.5"), ("{price:0}", "0.6", .cad, nil, "CAD 1"),
        ("{sats} {sats:1}", "40000000", .usd, 5, "2 2.5"), ("{sats} {sats:0}", "1399123456.78", .idr, 2, "0.0715 0"),
        ("{fresh:{sats:2} sats}", "15000000", .jpy, 0, "6.67 sats"), ("{fresh:{price}}", "7", .usd, 0, "$7"),
    ]

    @Test(arguments: lines)
    func line_isInTheCurrencyWithDecimals(
        _ template: String, _ digits: String, _ currency: Currency, _ decimals: Int?, _ text: String
    ) throws {
        let line = try fill(template, .sample(digits, in: currency), decimals: decimals)
        #expect(line == text)
    }

    @Test(arguments: [
        ("{stale:OLD}", "OLD", "", ""), ("{cached:OLD}", "OLD", "OLD", ""), ("{fresh:NEW}", "", "NEW", "NEW"),
        ("{stale: ({age})}", " (5m)", "", ""), ("{fresh:{price:0} {pair}}{stale:~}", "~", "$7 BTCUSDT", "$7 BTCUSDT"),
        ("{stale:}{cached:}{fresh:}|", "|", "|", "|"), ("{stale:{stale}{cached}}", "truetrue", "", ""),
        ("{stale:%{{F#888}}}!", "%{F#888}!", "!", "!"), ("{stale:a:b{{}}{age}}.", "a:b{}5m.", ".", "."),
        ("{stale:x}{stale:y}", "xy", "", ""), ("{cached} {stale}", "true true", "true false", "false false"),
    ])
    func conditionalText_whenTheConditionIsTrue_isPrinted(
        _ template: String, _ stale: String, _ cached: String, _ live: String
    ) throws {
        let lines = [
            try fill(template, .sample("7", .stale, age: 300)),
            try fill(template, .sample("7", .fresh, age: 300)), try fill(template, .sample("7")),
        ]
        #expect(lines == [stale, cached, live])
    }

    @Test(
        arguments: [("2.31", "+2.31% ▲+2.31%"), ("-1.57", "-1.57% ▼-1.57%"), ("0.00", "0.00%"), (nil, "")]
            as [(String?, String)])
    func change_isPrintedAsItIsUpOrDown(_ change: String?, _ text: String) throws {
        let line = try fill("{change}{up: ▲{change}}{down: ▼{change}}", .sample(change: change))
        #expect(line == text)
    }

    @Test(arguments: [
        ("", ""), ("plain", "plain"), ("{{", "{"), ("}}", "}"), ("{{}}", "{}"), ("}}{{", "}{"),
        ("{{price}}", "{price}"), ("{{{number}}}", "{7}"), ("{{{{number}}}}", "{{number}}"),
        (#"\n\t%s\e"#, #"\n\t%s\e"#), ("₿ {number}", "₿ 7"), ("a:b {number}:", "a:b 7:"), ("$(x) `y`", "$(x) `y`"),
    ])
    func text_passesUnchangedAndDoubledBracesAreBraces(_ template: String, _ text: String) throws {
        let line = try fill(template, .sample("7"))
        #expect(line == text)
    }

    private func fill(_ template: String, _ delivered: DeliveredQuote, decimals: Int? = nil) throws -> String {
        QuoteFormatter.template(try Template(Array(template.utf8))).text(delivered, decimals: decimals)
    }
}
