import BTCPricePresentation
import TestSupport
import Testing

@Suite struct TemplateErrorTests {
    @Test(arguments: [
        ("{x}", "{x}"), ("{Price}", "{Price}"), ("{Sats}", "{Sats}"), ("{sat}", "{sat}"), ("{fresh}", "{fresh}"),
        ("{pri}", "{pri}"), ("{9}", "{9}"), ("a {number} {nope} b", "{nope}"), ("{source:x}", "{source:x}"),
        ("{age:1}", "{age:1}"), ("{x:2}", "{x:2}"), ("{stale:{x}}", "{x}"), ("{stale:{source:x}}", "{source:x}"),
        ("{source:{{}", "{source:{{}"),
    ])
    func template_whenThePlaceholderIsUnknown_throwsItAsTyped(_ template: String, _ typed: String) {
        expect(template, .unknownPlaceholder(Array(typed.utf8)))
    }

    @Test(arguments: [
        ("{", "{"), ("{}", "{}"), ("x {{{", "{"), ("{ price}", "{ price}"), ("{price }", "{price }"), ("{:x}", "{:"),
        ("{age seconds}", "{age seconds}"), ("{price~}", "{price~}"), (#"{"price":1}"#, #"{"price":"#),
        ("{\u{20bf}}", "{\u{20bf}}"), ("{stale:{}}", "{}"), ("{-price", "{-price"),
    ])
    func template_whenNoNameFollowsTheBrace_throwsWhatFollows(_ template: String, _ typed: String) {
        expect(template, .notAPlaceholder(Array(typed.utf8)))
    }

    @Test(arguments: [
        ("{price", "{price"), ("{x", "{x"), ("{price{", "{price"), ("{price{source}", "{price"),
        ("{price {source}", "{price "), ("{stale:", "{stale:"), ("{stale:x", "{stale:x"), ("{stale:x}}", "{stale:x}}"),
        ("{stale:x}}}}", "{stale:x}}}}"), ("{stale:{age}", "{stale:{age}"),
        ("{stale:{age} {price}", "{stale:{age} {price}"),
        ("{stale:{age", "{age"), ("{cached:{{", "{cached:{{"), ("{price:2", "{price:2"), ("{price:", "{price:"),
        ("{number} {pair", "{pair"),
    ])
    func template_whenAPlaceholderIsNotClosed_throwsItAsTyped(_ template: String, _ typed: String) {
        expect(template, .unclosedPlaceholder(Array(typed.utf8)))
    }

    @Test(arguments: [("{stale:{fresh:x}}", "{fresh:x}"), ("{stale:a{stale:}}", "{stale:}")])
    func template_whenATextContainsAnother_throwsTheInnerPlaceholder(_ template: String, _ typed: String) {
        expect(template, .nestedText(Array(typed.utf8)))
    }

    @Test(arguments: [
        "{price:}", "{price:9}", "{sats:9}", "{sats:}", "{price:10}", "{price:02}", "{number:-1}", "{number: 1}",
        "{number:2 }", "{number:x}", "{price:2~}", "{price:{}",
    ])
    func template_whenTheDecimalsAreNot0To8_throwsThePlaceholder(_ template: String) {
        expect(template, .invalidDecimals(Array(template.utf8)))
        expect("{number} \(template)}}", .invalidDecimals(Array(template.utf8)))
    }

    @Test(arguments: ["}", "price}", "{price}}", "a}b", "}}}", "{price:2}}", "{stale:x} }"])
    func template_whenABraceClosesNothing_throws(_ template: String) {
        expect(template, .unexpectedBrace)
    }

    @Test func template_whenTheNameIsNotUTF8_throwsTheBytes() {
        #expect(throws: TemplateError.notAPlaceholder([0x7B, 0xFF, 0x7D])) { try Template([0x7B, 0xFF, 0x7D]) }
    }

    @Test(.serialized, .timeLimit(.minutes(1)), arguments: ["{", "{stale:", "{price:", "{stale:{", "}{"])
    func template_whenLong_throwsQuickly(_ start: String) {
        for filling in ["x", "\u{651}\u{64E}", "{{"] {
            let template = Array((start + String(repeating: filling, count: 120_000 / filling.utf8.count)).utf8)
            let time = processorTime {
                #expect(throws: TemplateError.self) { try Template(template) }
            }
            #expect(time < .seconds(2))
        }
    }

    private func expect(
        _ template: String, _ error: TemplateError, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(throws: error, "\(template)", sourceLocation: sourceLocation) { try Template(Array(template.utf8)) }
    }
}
